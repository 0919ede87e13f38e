/** The names of a document, each as one string: a document has few names, and repeats them in almost every tag. */

/** A power of two. Names that fall on the same row take turns in it. */
const ROWS = 256

export class NameTable {
  readonly #rows: string[] = []

  /** The name that stands in the text, without a new string where it was met before. */
  nameAt(text: string, from: number, end: number): string {
    const length = end - from
    const row = (text.charCodeAt(from) * 7 + text.charCodeAt(end - 1) * 31 + length) % ROWS
    const known = this.#rows[row]
    if (known?.length === length && text.startsWith(known, from)) return known
    const name = text.slice(from, end)
    this.#rows[row] = name
    return name
  }
}
