/** XML: the one parser, and canonical XML of the reference model both ways. */

export { decodeXml } from './decode.ts'
export type { XmlElement } from './element.ts'
export { XML_LIMITS, type XmlLimits } from './limits.ts'
export { OPENEHR_NAMESPACE, XSI_NAMESPACE } from './names.ts'
export { parseXml } from './parse.ts'
export { readXml, readXmlList } from './read.ts'
export { writeXml, writeXmlList } from './write.ts'
