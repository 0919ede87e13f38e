/** Reads a regular expression into a tree, from which a text that matches it is made. */

export type PatternNode =
  | { readonly kind: 'characters'; readonly options: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly [PatternNode, ...PatternNode[]] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }

/** The characters for `.` and negated classes, letters first. */
export const PRINTABLE = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.,:;/()[]{}!?'"#%&*+=<>@\\^\`|~$`
const ESCAPES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_',
  s: ' ',
  t: '\t',
  n: '\n',
  r: '\r',
}

/** The tree of a pattern, with the characters `any` for `.`; undefined where it has a part that is not supported. */
export const parsePattern = (pattern: string, any: string): PatternNode | undefined =>
  new PatternParser(pattern, any).parse()

/** A parser by descent. A class because every rule moves the same position. */
class PatternParser {
  readonly #characters: readonly string[]
  readonly #any: string
  #at = 0
  #isUnsupported = false

  constructor(pattern: string, any: string) {
    this.#characters = [...pattern]
    this.#any = any
  }

  parse(): PatternNode | undefined {
    const whole = this.#alternatives()
    return this.#isUnsupported || this.#peek() !== undefined ? undefined : whole
  }

  #peek(): string | undefined {
    return this.#characters[this.#at]
  }

  #take(): string {
    return this.#characters[this.#at++] ?? ''
  }

  #alternatives(): PatternNode {
    const options: [PatternNode, ...PatternNode[]] = [this.#sequence()]
    while (this.#peek() === '|') {
      this.#take()
      options.push(this.#sequence())
    }
    return options.length === 1 ? options[0] : { kind: 'choice', options }
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (
      !this.#isUnsupported &&
      this.#peek() !== undefined &&
      this.#peek() !== '|' &&
      this.#peek() !== ')'
    ) {
      const atom = this.#single()
      if (atom) parts.push(this.#repeated(atom))
    }
    return { kind: 'sequence', parts }
  }

  #single(): PatternNode | undefined {
    const character = this.#take()
    if (character === '^' || character === '$') return undefined
    if (character === '.') return { kind: 'characters', options: this.#any }
    if (character === '[') return this.#bracket()
    if (character === '(') return this.#group()
    return { kind: 'characters', options: character === '\\' ? this.#escaped() : character }
  }

  #group(): PatternNode {
    if (this.#peek() === '?') {
      this.#take()
      if (this.#take() !== ':') this.#isUnsupported = true
    }
    const inner = this.#alternatives()
    if (this.#take() !== ')') this.#isUnsupported = true
    return inner
  }

  #escaped(): string {
    const character = this.#take()
    if (Object.hasOwn(ESCAPES, character)) return ESCAPES[character] ?? ''
    if (/[A-Za-z0-9]/.test(character)) this.#isUnsupported = true
    return character
  }

  #bracket(): PatternNode {
    const negated = this.#peek() === '^'
    if (negated) this.#take()
    let options = ''
    while (!this.#isUnsupported && this.#peek() !== ']') {
      if (this.#peek() === undefined) this.#isUnsupported = true
      const from = this.#take()
      const start = from === '\\' ? this.#escaped() : from
      if (this.#peek() !== '-' || this.#characters[this.#at + 1] === ']' || start.length !== 1)
        options += start
      else {
        this.#take()
        const to = this.#take()
        options += between(start, to === '\\' ? this.#escaped() : to)
      }
    }
    this.#take()
    const kept = negated ? [...PRINTABLE].filter(one => !options.includes(one)).join('') : options
    if (kept === '') this.#isUnsupported = true
    return { kind: 'characters', options: kept }
  }

  #repeated(part: PatternNode): PatternNode {
    const range = this.#quantifier()
    if (range === undefined) return part
    if (this.#peek() === '?' || this.#peek() === '+') this.#take()
    return { kind: 'repeat', part, ...range }
  }

  #quantifier(): { readonly least: number; readonly most: number } | undefined {
    const mark = this.#peek()
    if (mark === '*' || mark === '+' || mark === '?') {
      this.#take()
      return { least: mark === '+' ? 1 : 0, most: mark === '?' ? 1 : Number.POSITIVE_INFINITY }
    }
    const counts = /^\{(\d+)(,(\d*))?\}/.exec(this.#characters.slice(this.#at, this.#at + 12).join(''))
    if (counts === null) return undefined
    this.#at += counts[0].length
    const least = Number(counts[1])
    const most = counts[2] === undefined ? least : counts[3] ? Number(counts[3]) : Number.POSITIVE_INFINITY
    return { least, most }
  }
}

function between(from: string, to: string): string {
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)]
  const length = Math.min(Math.max(last - first + 1, 0), 200)
  return Array.from({ length }, (_, index) => String.fromCodePoint(first + index)).join('')
}
