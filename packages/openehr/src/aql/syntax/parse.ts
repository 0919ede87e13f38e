/** AQL text → syntax tree: recursive descent over the grammar of AQL 1.1.0, clause by clause. */
import { type AqlLimits, DEFAULT_LIMITS, Lexer } from './lexer.ts'
import { readCondition } from './parse-condition.ts'
import { readContainment } from './parse-containment.ts'
import { readExpression } from './parse-expression.ts'
import { isReserved } from './reserved.ts'
import type { Column, Limit, OrderItem, Query, Top } from './tree.ts'

/**
 * Reads a query. Throws Problem('aql.malformed') that says line, column and what was expected:
 * `expected ',' or FROM but found 'FORM' at line 1, column 10`.
 */
export function parseAql(text: string, limits: Partial<AqlLimits> = {}): Query {
  const lexer = new Lexer(text, { ...DEFAULT_LIMITS, ...limits })
  const { at } = lexer.expect('SELECT')
  const distinct = lexer.take('DISTINCT') !== undefined
  const top = lexer.is('TOP') ? readTop(lexer) : undefined
  const columns = [readColumn(lexer)]
  while (lexer.take(',')) columns.push(readColumn(lexer))
  lexer.expect('FROM', "','", 'FROM')
  const from = readContainment(lexer)
  const where = lexer.take('WHERE') ? readCondition(lexer) : undefined
  const orderBy = lexer.is('ORDER') ? readOrderBy(lexer) : []
  const limit = lexer.is('LIMIT') || lexer.is('OFFSET') ? readLimit(lexer) : undefined
  if (lexer.token.type !== 'end') lexer.fail(...continuations(from, where, orderBy, limit))
  return Object.freeze({
    kind: 'query',
    at,
    distinct,
    ...(top && { top }),
    columns: Object.freeze(columns),
    from,
    ...(where && { where }),
    orderBy: Object.freeze(orderBy),
    ...(limit && { limit }),
  })
}

/** The clauses that may still follow, for the message about an unexpected token. */
function continuations(
  from: Query['from'],
  where: Query['where'],
  orderBy: readonly OrderItem[],
  limit: Limit | undefined,
): readonly string[] {
  const end = 'the end of the query'
  if (limit) return [end]
  if (orderBy.length > 0) return ["','", 'ASC', 'DESC', 'LIMIT', end]
  if (where) return ['AND', 'OR', 'ORDER BY', 'LIMIT', end]
  const bare = from.kind === 'class' || from.kind === 'version' ? !from.contains : false
  return [...(bare ? ['CONTAINS'] : []), 'AND', 'OR', 'WHERE', 'ORDER BY', 'LIMIT', end]
}

function readTop(lexer: Lexer): Top {
  const { at } = lexer.next()
  const count = readInteger(lexer)
  const direction = lexer.take('BACKWARD') ? 'BACKWARD' : 'FORWARD'
  if (direction === 'FORWARD') lexer.take('FORWARD')
  return Object.freeze({ kind: 'top', at, count, direction })
}

function readColumn(lexer: Lexer): Column {
  const { at, type } = lexer.token
  // A parameter stands for a value to compare with, not for a result (AQL 1.1.0, rule columnExpr).
  if (type === 'parameter') lexer.fail('a path', 'a value', 'a function')
  const expression = readExpression(lexer, 'a path', 'a value', 'a function')
  if (!lexer.take('AS')) return Object.freeze({ kind: 'column', at, expression })
  return Object.freeze({ kind: 'column', at, expression, alias: readName(lexer, 'a column name') })
}

function readOrderBy(lexer: Lexer): OrderItem[] {
  lexer.next()
  lexer.expect('BY')
  const items = [readOrderItem(lexer)]
  while (lexer.take(',')) items.push(readOrderItem(lexer))
  return items
}

function readOrderItem(lexer: Lexer): OrderItem {
  const { at, type } = lexer.token
  if (type !== 'word') lexer.fail('a path', 'a function')
  const expression = readExpression(lexer, 'a path', 'a function')
  const descending = lexer.take('DESC') ?? lexer.take('DESCENDING')
  if (!descending) lexer.take('ASC') ?? lexer.take('ASCENDING')
  return Object.freeze({ kind: 'order', at, expression, descending: descending !== undefined })
}

function readLimit(lexer: Lexer): Limit {
  const { at } = lexer.token
  // The grammar has OFFSET behind LIMIT. Clients that come from SQL write both orders.
  const before = readOffset(lexer)
  lexer.expect('LIMIT')
  const count = readInteger(lexer)
  const offset = before ?? readOffset(lexer) ?? 0
  return Object.freeze({ kind: 'limit', at, count, offset })
}

const readOffset = (lexer: Lexer): number | undefined =>
  lexer.take('OFFSET') ? readInteger(lexer) : undefined

function readInteger(lexer: Lexer): number {
  if (lexer.token.type !== 'integer') lexer.fail('a whole number')
  return Number(lexer.next().text)
}

/** A word that is no keyword. */
function readName(lexer: Lexer, what: string): string {
  if (lexer.token.type !== 'word' || isReserved(lexer.token.upper)) lexer.fail(what)
  return lexer.next().text
}
