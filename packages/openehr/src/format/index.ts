/** Readers and writers for the formats of reference model data. */

export { type CompleteOptions, completeInstance } from './complete/complete.ts'
export { type FlatProfile, flatFindings, type ReadOptions, readFlat, writeFlat } from './flat/index.ts'
export {
  canonicalize,
  canonicalNames,
  JSON_LIMITS,
  type JsonDocument,
  type JsonLimits,
  parseJson,
  parseJsonDocument,
  printCanonical,
  printJson,
} from './json/index.ts'
export {
  flatToStructured,
  readStructured,
  structuredToFlat,
  writeStructured,
} from './structured/index.ts'
export {
  decodeXml,
  OPENEHR_NAMESPACE,
  parseXml,
  readXml,
  readXmlList,
  writeXml,
  writeXmlList,
  XML_LIMITS,
  type XmlElement,
  type XmlLimits,
  XSI_NAMESPACE,
} from './xml/index.ts'
