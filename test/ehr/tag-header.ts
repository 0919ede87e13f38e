/** Reads the header `openehr-item-tag` of an answer, whichever grammar it is written in. */

export interface HeaderTag {
  readonly key?: string
  readonly value?: string
  readonly target_path?: string
}

const PAIR = /([a-z_]+)="((?:[^"\\]|\\.)*)"([,;]?) */gy

/** Headers arrive as Latin-1; their text is UTF-8. */
export function tagsOfHeader(header: string): HeaderTag[] {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  if (text.startsWith('[')) return JSON.parse(text)
  const tags: Record<string, string>[] = []
  let tag: Record<string, string> = {}
  let read = 0
  for (const [whole, name = '', value = '', end] of text.matchAll(PAIR)) {
    tag[name] = value.replace(/\\(.)/g, '$1')
    if (end !== ',') {
      tags.push(tag)
      tag = {}
    }
    read += whole.length
  }
  if (read !== text.length) throw new Error(`not a list of pairs at ${read}: ${text}`)
  return tags
}
