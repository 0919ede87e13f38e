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
  sourceRows,
  type Table,
} from '../copy-database.ts'
import { copyTable } from '../copy-table.ts'
import { withoutData } from '../database-error.ts'
import { quoteText } from '../quote.ts'
import { StartError } from '../start-error.ts'
import { compareRows, type Sides } from './compare-rows.ts'
import { notedTables } from './note-changes.ts'

/** A table with noted keys. They are in the temporary table `keys` on both sides, and `rows` has the rows that the source has still. */
export interface Changed extends Table {
  readonly key: readonly string[]
  readonly keys: string
  readonly rows: string
  /** Columns of a row that may be set. */
  readonly others: readonly string[]
  /** False if the target has no primary key of these columns, as the audit trail has none. */
  readonly isUnique: boolean
}

const REFERENCES = `select ${named('t')} as name, quote_ident(c.conname) as reference
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  where c.contype = 'f' and c.conparentid = 0 and t.${IN_SCHEMAS}`

/** Tables that a cluster has divided have none, and it refuses to switch them. */
const WITH_TRIGGERS = `select distinct ${named('c')} as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.${IN_SCHEMAS} and not c.relispartition and not t.tgisinternal`

const FIXED = `select quote_ident(a.attname) as name from pg_attribute a
  where a.attrelid = $1::regclass and a.attidentity = 'a'`

/** Triggers of tables are off meanwhile: the rows have passed them once. */
export async function withoutTriggers(target: pg.Client, work: () => Promise<void>): Promise<void> {
  const tables = await rowsOf<{ name: string }>(target, WITH_TRIGGERS)
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`)
  await work()
  for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`)
}

/** Rows come in any order, and rows that were checked once are not counted again: references are checked at the end, and triggers of tables are off. */
async function unordered(target: pg.Client, work: () => Promise<void>): Promise<void> {
  const references = await rowsOf<{ name: string; reference: string }>(target, REFERENCES)
  const alter = async (how: string) => {
    for (const { name, reference } of references)
      await target.query(`alter table ${name} alter constraint ${reference} ${how}`)
  }
  await alter('deferrable initially deferred')
  await withoutTriggers(target, async () => {
    await work()
    await target.query('set constraints all immediate')
  })
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

export const sameKey = (key: readonly string[], one: string, other: string): string =>
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
  const from = `${sourceRows(changed)} where exists (select from ${keys} k where ${sameKey(key, 'k', 't')})`
  await copyTable({ source, target, table: rows, columns, from })
}

/** Least and greatest keys as a condition: PostgreSQL reads only the months of the audit trail that have them. */
async function keyRange(target: pg.Client, { key, keys }: Changed): Promise<string> {
  const bounds = key.map(column => `min(${column})::text, max(${column})::text`)
  const { rows } = await target.query<string[]>({
    text: `select ${bounds.join(', ')} from ${keys}`,
    rowMode: 'array',
  })
  return key
    .map((column, at) => {
      const [least = '', greatest = ''] = (rows[0] ?? []).slice(2 * at)
      return `t.${column} between ${quoteText(least)} and ${quoteText(greatest)}`
    })
    .join(' and ')
}

/** Removes the rows that the source has no more. Those of a table without a unique key are all removed, and come again: they cannot be replaced. */
async function removeGone(target: pg.Client, changed: Changed): Promise<number> {
  const { name, key, keys, rows, isUnique } = changed
  const gone = isUnique
    ? `(select * from ${keys} g where not exists (select from ${rows} r where ${sameKey(key, 'r', 'g')}))`
    : keys
  const { rowCount } = await target.query(`select from ${gone} k limit 1`)
  if (rowCount === 0) return 0
  const range = isUnique ? 'true' : await keyRange(target, changed)
  const removed = await target.query(
    `delete from ${name} t using ${gone} k where ${sameKey(key, 't', 'k')} and ${range}`,
  )
  return isUnique ? (removed.rowCount ?? 0) : 0
}

function putRows({ name, columns, key, rows, others, isUnique }: Changed): string {
  const insert = `insert into ${name} (${columns}) overriding system value select ${columns} from ${rows} r`
  if (!isUnique) return insert
  const set = others.map(column => `${column} = excluded.${column}`).join(', ')
  return `${insert} on conflict (${key.join(', ')}) do ${set === '' ? 'nothing' : `update set ${set}`}`
}

