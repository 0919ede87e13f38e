/** The namespaces of canonical XML. */

/** The namespace of the published schemas of RM releases 1.0 and 1.1, which openEHR XML is written in. */
export const OPENEHR_NAMESPACE = 'http://schemas.openehr.org/v1'

export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance'
