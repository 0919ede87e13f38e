/** Bounds of XML documents, so that a hostile one is refused early. */

export interface XmlLimits {
  /** Bytes, or UTF-16 units of text, of the whole document. */
  readonly size: number
  /** Elements inside one another. */
  readonly depth: number
  /** Attributes of one element, namespace declarations included. */
  readonly attributes: number
  /** Elements, CDATA sections, comments and processing instructions: every `<` that starts no end tag. */
  readonly nodes: number
  /** CDATA sections, which are cheap to pile up and rare in earnest. */
  readonly cdata: number
  /** References such as `&lt;` or `&#228;` in the whole document. */
  readonly references: number
  /** UTF-16 units of text of one element, or of one attribute. */
  readonly text: number
  /** UTF-16 units of the name of an element or attribute. */
  readonly name: number
}

/**
 * The defaults. The largest operational template of the test corpus has 4 MB, 40,000 elements, 31 levels and seven
 * attributes on an element; the largest composition is 0.3 MB.
 */
export const XML_LIMITS: XmlLimits = {
  size: 16 * 1024 * 1024,
  depth: 256,
  attributes: 64,
  nodes: 300_000,
  cdata: 10_000,
  references: 300_000,
  text: 12 * 1024 * 1024,
  name: 256,
}
