/** The order of texts in queries. */

/** By code point, whatever the language: what PostgreSQL calls COLLATE "C". */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  for (let at = 0; ; ) {
    const [x, y] = [a.codePointAt(at), b.codePointAt(at)]
    if (x !== y) return (x ?? -1) < (y ?? -1) ? -1 : 1
    at += (x ?? 0) > 0xffff ? 2 : 1
  }
}
