/** Strings, numbers, booleans, NULL and parameters. */
import type { Lexer } from './lexer.ts'
import type { Literal, Parameter, Scalar } from './tree.ts'

export function readParameter(lexer: Lexer): Parameter {
  const { text, at } = lexer.next()
  return Object.freeze({ kind: 'parameter', at, name: text.slice(1) })
}

const WORDS: Readonly<Record<string, Scalar>> = { TRUE: true, FALSE: false, NULL: null }

/** Reads a string, number, boolean or NULL if one is there. */
export function readLiteral(lexer: Lexer): Literal | undefined {
  const { type, upper, at } = lexer.token
  if (type === 'string') {
    return Object.freeze({ kind: 'literal', at, type: 'string', value: lexer.takeString('value').value })
  }
  if (type === 'word') {
    const value = Object.hasOwn(WORDS, upper) ? WORDS[upper] : undefined
    if (value === undefined) return undefined
    lexer.next()
    return Object.freeze({ kind: 'literal', at, type: value === null ? 'null' : 'boolean', value })
  }
  if (type !== 'integer' && type !== 'real' && !lexer.is('-')) return undefined
  const sign = lexer.take('-') ? -1 : 1
  const number = lexer.token
  if (number.type !== 'integer' && number.type !== 'real') return lexer.fail('a number')
  lexer.next()
  // `+ 0` so that `-0` is the 0 that it prints as.
  return Object.freeze({ kind: 'literal', at, type: number.type, value: sign * Number(number.text) + 0 })
}
