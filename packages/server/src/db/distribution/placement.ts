/** The tables by their place in a distributed database (decision 0064). */
import { TABLES, type Table, type TableName } from '../writing/tables.ts'

const DESCRIBED: Readonly<Record<string, Table>> = TABLES

const named = (kind: Table['place']['kind']): readonly string[] =>
  Object.entries(DESCRIBED).flatMap(([table, { place }]) => (place.kind === kind ? [table] : []))

export const REFERENCE_TABLES = named('reference')
export const TABLES_BY_EHR = named('by ehr')
export const TABLES_BY_THEMSELVES = named('by itself')

/** All that the cluster knows of. */
export const SPREAD_TABLES: readonly string[] = [
  ...REFERENCE_TABLES,
  ...TABLES_BY_EHR,
  ...TABLES_BY_THEMSELVES,
]

export function columnOf(table: string): string {
  const place = DESCRIBED[table]?.place
  if (!place || !('column' in place)) throw new Error(`the table ${table} is not divided`)
  return place.column
}

/** Columns that PostgreSQL numbers by itself; a distributed table calls a sequence of the same name instead. */
export const NUMBERED_COLUMNS: readonly (readonly [table: TableName, column: string])[] = [
  ['template', 'template_key'],
  ['archetype', 'archetype_key'],
  ['shared_leaves', 'shared_key'],
  ['versioned_object', 'serial'],
  ['version', 'commit_number'],
  ['episode', 'number'],
  ['audit_act', 'act'],
  ['audit_actor', 'actor'],
]

/** Triggers of tables that the cluster knows of: it has none. Statements for a distributed database do their work. */
export const TRIGGERS: readonly (readonly [table: string, trigger: string])[] = [
  ['audit_old_event', 'audit_event_append_only'],
  ['audit_act', 'audit_append_only'],
  ['audit_actor', 'audit_append_only'],
  ['audit_trail', 'audit_append_only'],
]

/** The batch of an event of the audit trail that was written before the database was distributed. */
export const BATCH_OF_EVENT = "md5('batch ' || event_id / 1000)::uuid"
