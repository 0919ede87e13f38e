/** Reads ODIN, the object notation that the openEHR BMM files are written in, as far as those files use it. */

/** A string, a boolean, an interval's text, a list of strings, or an object; a typed object has its type in `@type`. */
export type OdinValue = string | boolean | readonly string[] | OdinObject

export interface OdinObject {
  readonly [key: string]: OdinValue
}

const TOKEN = /--[^\n]*|\s+|"((?:[^"\\]|\\.)*)"|(\|[^|]*\|)|\.\.\.|([A-Za-z_][A-Za-z0-9_]*)|([[\]<>()=,])/y

type Token = { readonly kind: 'string' | 'interval' | 'word' | 'mark'; readonly text: string }

function tokens(text: string): Token[] {
  const found: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (match === null) throw new Error(`ODIN: unexpected text at ${at}: ${text.slice(at, at + 40)}`)
    const [, string, interval, word, mark] = match
    if (string !== undefined) found.push({ kind: 'string', text: string.replace(/\\(.)/g, '$1') })
    else if (interval !== undefined) found.push({ kind: 'interval', text: interval.slice(1, -1) })
    else if (word !== undefined) found.push({ kind: 'word', text: word })
    else if (mark !== undefined) found.push({ kind: 'mark', text: mark })
  }
  return found
}

export function parseOdin(text: string): OdinObject {
  const input = tokens(text)
  let next = 0

  const peek = (): string => {
    const token = input[next]
    return token?.kind === 'mark' ? token.text : ''
  }
  const take = (): Token => {
    const token = input[next++]
    if (token === undefined) throw new Error('ODIN: the text ends too early')
    return token
  }
  const expect = (mark: string): void => {
    const token = take()
    if (token.kind !== 'mark' || token.text !== mark)
      throw new Error(`ODIN: ${mark} expected, ${token.text} found`)
  }

  /** `key = <value>` pairs up to the closing bracket or the end. */
  const pairs = (type?: string): OdinObject => {
    const object: Record<string, OdinValue> = type === undefined ? {} : { '@type': type }
    while (next < input.length && peek() !== '>') {
      const keyed = peek() === '['
      if (keyed) expect('[')
      const key = take().text
      if (keyed) expect(']')
      expect('=')
      object[key] = block()
    }
    return object
  }

  /** `(TYPE) <…>` or `<…>`. */
  const block = (): OdinValue => {
    let type: string | undefined
    if (peek() === '(') {
      expect('(')
      type = take().text
      expect(')')
    }
    expect('<')
    const first = input[next]
    const value =
      first?.kind === 'word' && input[next + 1]?.text === '>' ? take().text === 'True' : content(type)
    expect('>')
    return value
  }

  const content = (type?: string): OdinValue => {
    const first = input[next]
    if (first?.kind === 'interval') return take().text
    if (first?.kind !== 'string') return pairs(type)
    // `"A", ...` is a list of one; a lone `"A"` is a plain string.
    const items = [take().text]
    let list = false
    while (peek() === ',') {
      list = true
      expect(',')
      if (input[next]?.kind === 'string') items.push(take().text)
    }
    return list ? items : (items[0] ?? '')
  }

  return pairs()
}
