/**
 * Copies the tables of a database that is in use, part by part (decision 0148). Each part is a transaction, so that a copy that was killed goes on with
 * the next one. Changes are noted all the time: a noted row is left out here, and comes when the copy catches up. So no row comes twice, even if
 * an update has moved it from one part to another.
 */
import type pg from 'pg'
import { findTables, IN_SCHEMAS, named, rowsOf, sourceRows, type Table } from '../copy-database.ts'
import { copyTable } from '../copy-table.ts'
import { type NotedTable, notedTables, type Sides, sameKey, withoutTriggers } from '../moving/index.ts'
import { StartError } from '../start-error.ts'

/** So much is copied again after a kill. */
const PART_BYTES = 256e6

/** A table of the source that has rows itself: a table, or a month of the audit trail. */
interface Leaf {
  readonly table: string
  readonly leaf: string
  /** The number of its file. A new one means that rows are at other places. */
  readonly file: string
  readonly blocks: number
  /** With values that are stored outside of its rows, and without indexes. */
  readonly bytes: number
}

const LEAVES = `select ${named('r')} as table, ${named('c')} as leaf, pg_relation_filenode(c.oid)::text as file,
    ceil(pg_relation_size(c.oid) / current_setting('block_size')::float8) as blocks, pg_table_size(c.oid)::float8 as bytes
  from pg_class r left join pg_inherits i on i.inhparent = r.oid join pg_class c on c.oid = coalesce(i.inhrelid, r.oid)
  where r.${IN_SCHEMAS} and not r.relispartition and c.relkind = 'r' order by 1, 2`

const PREFIX = 'copied '

const STATES = `select substr(step, ${PREFIX.length + 1}) as leaf, (detail ->> 'next')::float8 as next, detail ->> 'file' as file
  from cairn.distribution where starts_with(step, '${PREFIX}') order by step`

const PUT_STATE = `insert into cairn.distribution (step, detail) values ('${PREFIX}' || $1, $2)
  on conflict (step) do update set detail = excluded.detail, done_at = clock_timestamp()`

/** The first block that is not copied yet. */
interface LeafState {
  readonly leaf: string
  readonly next: number
  readonly file: string
}

/** Bytes of all rows, with the values that are stored outside of them. */
export async function sizeOf(source: pg.Client): Promise<number> {
  return (await rowsOf<Leaf>(source, LEAVES)).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The months of the audit trail as they are when the copy begins: later events are noted. */
export async function beginParts({ source, target }: Sides): Promise<void> {
  const names = new Set((await findTables(target)).map(({ name }) => name))
  const leaves = (await rowsOf<Leaf>(source, LEAVES)).filter(({ table }) => names.has(table))
  await target.query('begin')
  for (const { leaf, file } of leaves) await target.query(PUT_STATE, [leaf, { next: 0, file }])
  await target.query('commit')
}

export const hasBegun = async (target: pg.Client): Promise<boolean> =>
  (await rowsOf<LeafState>(target, STATES)).length > 0

interface Part {
  readonly leaf: Leaf
  readonly table: Table
  readonly noted: NotedTable
  readonly from: number
  readonly to: number
}

async function copyPart({ source, target }: Sides, { leaf, table, noted, from, to }: Part): Promise<void> {
  const isNoted = `exists (select from ${noted.notes} k where ${sameKey(noted.key, 'k', 's')})`
  const condition = `s.ctid >= '(${from},0)' and s.ctid < '(${to},0)' and not ${isNoted}`
  await target.query('begin')
  await withoutTriggers(target, async () => {
    const rows = sourceRows(table, { relation: leaf.leaf, condition })
    await copyTable({ source, target, table: table.name, columns: table.columns, from: rows })
  })
  await target.query(PUT_STATE, [leaf.leaf, { next: to, file: leaf.file }])
  await target.query('commit')
}

const found = <T>(value: T | undefined, name: string): T => {
  if (value === undefined)
    throw new StartError(`${name} is not as it was when the copy began: cancel, and begin again.`)
  return value
}

export interface PartsOptions {
  /** Told after each part: bytes of all tables that are copied, of how many. */
  readonly told: (done: number, total: number) => void
  readonly partBytes?: number
}

/** Copies what is left, and resolves to the number of bytes that this call copied. Not to be called after the copy has caught up with changes. */
export async function copyParts(
  sides: Sides,
  { told, partBytes = PART_BYTES }: PartsOptions,
): Promise<number> {
  const leaves = new Map((await rowsOf<Leaf>(sides.source, LEAVES)).map(each => [each.leaf, each]))
  const noted = new Map((await notedTables(sides.source)).map(each => [each.name, each]))
  const tables = new Map((await findTables(sides.target)).map(each => [each.name, each]))
  const left = (await rowsOf<LeafState>(sides.target, STATES)).map(({ leaf: name, next, file }) => {
    const leaf = found(leaves.get(name), name)
    found(leaf.file === file ? file : undefined, name)
    const part = {
      leaf,
      table: found(tables.get(leaf.table), name),
      noted: found(noted.get(leaf.table), name),
    }
    return { ...part, next }
  })
  const bytesOf = ({ leaf: { bytes, blocks } }: (typeof left)[number], some: number): number =>
    blocks === 0 ? 0 : (bytes * Math.min(some, blocks)) / blocks
  const total = left.reduce((sum, each) => sum + bytesOf(each, each.leaf.blocks), 0)
  const before = left.reduce((sum, each) => sum + bytesOf(each, each.next), 0)
  let done = before
  for (const each of left) {
    const { blocks, bytes } = each.leaf
    const step = Math.max(1, Math.floor((partBytes * blocks) / bytes))
    for (let from = each.next; from < blocks; from += step) {
      const to = Math.min(from + step, blocks)
      await copyPart(sides, { ...each, from, to })
      done += bytesOf(each, to) - bytesOf(each, from)
      told(done, total)
    }
  }
  return done - before
}
