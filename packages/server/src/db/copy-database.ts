/** Copies everything that Cairn has in one database into another, whatever their versions of PostgreSQL (decision 0057). */
import pg from 'pg'
import { copyTable } from './copy-table.ts'
import { withoutData } from './database-error.ts'
import { BATCH_OF_EVENT } from './distribution/placement.ts'
import { WAIT_FOR_DISK } from './durability.ts'
import { migrate } from './migrate.ts'
import { orderTables, type TableReference } from './order-tables.ts'
import { StartError } from './start-error.ts'

/** Told how many rows were copied, of how many. */
type TellRows = (rows: number, total: number) => void

export interface CopiedDatabase {
  readonly tables: number
  readonly rows: number
}

export interface Table {
  /** With its schema, quoted. */
  readonly name: string
  readonly columns: string
  /** Expressions for columns that the source lacks or leaves empty, by their quoted names. */
  readonly computed: Readonly<Record<string, string>>
}

/** The rows of the source with the columns of the target, as `t`: all of a table, or those of `relation` that `condition` (about `s`) holds for. */
export const sourceRows = (
  { name, columns, computed }: Table,
  { relation = name, condition = 'true' }: { readonly relation?: string; readonly condition?: string } = {},
): string => {
  const list = columns.split(', ').map(each => (computed[each] ? `${computed[each]} as ${each}` : each))
  return `(select ${list.join(', ')} from ${relation} s where ${condition}) t`
}

/** The name of a relation with its schema, quoted, whatever the search path. */
export const named = (relation: string): string =>
  `format('%I.%I', ${relation}.relnamespace::regnamespace::text, ${relation}.relname)`

/** Of records, and of parties. */
export const IN_SCHEMAS = `relnamespace::regnamespace::text in ('cairn', 'cairn_party')`

/** Rows of tables that the migrations themselves fill, or that belong to a cluster: a copy of a distributed database is on one server. */
const NOT_COPIED = ['cairn.migration', 'cairn.distribution', 'cairn.object_claim']

/** Tables that have rows as soon as a server has started once. */
const FIRST_FILLED = ['instance', 'client', 'audit_event', 'ehr', 'template']

export const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cairn copy',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `set statement_timeout to 0; set lock_timeout to 0; set timezone to 'UTC'; ${WAIT_FOR_DISK}`,
  )
  return client
}

export async function rowsOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row[]> {
  const { rows } = await client.query<Row>(text)
  return rows
}

/** A database that is in use is never written to. */
export async function refuseUsed(target: pg.Client): Promise<void> {
  for (const table of FIRST_FILLED) {
    const [found] = await rowsOf<{ known: boolean }>(
      target,
      `select to_regclass('cairn.${table}') is not null as known`,
    )
    if (!found?.known) continue
    const [row] = await rowsOf<{ used: boolean }>(
      target,
      `select exists (select from cairn.${table}) as used`,
    )
    if (row?.used)
      throw new StartError('The database to copy to has records of Cairn already: give an empty one.')
  }
}

const TRAIL = 'cairn.audit_trail'

/** Batches that old events are kept by in a distributed database. */
const BATCHES: Readonly<Record<string, Table['computed']>> = {
  [TRAIL]: { batch: BATCH_OF_EVENT },
  'cairn.audit_old_event': { batch: `coalesce(batch, ${BATCH_OF_EVENT})` },
}

const TABLES = `select ${named('c')} as name,
    string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.${IN_SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.oid, c.relnamespace, c.relname order by 1`

const REFERENCES = `select ${named('t')} as from_table, ${named('o')} as to_table
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class o on o.oid = c.confrelid
  where c.contype = 'f' and t.${IN_SCHEMAS} and c.conrelid <> c.confrelid`

/** As the target has them: a distributed source has fewer references, and a column more; a distributed target needs a value for it. */
export async function findTables(target: pg.Client): Promise<readonly Table[]> {
  const rows = await rowsOf<Omit<Table, 'computed'>>(target, TABLES)
  const hasBatches = rows.some(({ name, columns }) => name === TRAIL && columns.split(', ').includes('batch'))
  const found = rows
    .filter(({ name }) => !NOT_COPIED.includes(name))
    .map(each => ({ ...each, computed: (hasBatches && BATCHES[each.name]) || {} }))
  const references: TableReference[] = (
    await rowsOf<{ from_table: string; to_table: string }>(target, REFERENCES)
  ).map(({ from_table, to_table }) => ({ from: from_table, to: to_table }))
  const byName = new Map(found.map(each => [each.name, each]))
  return orderTables([...byName.keys()], references).flatMap(name => byName.get(name) ?? [])
}

