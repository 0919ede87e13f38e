/** XML: the one parser, and canonical XML of the reference model both ways. */

export { XML_LIMITS, type XmlLimits } from './limits.ts'
export { OPENEHR_NAMESPACE, XSI_NAMESPACE } from './names.ts'
export { parseXml, type XmlElement } from './parse.ts'
