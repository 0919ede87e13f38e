/** Turns the text of a statement for callers with limited rights: it reads the views of migration 0023 instead of the tables. */
import { createHash } from 'node:crypto'
import type { RowLimit } from '../rights/index.ts'
import type { RunnableStatement } from './fast/prepared-query.plain.ts'

type Views = RowLimit['views']

/** Tables with a view for each kind of limit. */
const VIEWED: ReadonlySet<string> = new Set([
  'ehr',
  'ehr_subject',
  'contribution',
  'versioned_object',
  'version',
  'root',
  'item_tag',
  'finding',
  'episode',
  'erased_ehr',
  'erased_object',
  'template',
  'datamap',
  'stored_query',
])

/** Tables and functions with nothing about anybody, and the audit trail, which such statements only add to. */
const OPEN: ReadonlySet<string> = new Set([
  'archetype',
  'archetype_path',
  'path',
  'dictionary_state',
  'shared_leaves',
  'document_preset',
  'record_key',
  'audit_event',
  'audit_trail',
  'envelope_of',
  'greatest_value',
  'least_value',
  'greatest_text',
  'least_text',
  'may_lack_value',
  'order_text',
  'instance_starts',
  'leaf_below',
  'by_vector',
  'reached_records',
  'in_reach',
])

/** Words that can follow the name of a table and are no alias. */
const NO_ALIAS =
  `where join left right inner cross full natural on using order group having limit offset for union except intersect set values
  returning window fetch tablesample as with`.split(/\s+/)

/** Patterns: a string, and the name of a table in our schema with its alias. */
export const STRING = "'(?:[^']|'')*'"
export const NAMED_TABLE = `cairn\\.([a-z_]+)(\\s+as\\s+[a-z_][a-z0-9_]*|\\s+(?!(?:${NO_ALIAS.join('|')})\\b)[a-z_][a-z0-9_]*)?`

/** A string, or a table with what was before it. */
const PARTS = new RegExp(`${STRING}|\\b(insert\\s+into\\s+)?${NAMED_TABLE}`, 'gi')

/** False for a table that is open. Throws for one that is neither viewed nor open: a statement that nobody thought of reads nothing. */
export function requireViewed(table: string): boolean {
  if (OPEN.has(table)) return false
  if (!VIEWED.has(table)) throw new Error(`cairn.${table} is not for callers with limited rights`)
  return true
}

export function limitText(text: string, views: Views): string {
  return text.replace(PARTS, (all, inserting: string | undefined, name?: string, alias = '') => {
    if (name === undefined) return all
    const table = name.toLowerCase()
    // New rows are checked before they are written: the views would not know them yet.
    if (!requireViewed(table) || inserting !== undefined) return all
    return `cairn.${table}_by_${views}${alias === '' ? ` as ${table}` : alias}`
  })
}

const LONGEST_NAME = 63

/** A connection keeps prepared statements by name, so that of each kind of limit has its own. */
export function limitName(name: string, views: Views): string {
  const limited = `${name} by ${views}`
  return limited.length <= LONGEST_NAME
    ? limited
    : `${views} ${createHash('sha256').update(name).digest('base64url')}`
}

/** A statement with the values that it takes. */
interface LimitedCall {
  readonly statement: RunnableStatement
  readonly values: readonly unknown[]
}

export type LimitStatement = (
  statement: RunnableStatement,
  values: readonly unknown[],
) => LimitedCall | Promise<LimitedCall>

/** Statements that are constants are turned once for each kind of limit. */
export function turnOnce<Turned>(
  turn: (statement: RunnableStatement, views: Views, values: readonly unknown[]) => Turned,
): typeof turn {
  const known = new Map<Views, WeakMap<RunnableStatement, Turned>>()
  return (statement, views, values) => {
    const turned = known.get(views) ?? new WeakMap<RunnableStatement, Turned>()
    known.set(views, turned)
    const earlier = turned.get(statement)
    if (earlier !== undefined) return earlier
    const made = turn(statement, views, values)
    turned.set(statement, made)
    return made
  }
}

/** Statements over the views. */
export function statementLimiter(): (views: Views) => LimitStatement {
  const turned = turnOnce((statement, views) => ({
    ...statement,
    name: limitName(statement.name, views),
    text: limitText(statement.text, views),
  }))
  return views => (statement, values) => ({
    statement: statement.seesAll ? statement : turned(statement, views, values),
    values,
  })
}