/** Months of the audit trail, so that their events come to where retention finds them. */
export async function copyPartitions(source: pg.Client, target: pg.Client): Promise<void> {
  const months = await rowsOf<{ month: string }>(
    source,
    `select to_date(substr(c.relname, length('audit_trail_') + 1), 'YYYY_MM')::text as month
     from pg_inherits p join pg_class c on c.oid = p.inhrelid
     where p.inhparent = to_regclass('cairn.audit_trail') and c.relname ~ '^audit_trail_\\d{4}_\\d\\d$'`,
  )
  for (const { month } of months) await target.query('select cairn.make_audit_partition($1::date)', [month])
}

async function countRows(source: pg.Client, tables: readonly Table[]): Promise<number> {
  let total = 0
  for (const table of tables) {
    const [row] = await rowsOf<{ rows: number }>(source, `select count(*)::float8 as rows from ${table.name}`)
    total += row?.rows ?? 0
  }
  return total
}

async function copyTables(source: pg.Client, target: pg.Client, told: TellRows): Promise<CopiedDatabase> {
  const tables = await findTables(target)
  // Triggers count and refuse changes; the rows have passed them once.
  for (const table of tables) await target.query(`alter table ${table.name} disable trigger user`)
  // Rows that migrations put there come from the source too.
  for (const table of [...tables].reverse()) await target.query(`delete from ${table.name}`)
  const total = await countRows(source, tables)
  let rows = 0
  for (const table of tables) {
    const before = rows
    const copied = (some: number) => told(before + some, total)
    rows += await copyTable({ source, target, table: table.name, columns: table.columns, copied })
  }
  for (const table of tables) await target.query(`alter table ${table.name} enable trigger user`)
  return { tables: tables.length, rows }
}

interface StoredIndex {
  readonly name: string
  readonly definition: string
  readonly about: string | null
}

const INDEXES = `select ${named('c')} as name, pg_get_indexdef(c.oid) as definition, obj_description(c.oid, 'pg_class') as about
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.${IN_SCHEMAS} and i.indisvalid`

/** Indexes that name keys of the dictionary: value indexes, which are made while a server works, and that of start times. */
export async function copyIndexes(source: pg.Client, target: pg.Client): Promise<void> {
  const wanted = await rowsOf<StoredIndex>(source, INDEXES)
  const there = new Set((await rowsOf<StoredIndex>(target, INDEXES)).map(({ name }) => name))
  // The migrations of the target made it for a key of their own, which is another path now.
  for (const name of there)
    if (name.startsWith('cairn.root_start_time_') && !wanted.some(each => each.name === name))
      await target.query(`drop index ${name}`)
  for (const { name, definition, about } of wanted) {
    if (there.has(name)) continue
    await target.query(definition)
    if (about !== null) await target.query(`comment on index ${name} is ${pg.escapeLiteral(about)}`)
  }
}

/** The next number goes on after the last one that was given. */
export async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const sequences = await rowsOf<{ name: string }>(
    source,
    `select ${named('c')} as name from pg_class c where ${IN_SCHEMAS} and relkind = 'S'`,
  )
  for (const { name } of sequences) {
    const [state] = await rowsOf<{ last: string; called: boolean }>(
      source,
      `select last_value::text as last, is_called as called from ${name}`,
    )
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, state?.last, state?.called])
  }
}

/** All or nothing: the target is written to in one transaction, and the source is read in one state. */
export async function copyDatabase(
  sourceUrl: string,
  targetUrl: string,
  told: TellRows,
): Promise<CopiedDatabase> {
  const clients: pg.Client[] = []
  try {
    const target = await connected(targetUrl)
    clients.push(target)
    await refuseUsed(target)
    await migrate(targetUrl)
    const source = await connected(sourceUrl)
    clients.push(source)
    await source.query('begin isolation level repeatable read read only')
    await target.query('begin')
    await copyPartitions(source, target)
    const result = await copyTables(source, target, told)
    await copyIndexes(source, target)
    await copySequences(source, target)
    await target.query('commit')
    // Without figures about the tables, the first queries would be planned badly.
    await target.query('analyze')
    return result
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database could not be copied, and the new one is as it was. ${withoutData(error, 'copy').message}`,
    )
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}
