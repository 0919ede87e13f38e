/** Where in a JSON document an offset lies: its line, column and JSON Pointer (RFC 6901). */

export interface JsonPlace {
  readonly path: string
  readonly line: number
  readonly column: number
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gsy

/** The place of an offset in text that is well-formed up to there. Walks from the start, so for reports only. */
export function placeIn(text: string, offset: number): JsonPlace {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  return { path: pointerTo(text, offset), line, column: offset - lineStart + 1 }
}

function pointerTo(text: string, offset: number): string {
  const open: { key: string | number | undefined; readonly array: boolean }[] = []
  const token = new RegExp(TOKEN)
  let at = 0
  while (at <= offset && at < text.length) {
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    if (found === undefined) {
      at += 1
      continue
    }
    const inside = open.at(-1)
    if (inside !== undefined && !inside.array && inside.key === undefined && found.startsWith('"')) {
      inside.key = keyOf(found)
    }
    if (at === offset) break
    at += found.length
    if (found === '{') open.push({ key: undefined, array: false })
    else if (found === '[') open.push({ key: 0, array: true })
    else if (found === '}' || found === ']') open.pop()
    else if (found === ',' && inside !== undefined) {
      inside.key = inside.array ? Number(inside.key) + 1 : undefined
    }
  }
  return open.map(({ key }) => (key === undefined ? '' : `/${escapeKey(String(key))}`)).join('')
}

function keyOf(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch {
    return written.slice(1, -1)
  }
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
