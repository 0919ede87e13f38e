/** The FROM clause: classes, versions, CONTAINS, and AND before OR between them. */
import type { Lexer } from './lexer.ts'
import { readPredicate, readPredicateBody } from './parse-predicate.ts'
import { isReserved } from './reserved.ts'
import type { ClassExpression, Containment, Contains, VersionExpression } from './tree.ts'

/** Everything after CONTAINS is read as one expression, so `A CONTAINS B AND C` puts both under A. */
export function readContainment(lexer: Lexer): Containment {
  return lexer.deeper(() => readJunction(lexer, 'OR'))
}

function readJunction(lexer: Lexer, word: 'AND' | 'OR'): Containment {
  const operand = () => (word === 'OR' ? readJunction(lexer, 'AND') : readOperand(lexer))
  const first = operand()
  if (!lexer.is(word)) return first
  const operands = [first]
  while (lexer.take(word)) operands.push(operand())
  const kind = word === 'OR' ? 'containsAny' : 'containsAll'
  return Object.freeze({ kind, at: first.at, operands: Object.freeze(operands) })
}

function readOperand(lexer: Lexer): Containment {
  if (!lexer.take('(')) return lexer.is('VERSION') ? readVersion(lexer) : readClass(lexer)
  const inner = readContainment(lexer)
  lexer.expect(')', 'AND', 'OR', "')'")
  return inner
}

function readClass(lexer: Lexer): ClassExpression {
  const { type, upper, at } = lexer.token
  if (type !== 'word' || isReserved(upper)) lexer.fail('a class', 'VERSION', "'('")
  lexer.next()
  const variable = readVariable(lexer)
  const predicate = lexer.is('[') ? readPredicate(lexer) : undefined
  const contains = readContains(lexer)
  return Object.freeze({
    kind: 'class',
    at,
    name: upper,
    ...(variable !== undefined && { variable }),
    ...(predicate && { predicate }),
    ...(contains && { contains }),
  })
}

function readVersion(lexer: Lexer): VersionExpression {
  const { at } = lexer.next()
  const variable = readVariable(lexer)
  const which = lexer.is('[') ? readVersions(lexer) : {}
  const contains = readContains(lexer)
  return Object.freeze({
    kind: 'version',
    at,
    ...(variable !== undefined && { variable }),
    ...which,
    ...(contains && { contains }),
  })
}

function readVersions(lexer: Lexer): Pick<VersionExpression, 'versions' | 'predicate'> {
  lexer.next()
  const { upper } = lexer.token
  if ((upper !== 'LATEST_VERSION' && upper !== 'ALL_VERSIONS') || !lexer.followedBy(']')) {
    return { predicate: readPredicateBody(lexer, 'values') }
  }
  lexer.next()
  lexer.next()
  return { versions: upper }
}

function readVariable(lexer: Lexer): string | undefined {
  const { type, upper } = lexer.token
  return type === 'word' && !isReserved(upper) ? lexer.next().text : undefined
}

function readContains(lexer: Lexer): Contains | undefined {
  const { at } = lexer.token
  const negated = lexer.take('NOT') !== undefined
  if (!lexer.is('CONTAINS')) return negated ? lexer.fail('CONTAINS') : undefined
  lexer.next()
  return Object.freeze({ kind: 'contains', at, negated, what: readContainment(lexer) })
}
