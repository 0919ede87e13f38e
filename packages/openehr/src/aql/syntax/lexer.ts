/** Reads AQL text token by token, one ahead; the parser asks for codes, URIs and regular expressions where they may stand. */
import { Problem } from '../../problem.ts'
import { type Decoded, decodeString } from './strings.ts'
import type { Position } from './tree.ts'

export interface Token {
  readonly type: 'word' | 'integer' | 'real' | 'string' | 'parameter' | 'symbol' | 'end'
  /** As written; a string with its quotes, a parameter with its `$`. */
  readonly text: string
  /** Words in upper case, everything else as `text`: keywords are case-insensitive. */
  readonly upper: string
  readonly at: Position
  readonly start: number
}

/** Bounds of a query: text length in UTF-16 units, and nesting of brackets, NOTs, CONTAINS, calls. */
export interface AqlLimits {
  readonly maxLength: number
  readonly maxDepth: number
}

export const DEFAULT_LIMITS: AqlLimits = { maxLength: 65_536, maxDepth: 100 }

// Letters of every script: people name columns in their own language, as in AS größe.
const WORD = /\p{L}[\p{L}\p{M}\p{Nd}_]*/uy
const NUMBER = /(?:\d+(\.\d+)?|(\.\d+))([eE][+-]?\d+)?(?![A-Za-z0-9_])/y
const NUMBER_LIKE = /[\w.]+/y
const STRING = /'(?:[^'\\\r\n]|\\[^\r\n])*'|"(?:[^"\\\r\n]|\\[^\r\n])*"/y
const PARAMETER = /\$[A-Za-z][A-Za-z0-9_]*/y
const SYMBOL = /<=|>=|!=|[=<>()[\]{},/*;-]/y
// AQL 1.1.0 (lexer rule LINE_COMMENT) wants white space after the two hyphens. Clients leave it out, and nothing else begins so.
const BLANK = /(?:[ \t\r\n\f\v\uFEFF]+|--[^\r\n]*)+/y

export class Lexer {
  readonly text: string
  /** The token to be read next. */
  token: Token
  #end = 0
  #line = 1
  #lineStart = 0
  #depth = 0
  readonly #limits: AqlLimits

  constructor(text: string, limits: AqlLimits) {
    this.text = text
    this.#limits = limits
    if (text.length > limits.maxLength) {
      const message = `the query has ${text.length} characters, more than the ${limits.maxLength} allowed`
      throw new Problem('aql.malformed', message, [{ path: '', code: 'aql.malformed', message }])
    }
    this.token = this.#read()
  }

  /** Takes the current token and reads the next. */
  next(): Token {
    const taken = this.token
    this.token = this.#read()
    return taken
  }

  /** True when the current token is this keyword or symbol. */
  is(upper: string): boolean {
    return this.token.upper === upper && (this.token.type === 'word' || this.token.type === 'symbol')
  }

  /** Takes the keyword or symbol if it is there. */
  take(upper: string): Token | undefined {
    return this.is(upper) ? this.next() : undefined
  }

  /** Takes the keyword or symbol, or says what was expected instead. */
  expect(upper: string, ...expected: readonly string[]): Token {
    return this.take(upper) ?? this.fail(...(expected.length > 0 ? expected : [symbolText(upper)]))
  }

  /** True when this character follows the current token, white space aside. */
  followedBy(character: string): boolean {
    BLANK.lastIndex = this.#end
    const after = BLANK.test(this.text) ? BLANK.lastIndex : this.#end
    return this.text[after] === character
  }

  /** Reads the text again from where the current token starts, by another rule; takes what matches. */
  scan(pattern: RegExp): { readonly match: RegExpExecArray; readonly at: Position } | undefined {
    pattern.lastIndex = this.token.start
    const match = pattern.exec(this.text)
    if (match === null) return undefined
    const at = this.token.at
    this.#end = this.token.start + match[0].length
    this.token = this.#read()
    return { match, at }
  }

  /** The value of the current string token, which is taken. */
  takeString(use: 'value' | 'pattern'): { readonly value: string; readonly at: Position } {
    const { text, at } = this.token
    const decoded: Decoded = decodeString(text.slice(1, -1), use)
    if ('fault' in decoded) throw malformed(`${decoded.fault} at ${positionText(at)}`, at)
    this.next()
    return { value: decoded.value, at }
  }

  /** Runs `read` one level deeper; a level too many is refused before the stack is in danger. */
  deeper<T>(read: () => T): T {
    if (this.#depth >= this.#limits.maxDepth) {
      const { at } = this.token
      throw malformed(`nested more than ${this.#limits.maxDepth} levels deep at ${positionText(at)}`, at)
    }
    this.#depth += 1
    const result = read()
    this.#depth -= 1
    return result
  }

  /** Throws a problem that says what was expected, what was found, and the position. */
  fail(...expected: readonly string[]): never {
    const found = this.token.type === 'end' ? 'the end of the query' : `'${brief(this.token.text)}'`
    const { at } = this.token
    const wanted = listed(expected)
    const hint = this.token.type === 'word' ? HINTS[this.token.upper] : undefined
    const message = `expected ${wanted} but found ${found} at ${positionText(at)}${hint ? `: ${hint}` : ''}`
    throw malformed(message, at, { expected: wanted, found })
  }

  #read(): Token {
    const { text } = this
    BLANK.lastIndex = this.#end
    const start = BLANK.test(text) ? BLANK.lastIndex : this.#end
    for (let from = this.#end; from < start; from += 1) {
      if (text.charCodeAt(from) === 10) {
        this.#line += 1
        this.#lineStart = from + 1
      }
    }
    const at = Object.freeze({ line: this.#line, column: start - this.#lineStart + 1 })
    if (start >= text.length) return this.#token('end', '', start, at)
    const code = text.charCodeAt(start)
    const word = isLetter(code) || code > 127 ? matched(WORD, text, start) : undefined
    if (word !== undefined) return this.#token('word', word, start, at)
    if (isDigit(code) || (code === DOT && isDigit(text.charCodeAt(start + 1)))) return this.#number(start, at)
    if (code === SINGLE || code === DOUBLE) {
      const string = matched(STRING, text, start)
      if (string === undefined)
        throw malformed(`expected the closing quote of the string that opens at ${positionText(at)}`, at)
      return this.#token('string', string, start, at)
    }
    const symbol = matched(SYMBOL, text, start)
    if (symbol !== undefined) return this.#token('symbol', symbol, start, at)
    const parameter = matched(PARAMETER, text, start)
    if (parameter !== undefined) return this.#token('parameter', parameter, start, at)
    // Whatever it is, no rule takes it: the parser says what it expected instead.
    return this.#token('symbol', String.fromCodePoint(text.codePointAt(start) ?? 0), start, at)
  }

  #number(start: number, at: Position): Token {
    NUMBER.lastIndex = start
    const match = NUMBER.exec(this.text)
    if (match === null) {
      const word = matched(NUMBER_LIKE, this.text, start) ?? ''
      throw malformed(`'${brief(word)}' is not a number at ${positionText(at)}`, at)
    }
    const real = match[1] !== undefined || match[2] !== undefined || match[3] !== undefined
    const value = Number(match[0])
    if (!Number.isFinite(value) || (!real && !Number.isSafeInteger(value))) {
      throw malformed(
        `the number ${brief(match[0])} is too large to be held exactly at ${positionText(at)}`,
        at,
      )
    }
    return this.#token(real ? 'real' : 'integer', match[0], start, at)
  }

  #token(type: Token['type'], text: string, start: number, at: Position): Token {
    this.#end = start + text.length
    return { type, text, upper: type === 'word' ? upperCase(text) : text, at, start }
  }
}

