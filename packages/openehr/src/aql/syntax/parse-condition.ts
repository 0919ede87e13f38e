/** The WHERE clause: NOT before AND before OR. */
import type { Lexer } from './lexer.ts'
import { readCall, readExpression, readPath } from './parse-expression.ts'
import { readLiteral, readParameter } from './parse-literal.ts'
import { readOperator } from './parse-predicate.ts'
import type { Condition, Expression, Literal, MatchItem, Parameter } from './tree.ts'

export function readCondition(lexer: Lexer): Condition {
  return lexer.deeper(() => readJunction(lexer, 'OR'))
}

function readJunction(lexer: Lexer, word: 'AND' | 'OR'): Condition {
  const operand = () => (word === 'OR' ? readJunction(lexer, 'AND') : readNot(lexer))
  const first = operand()
  if (!lexer.is(word)) return first
  const operands = [first]
  while (lexer.take(word)) operands.push(operand())
  return Object.freeze({
    kind: word === 'OR' ? 'or' : 'and',
    at: first.at,
    operands: Object.freeze(operands),
  })
}

function readNot(lexer: Lexer): Condition {
  const { at } = lexer.token
  if (lexer.take('NOT')) {
    return Object.freeze({ kind: 'not', at, operand: lexer.deeper(() => readNot(lexer)) })
  }
  if (lexer.take('EXISTS')) return Object.freeze({ kind: 'exists', at, path: readPath(lexer, 'a path') })
  if (!lexer.take('(')) return readLeaf(lexer)
  const inner = readCondition(lexer)
  lexer.expect(')', 'AND', 'OR', "')'")
  return inner
}

function readLeaf(lexer: Lexer): Condition {
  const { at, type } = lexer.token
  // The left side is a path or a function: a value there would compare the other way round (rule identifiedExpr).
  if (type !== 'word') lexer.fail('a path', 'a function', 'NOT', 'EXISTS', "'('")
  const left = readExpression(lexer, 'a path', 'a function', 'NOT', 'EXISTS', "'('")
  const operator = readOperator(lexer)
  if (operator) {
    const right = readExpression(lexer, 'a value', 'a parameter', 'a path', 'a function')
    return Object.freeze({ kind: 'comparison', at, operator, left, right })
  }
  if (lexer.take('LIKE')) return Object.freeze({ kind: 'like', at, left, pattern: readPattern(lexer) })
  if (lexer.take('MATCHES')) return readMatches(lexer, left)
  return lexer.fail('a comparison operator', 'LIKE', 'MATCHES')
}

function readPattern(lexer: Lexer): Literal | Parameter {
  const { type, at } = lexer.token
  if (type === 'parameter') return readParameter(lexer)
  if (type !== 'string') lexer.fail('a string', 'a parameter')
  return Object.freeze({ kind: 'literal', at, type: 'string', value: lexer.takeString('pattern').value })
}

function readMatches(lexer: Lexer, left: Expression): Condition {
  const items: MatchItem[] = []
  if (lexer.is('TERMINOLOGY')) {
    items.push(readCall(lexer))
  } else {
    lexer.expect('{', "'{'", 'TERMINOLOGY')
    do items.push(readMatchItem(lexer))
    while (lexer.take(','))
    lexer.expect('}', "','", "'}'")
  }
  return Object.freeze({ kind: 'matches', at: left.at, left, items: Object.freeze(items) })
}

// RFC 3986 characters; one that ends in a comma is followed by the next item.
const URI = /[A-Za-z][A-Za-z0-9+.-]*:[\w~:/?#[\]@!$&'()*+,;=%.-]*[\w~:/?#[\]@!$&'()*+;=%.-]/y

function readMatchItem(lexer: Lexer): MatchItem {
  if (lexer.token.type === 'parameter') return readParameter(lexer)
  if (lexer.token.type === 'word') {
    const uri = lexer.scan(URI)
    if (uri) return Object.freeze({ kind: 'uri', at: uri.at, value: uri.match[0] })
    if (lexer.is('TERMINOLOGY')) return readCall(lexer)
  }
  return readLiteral(lexer) ?? lexer.fail('a value', 'a parameter', 'a URI', 'TERMINOLOGY')
}