async function findChanged(sides: Sides, tables: readonly Table[]): Promise<readonly Changed[]> {
  const byName = async (client: pg.Client) =>
    new Map((await notedTables(client)).map(each => [each.name, each]))
  const [noted, own] = [await byName(sides.source), await byName(sides.target)]
  const changed: Changed[] = []
  for (const [index, table] of tables.entries()) {
    const known = noted.get(table.name)
    const there = own.get(table.name)
    if (!known || !there) throw new Error(`${table.name} has no notes`)
    const { key } = known
    const [keys, rows] = [`cairn_keys_${index}`, `cairn_rows_${index}`]
    if ((await takeKeys(sides, known.notes, keys)) === 0) continue
    const { rows: fixed } = await sides.target.query<{ name: string }>(FIXED, [table.name])
    const others = table.columns
      .split(', ')
      .filter(column => !key.includes(column) && !fixed.some(({ name }) => name === column))
    const isUnique = there.hasPrimaryKey && there.key.join() === key.join()
    changed.push({ ...table, key, keys, rows, others, isUnique })
  }
  return changed
}

async function applyChanged(
  sides: Sides,
  changed: readonly Changed[],
  { applied = async () => {} }: CatchUpOptions,
): Promise<number> {
  const { target } = sides
  let rows = 0
  for (const each of changed) await fetchChanged(sides, each)
  for (const each of [...changed].reverse()) rows += await removeGone(target, each)
  for (const each of changed) rows += (await target.query(putRows(each))).rowCount ?? 0
  for (const each of changed) {
    const { key, keys } = each
    await applied(target, each)
    await compareRows(sides, {
      table: each,
      // A cluster sends these keys to its nodes; it has no plan for a condition that asks for each.
      where: `where (${key.join(', ')}) in (select ${key.join(', ')} from ${keys})`,
    })
  }
  return rows
}

const SCHEMA = `select string_agg(number || ' ' || checksum, ',' order by number) as version from cairn.migration`

async function requireSameSchema({ source, target }: Sides): Promise<void> {
  const [of, at] = [await rowsOf(source, SCHEMA), await rowsOf(target, SCHEMA)]
  if (of[0]?.['version'] !== at[0]?.['version'])
    throw new StartError('The database was upgraded while it was copied: cancel, and begin again.')
}

export interface CatchUpOptions {
  /** Every row of both is compared, not only those that were changed. */
  readonly isWhole: boolean
  /** Called for each table whose changes the copy has now, before it commits. */
  readonly applied?: (target: pg.Client, changed: Changed) => Promise<void>
}

interface CaughtUp {
  /** Rows that were written or deleted in the copy. */
  readonly rows: number
}

async function round(sides: Sides, options: CatchUpOptions): Promise<CaughtUp> {
  const { source, target } = sides
  await source.query('begin isolation level repeatable read')
  await target.query('begin')
  // A coordinator opens up to 16 connections to each node for a statement of all shards, which takes longer than to write a few rows.
  if (!options.isWhole) await target.query('set local citus.max_adaptive_executor_pool_size to 1')
  await requireSameSchema(sides)
  await copyPartitions(source, target)
  const tables = await findTables(target)
  const changed = await findChanged(sides, tables)
  let rows = 0
  if (changed.length > 0)
    await unordered(target, async () => {
      rows = await applyChanged(sides, changed, options)
    })
  // The source is read in one state, which the copy has now.
  if (options.isWhole) for (const table of tables) await compareRows(sides, { table, where: '' })
  await copyIndexes(source, target)
  await copySequences(source, target)
  // In this order: what is noted still is applied again.
  await target.query('commit')
  await source.query('commit')
  return { rows }
}

export async function catchUp(
  sourceUrl: string,
  targetUrl: string,
  options: CatchUpOptions,
): Promise<CaughtUp> {
  const clients: pg.Client[] = []
  try {
    const target = await connected(targetUrl)
    clients.push(target)
    const source = await connected(sourceUrl)
    clients.push(source)
    return await round({ source, target }, options)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The copy could not be brought up to date. ${withoutData(error, 'catch up').message}`,
    )
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}

/** Rows that the last call may have left to be copied, so that the pause is short; it is tried so often. */
const [FEW_ROWS, MOST_ROUNDS] = [2000, 8]

/** Copies changes until few are left. */
export async function followChanges(
  sourceUrl: string,
  targetUrl: string,
  options: CatchUpOptions,
): Promise<void> {
  for (let round = 1; round <= MOST_ROUNDS; round++)
    if ((await catchUp(sourceUrl, targetUrl, options)).rows < FEW_ROWS) return
}
