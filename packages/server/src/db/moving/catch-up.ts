/** Brings a copy to the state of its source: rows whose keys were noted since (decision 0130). One call is one transaction; it can be repeated. */
import type pg from 'pg'
import {
  connected,
  copyIndexes,
  copyPartitions,
  copySequences,
  findTables,
  IN_SCHEMAS,
  named,
  rowsOf,
  type Table,
} from '../copy-database.ts'
import { copyTable } from '../copy-table.ts'
import { withoutData } from '../database-error.ts'
import { StartError } from '../start-error.ts'
import { compareRows, type Sides } from './compare-rows.ts'
import { type NotedTable, notedTables } from './note-changes.ts'

interface Changed extends Table, NotedTable {
  readonly keys: string
  readonly rows: string
  /** Columns of a row that may be set. */
  readonly others: readonly string[]
}

const REFERENCES = `select ${named('t')} as name, quote_ident(c.conname) as reference
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'f' and c.conparentid = 0 and t.${IN_SCHEMAS}`

const FIXED = `select quote_ident(a.attname) as name from pg_attribute a
  where a.attrelid = $1::regclass and a.attidentity = 'a'`

/** Rows come in any order, and rows that were checked once are not counted again: references are checked at the end, and triggers of tables are off. */
async function unordered(
  target: pg.Client,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const references = await rowsOf<{ name: string; reference: string }>(target, REFERENCES)
  const alter = async (how: string) => {
    for (const { name, reference } of references)
      await target.query(`alter table ${name} alter constraint ${reference} ${how}`)
  }
  await alter('deferrable initially deferred')
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`)
  await work()
  await target.query('set constraints all immediate')
  for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`)
  await alter('not deferrable')
}

/** Takes the noted keys of a table: if the source rolls back, they are noted still. */
async function takeKeys({ source }: Sides, notes: string, keys: string): Promise<number> {
  const taken = await source.query(
    `create temp table ${keys} on commit drop as
     with gone as (delete from ${notes} returning *) select distinct * from gone`,
  )
  return taken.rowCount ?? 0
}

const sameKey = (key: readonly string[], one: string, other: string): string =>
  key.map(column => `${one}.${column} = ${other}.${column}`).join(' and ')

/** Keys and rows of a table come into tables of the session. */
async function fetchChanged({ source, target }: Sides, changed: Changed): Promise<void> {
  const { name, columns, key, keys, rows } = changed
  await target.query(
    `create temp table ${keys} on commit drop as select ${key.join(', ')} from ${name} with no data`,
  )
  await target.query(
    `create temp table ${rows} on commit drop as select ${columns} from ${name} with no data`,
  )
  await copyTable({ source, target, table: keys, columns: key.join(', ') })
  const from = `${name} t where exists (select from ${keys} k where ${sameKey(key, 'k', 't')})`
  await copyTable({ source, target, table: rows, columns, from })
}

const deleteGone = ({ name, key, keys, rows }: Changed): string =>
  `delete from ${name} t using ${keys} k where ${sameKey(key, 't', 'k')}
     and not exists (select from ${rows} r where ${sameKey(key, 'r', 't')})`

/** Without a primary key there is nothing to be in conflict with: events are added, and one that was copied already stays. */
function putRows({ name, columns, key, rows, others, hasPrimaryKey }: Changed): string {
  const insert = `insert into ${name} (${columns}) overriding system value select ${columns} from ${rows} r`
  if (!hasPrimaryKey)
    return `${insert} where not exists (select from ${name} t where ${sameKey(key, 't', 'r')})`
  const set = others.map(column => `${column} = excluded.${column}`).join(', ')
  return `${insert} on conflict (${key.join(', ')}) do ${set === '' ? 'nothing' : `update set ${set}`}`
}

async function findChanged(sides: Sides, tables: readonly Table[]): Promise<readonly Changed[]> {
  const noted = new Map((await notedTables(sides.target)).map(each => [each.name, each]))
  const changed: Changed[] = []
  for (const [index, table] of tables.entries()) {
    const known = noted.get(table.name)
    if (!known) throw new Error(`${table.name} has no notes`)
    const [keys, rows] = [`cairn_keys_${index}`, `cairn_rows_${index}`]
    if ((await takeKeys(sides, known.notes, keys)) === 0) continue
    const { rows: fixed } = await sides.target.query<{ name: string }>(FIXED, [table.name])
    const others = table.columns
      .split(', ')
      .filter(column => !known.key.includes(column) && !fixed.some(({ name }) => name === column))
    changed.push({ ...table, ...known, keys, rows, others })
  }
  return changed
}

async function applyChanged(sides: Sides, changed: readonly Changed[]): Promise<number> {
  const { target } = sides
  let rows = 0
  for (const each of changed) await fetchChanged(sides, each)
  for (const each of [...changed].reverse()) rows += (await target.query(deleteGone(each))).rowCount ?? 0
  for (const each of changed) rows += (await target.query(putRows(each))).rowCount ?? 0
  for (const { name, columns, key, keys } of changed)
    await compareRows(sides, {
      name,
      columns,
      where: `where exists (select from ${keys} k where ${sameKey(key, 'k', 't')})`,
    })
  return rows
}

const SCHEMA = `select string_agg(number || ' ' || checksum, ',' order by number) as version from cairn.migration`

async function requireSameSchema({ source, target }: Sides): Promise<void> {
  const [of, at] = [await rowsOf(source, SCHEMA), await rowsOf(target, SCHEMA)]
  if (of[0]?.['version'] !== at[0]?.['version'])
    throw new StartError(
      'The database was upgraded while it moved: take the move back with --cancel, and begin again.',
    )
}

interface CaughtUp {
  /** Rows that were written or deleted in the copy. */
  readonly rows: number
}

async function round(sides: Sides, isWhole: boolean): Promise<CaughtUp> {
  const { source, target } = sides
  await source.query('begin isolation level repeatable read')
  await target.query('begin')
  await requireSameSchema(sides)
  await copyPartitions(source, target)
  const tables = await findTables(target)
  const changed = await findChanged(sides, tables)
  let rows = 0
  if (changed.length > 0)
    await unordered(target, tables, async () => {
      rows = await applyChanged(sides, changed)
    })
  // The source is read in one state, which the copy has now.
  if (isWhole) for (const { name, columns } of tables) await compareRows(sides, { name, columns, where: '' })
  await copyIndexes(source, target)
  await copySequences(source, target)
  // In this order: what is noted still is applied again.
  await target.query('commit')
  await source.query('commit')
  return { rows }
}

/** `isWhole`: every row of both is compared, not only those that were changed. */
export async function catchUp(
  sourceUrl: string,
  targetUrl: string,
  { isWhole }: { readonly isWhole: boolean },
): Promise<CaughtUp> {
  const clients: pg.Client[] = []
  try {
    const target = await connected(targetUrl)
    clients.push(target)
    const source = await connected(sourceUrl)
    clients.push(source)
    return await round({ source, target }, isWhole)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The copy could not be brought up to date. ${withoutData(error, 'catch up').message}`,
    )
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}
