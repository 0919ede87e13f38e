/** Texts of queries, put together from random parts. */
import fc from 'fast-check'
import type { RandomQuery } from '../../packages/openehr/test/aql/random-queries.ts'

/** Classes of which a query selects the whole object. */
const OBJECTS =
  /\b(?:COMPOSITION|OBSERVATION|SECTION|ELEMENT|CLUSTER|EVENT|ITEM_TREE|HISTORY|LOCATABLE|PARTY|ACTOR|PERSON|ROLE|PARTY_IDENTITY|CONTACT|ADDRESS) (\w)\b/

const objectIn = (from: string): string | undefined => from.match(OBJECTS)?.[1]

const orderBy = (order: readonly string[]): string =>
  order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''

/** One of several texts that the parts of a query can be put together to. */
export const queryTexts: fc.Arbitrary<(parts: RandomQuery) => string> = fc.constantFrom(
  ({ columns, from, conditions: [a] }) => `SELECT ${columns.join(', ')} FROM ${from} WHERE ${a}`,
  ({ columns, from, order }) => `SELECT ${columns.join(', ')} FROM ${from}${orderBy(order)}`,
  ({ columns, from, conditions: [a, b], order }) =>
    `SELECT ${columns.join(', ')} FROM ${from} WHERE ${a} AND NOT (${b})${orderBy(order)} LIMIT 5 OFFSET 1`,
  ({ columns, from, order }) => `SELECT DISTINCT ${columns.join(', ')} FROM ${from}${orderBy(order)}`,
  ({ columns: [column], from, conditions: [a] }) =>
    `SELECT COUNT(*), COUNT(${column}), COUNT(DISTINCT ${column}), MIN(${column}), MAX(${column}) FROM ${from} WHERE ${a}`,
  ({ columns: [column], from }) => `SELECT ${column}, COUNT(*) FROM ${from}`,
  ({ columns: [column], from }) => `SELECT ${column}, COUNT(*) AS n FROM ${from} ORDER BY n DESC, ${column}`,
  ({ columns, from, conditions: [a] }) =>
    `SELECT ${[...columns, objectIn(from) ?? columns[0]].join(', ')} FROM ${from} WHERE ${a}`,
)
