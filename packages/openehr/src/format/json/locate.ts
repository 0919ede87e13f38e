/** Finds the line, the column and the JSON Pointer (RFC 6901) of an offset in a JSON document. */

export interface JsonPlace {
  readonly path: string
  readonly line: number
  readonly column: number
}

/** The place of an offset in text that is well-formed up to there. Walks from the start, so for reports only. */
export function placeIn(text: string, offset: number): JsonPlace {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  return { path: pointerTo(text, offset), line, column: offset - lineStart + 1 }
}

interface Open {
  /** The key of the member, or the index of the item, that is being read. */
  key: string | number | undefined
  readonly array: boolean
}

function pointerTo(text: string, offset: number): string {
  const open: Open[] = []
  const next = /["{}[\],]/g
  for (let found = next.exec(text); found !== null && found.index <= offset; found = next.exec(text)) {
    const inside = open.at(-1)
    const [mark] = found
    if (mark === '"') {
      const end = endOfString(text, found.index)
      if (inside !== undefined && inside.key === undefined) inside.key = keyOf(text.slice(found.index, end))
      next.lastIndex = end
    } else if (found.index === offset) break
    else if (mark === '{') open.push({ key: undefined, array: false })
    else if (mark === '[') open.push({ key: 0, array: true })
    else if (mark !== ',') open.pop()
    else if (inside !== undefined) inside.key = inside.array ? Number(inside.key) + 1 : undefined
  }
  return open.map(({ key }) => (key === undefined ? '' : `/${escapeKey(String(key))}`)).join('')
}

/** Past the quote that closes the string: the first one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1
    while (text[before] === '\\') before -= 1
    if ((quote - before) % 2 === 1) return quote + 1
  }
  return text.length
}

function keyOf(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch {
    return written.slice(1, -1)
  }
}

/** Long keys are cut: a report is for reading. */
function escapeKey(key: string): string {
  const shortened = key.length > 100 ? `${key.slice(0, 100)}…` : key
  return shortened.replaceAll('~', '~0').replaceAll('/', '~1')
}
