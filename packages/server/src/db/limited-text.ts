/** Turns the text of a statement for callers with limited rights: it reads the views of migration 0023 instead of the tables. */
import { createHash } from 'node:crypto'
import type { RowLimit } from '../rights/index.ts'
import type { RunnableStatement } from './prepared-query.ts'

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
  'document_preset',
  'record_key',
  'audit_event',
  'envelope_of',
  'greatest_value',
  'least_value',
  'greatest_text',
  'least_text',
  'may_lack_value',
  'reached_records',
  'in_reach',
])

/** Words that can follow the name of a table and are no alias. */
const NO_ALIAS: ReadonlySet<string> = new Set(
  `where join left right inner cross full natural on using order group having limit offset for union except intersect set values
  returning window fetch tablesample as with`.split(/\s+/),
)

/** A string, or a name in our schema with what was before and after it. */
const PARTS =
  /'(?:[^']|'')*'|\b(insert\s+into\s+)?cairn\.([a-z_]+)(\s+as\s+[a-z_][a-z0-9_]*|\s+[a-z_][a-z0-9_]*)?/gi

/** Throws for a table that is neither viewed nor open: a statement that nobody thought of reads nothing. */
export function limitText(text: string, views: RowLimit['views']): string {
  return text.replace(PARTS, (all, inserting: string | undefined, name?: string, after = '') => {
    if (name === undefined) return all
    const table = name.toLowerCase()
    if (OPEN.has(table)) return all
    if (!VIEWED.has(table)) throw new Error(`cairn.${table} is not for callers with limited rights`)
    // New rows are checked before they are written: the views would not know them yet.
    if (inserting !== undefined) return all
    const word = /^\s+([a-z_]+)/i.exec(after)?.[1]?.toLowerCase() ?? ''
    const hasAlias = after !== '' && (word === 'as' || !NO_ALIAS.has(word))
    return `cairn.${table}_by_${views}${hasAlias ? '' : ` as ${table}`}${after}`
  })
}

const LONGEST_NAME = 63

/** A connection keeps prepared statements by name, so that of each kind of limit has its own. */
function limitName(name: string, views: RowLimit['views']): string {
  const limited = `${name} by ${views}`
  return limited.length <= LONGEST_NAME
    ? limited
    : `${views} ${createHash('sha256').update(name).digest('base64url')}`
}

export type LimitStatement = (statement: RunnableStatement) => RunnableStatement

/** Statements that are constants are turned once. */
export function statementLimiter(): (views: RowLimit['views']) => LimitStatement {
  const known = new Map<RowLimit['views'], WeakMap<RunnableStatement, RunnableStatement>>()
  return views => {
    const turned = known.get(views) ?? new WeakMap<RunnableStatement, RunnableStatement>()
    known.set(views, turned)
    return statement => {
      if (statement.seesAll) return statement
      const earlier = turned.get(statement)
      if (earlier) return earlier
      const limited = {
        ...statement,
        name: limitName(statement.name, views),
        text: limitText(statement.text, views),
      }
      turned.set(statement, limited)
      return limited
    }
  }
}
