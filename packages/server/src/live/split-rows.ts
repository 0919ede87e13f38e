/** Cuts rows that an executor has printed into texts, without reading their values. */

/** The index after the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  for (;;) {
    const quote = json.indexOf('"', at)
    let slashes = 0
    while (json[quote - 1 - slashes] === '\\') slashes += 1
    at = quote + 1
    if (slashes % 2 === 0 || quote < 0) return quote < 0 ? json.length : at
  }
}

const SPECIAL = /["[\]]/g

/** `[1,"a"],[2,"b"]` → the text of each row. */
export function splitRows(json: string): readonly string[] {
  const rows: string[] = []
  let depth = 0
  let start = 0
  SPECIAL.lastIndex = 0
  for (let match = SPECIAL.exec(json); match; match = SPECIAL.exec(json)) {
    const [character] = match
    if (character === '"') SPECIAL.lastIndex = endOfString(json, match.index)
    else if (character === '[') {
      if (depth === 0) start = match.index
      depth += 1
    } else {
      depth -= 1
      if (depth === 0) rows.push(json.slice(start, match.index + 1))
    }
  }
  return rows
}

/** `,"` and `"]` around the id of an EHR. */
const [UUID_LENGTH, BEFORE, AFTER] = [36, 2, 2]

/** Takes the id of the EHR off the end of a row. */
export function cutEhr(row: string): { readonly json: string; readonly ehrId: string } {
  const start = row.length - AFTER - UUID_LENGTH
  return { json: `${row.slice(0, start - BEFORE)}]`, ehrId: row.slice(start, start + UUID_LENGTH) }
}