/** ASCII alone: `ſELECT` in capitals would be a keyword. */
const upperCase = (word: string): string => word.replace(/[a-z]+/g, letters => letters.toUpperCase())

const DOT = 46
const SINGLE = 39
const DOUBLE = 34
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

function matched(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? text.slice(start, pattern.lastIndex) : undefined
}

/** Words of SQL and of earlier AQL, with what AQL 1.1.0 has in their place. */
const HINTS: Readonly<Record<string, string>> = {
  BETWEEN: 'AQL has no BETWEEN. Write two comparisons: path >= a AND path <= b.',
  GROUP: 'AQL has no GROUP BY. Leave it out: rows are grouped by the columns that stand beside an aggregate.',
  HAVING: 'AQL has no HAVING. Filter the rows of the result.',
  IN: 'AQL has no IN. Write: path matches {a, b}.',
  IS: 'AQL has no IS NULL. Write: NOT EXISTS path.',
  ORDER: 'ORDER BY stands behind FROM and WHERE, and before LIMIT.',
  TIMEWINDOW: 'AQL has no TIMEWINDOW since 1.1.0. Compare a time in WHERE.',
}

/** A problem at one position of the text. */
function malformed(message: string, at: Position, more: { expected?: string; found?: string } = {}): Problem {
  return new Problem('aql.malformed', message, [{ path: '', code: 'aql.malformed', message, ...at, ...more }])
}

const positionText = (at: Position): string => `line ${at.line}, column ${at.column}`

const brief = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
const symbolText = (upper: string): string => (/^[A-Z]/.test(upper) ? upper : `'${upper}'`)

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
