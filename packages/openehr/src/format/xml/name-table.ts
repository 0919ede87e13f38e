/** Names of elements and attributes, each as one string for all documents: they have few, and repeat them in almost every tag. */

/** A power of two. Names that fall on the same row take turns in it, so that strange documents fill no memory. */
const ROWS = 1024
const rows: string[] = new Array<string>(ROWS).fill('')

/** The name that stands in the text, without a new string where it was met before. */
export function nameAt(text: string, from: number, end: number): string {
  const length = end - from
  const middle = text.charCodeAt(from + (length >> 1)) * 113
  const row = (text.charCodeAt(from) * 7 + text.charCodeAt(end - 1) * 31 + middle + length * 5) % ROWS
  const known = rows[row]
  if (known?.length === length && text.startsWith(known, from)) return known
  const name = internalized(text.slice(from, end))
  rows[row] = name
  return name
}

/** A text as V8 keeps the names of properties, which it compares by their address alone: names are mostly compared and looked up. */
function internalized(text: string): string {
  for (const key in { [text]: true }) return key
  return text
}
