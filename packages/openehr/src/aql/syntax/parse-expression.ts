/** Values: identified paths, functions, aggregates, and what parse-literal reads. */
import type { Lexer } from './lexer.ts'
import { readLiteral, readParameter } from './parse-literal.ts'
import { readPredicate, readSteps } from './parse-predicate.ts'
import { isReserved } from './reserved.ts'
import type { Aggregate, AggregateName, Call, Expression, Path } from './tree.ts'

/** Reads a value; `expected` is what the message names where there is none. */
export function readExpression(lexer: Lexer, ...expected: readonly string[]): Expression {
  const literal = readLiteral(lexer)
  if (literal) return literal
  const { type, upper } = lexer.token
  if (type === 'parameter') return readParameter(lexer)
  if (type !== 'word') return lexer.fail(...expected)
  // `CONTAINS(` where a value may stand is the string function: the operator stands only in FROM.
  if (lexer.followedBy('(') && (upper === 'CONTAINS' || !isReserved(upper))) {
    return isAggregateName(upper) ? readAggregate(lexer, upper) : readCall(lexer)
  }
  return readPath(lexer, ...expected)
}

export function readPath(lexer: Lexer, ...expected: readonly string[]): Path {
  const { type, upper, at } = lexer.token
  if (type !== 'word' || isReserved(upper)) lexer.fail(...expected)
  const variable = lexer.next().text
  const predicate = lexer.is('[') ? readPredicate(lexer) : undefined
  const steps = lexer.take('/') ? readSteps(lexer) : Object.freeze([])
  return Object.freeze({ kind: 'path', at, variable, ...(predicate && { predicate }), steps })
}

export function readCall(lexer: Lexer): Call {
  const { upper, at } = lexer.next()
  lexer.expect('(')
  const list: Expression[] = []
  if (!lexer.is(')')) {
    lexer.deeper(() => {
      do list.push(readExpression(lexer, 'a path', 'a value', 'a function'))
      while (lexer.take(','))
    })
  }
  lexer.expect(')', "','", "')'")
  return Object.freeze({ kind: 'call', at, name: upper, arguments: Object.freeze(list) })
}

const AGGREGATES: ReadonlySet<string> = new Set<AggregateName>(['COUNT', 'MIN', 'MAX', 'SUM', 'AVG'])
const isAggregateName = (upper: string): upper is AggregateName => AGGREGATES.has(upper)

function readAggregate(lexer: Lexer, name: AggregateName): Aggregate {
  const { at } = lexer.next()
  lexer.expect('(')
  if (name === 'COUNT' && lexer.take('*')) {
    lexer.expect(')')
    return Object.freeze({ kind: 'aggregate', at, name, distinct: false })
  }
  const distinct = name === 'COUNT' && lexer.take('DISTINCT') !== undefined
  const path = readPath(
    lexer,
    ...(name === 'COUNT' && !distinct ? ["'*'", 'DISTINCT', 'a path'] : ['a path']),
  )
  lexer.expect(')')
  return Object.freeze({ kind: 'aggregate', at, name, distinct, path })
}
