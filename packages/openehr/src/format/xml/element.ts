/** An element of an XML document with everything that is inside it. */
/** The attributes of an element by name. */
export interface XmlAttributes extends Iterable<readonly [name: string, value: string]> {
  readonly size: number
  get(name: string): string | undefined
  has(name: string): boolean
  keys(): Iterable<string>
}

export interface XmlElement {
  /** The local name. */
  readonly name: string
  readonly prefix: string | undefined
  readonly namespace: string | undefined
  /**
   * By name, without namespace declarations. An attribute in a namespace is under `{namespace}local`; those of XML
   * Schema instances are under `xsi:…` and those of XML itself under `xml:…`, whatever prefix the document gave them.
   */
  readonly attributes: XmlAttributes
  readonly children: readonly XmlElement[]
  /** All text directly inside the element, as written; empty where it only sets child elements apart. */
  readonly text: string
  /** Line and column of its `<`, counted from 1. */
  readonly line: number
  readonly column: number
}
