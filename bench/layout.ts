/**
 * Candidates for the layout of the store: each candidate holds the same compositions, and answers the same questions.
 *
 *   npm run bench layout            100,000 compositions; CAIRN_BENCH_COUNT for another number,
 *                                   CAIRN_BENCH_LAYOUTS=root,node for some of the layouts only
 *
 * PostgreSQL 18 as Cairn brings it along, in a temporary folder, fsync on, shared_buffers 1 GB, otherwise as it comes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, migrate, openEmbedded, openPool, sql } from '../packages/server/src/db/index.ts'
import { compositions, EHRS, ehrOf, LONG_RECORD, SHORT_RECORD } from './layout-data.ts'
import { writeDocuments } from './layout-documents.ts'
import { nodeRows } from './layout-nodes.ts'
import { arrayLeaves, framedLeaves, jsonbLeaves, leafRows } from './layout-roots.ts'
import type { Layout } from './layout-shapes.ts'

const COUNT = Number(process.env['CAIRN_BENCH_COUNT'] ?? 100_000)
const WANTED = process.env['CAIRN_BENCH_LAYOUTS']?.split(',')
const BATCH = 200
const ROUNDS = 9
const WARM_UP = 7

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-layout-'))
  const server = await openEmbedded({
    dataDir: folder,
    settings: { shared_buffers: '1GB', max_wal_size: '4GB' },
  })
  const db = openPool(server.url, { max: 1, applicationName: 'cairn bench' })
  try {
    await migrate(server.url)
    await execute(db, 'create schema bench')
    const bytes = await loadDocuments(db)
    const layouts = [jsonbLeaves(db), nodeRows, framedLeaves(db), arrayLeaves(db), leafRows(db)]
    for (const layout of layouts)
      if (WANTED === undefined || WANTED.some(name => layout.name.includes(name)))
        await measure(db, layout, bytes)
  } finally {
    await db.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const execute = (db: Database, text: string) => db.execute(sql({ name: 'bench.run', text, prepare: false }))

async function loadDocuments(db: Database): Promise<number> {
  const ehrs = Array.from({ length: EHRS }, (_, at) => ehrOf(at))
  const started = performance.now()
  const { bytes, seconds } = await writeDocuments(db, ehrs, compositions(COUNT, BATCH))
  await execute(db, 'vacuum analyze')
  const size = await sizeOf(db, ['cairn.version'])
  const beside = await sizeOf(db, ['cairn.contribution', 'cairn.versioned_object'])
  console.log(
    `${COUNT} compositions, ${mb(bytes)} MB of canonical JSON; version ${mb(size.table)} + ${mb(size.indexes)} MB, ` +
      `contribution and object ${mb(beside.table)} + ${mb(beside.indexes)} MB; ` +
      `${Math.round(COUNT / seconds)}/s in the database, ${Math.round((performance.now() - started) / 1000)} s in all`,
  )
  return bytes
}

const mb = (bytes: number): number => Math.round(bytes / 1e6)

async function sizeOf(db: Database, tables: readonly string[]): Promise<{ table: number; indexes: number }> {
  const list = tables.map(name => `'${name}'::regclass`).join()
  const [row] = await db.query(
    sql<{ table: number; indexes: number }>({
      name: 'bench.size',
      prepare: false,
      text: `select sum(pg_table_size(t))::bigint as table, sum(pg_indexes_size(t))::bigint as indexes
        from unnest(array[${list}]) t`,
    }),
  )
  return row ?? { table: 0, indexes: 0 }
}

async function measure(db: Database, layout: Layout, bytes: number): Promise<void> {
  await execute(db, layout.create)
  const insert = sql<never, [rows: string]>({ name: `bench.${layout.name}`, text: layout.insert })
  let written = 0
  let making = 0
  let writing = 0
  for (const made of compositions(COUNT, BATCH)) {
    const start = performance.now()
    const rows = await layout.rows(made)
    const between = performance.now()
    written += await db.execute(insert, [rows])
    writing += performance.now() - between
    making += between - start
  }
  await execute(db, `vacuum analyze ${layout.tables.join()}`)
  const size = await sizeOf(db, layout.tables)
  const all = await sizeOf(db, [
    'cairn.version',
    'cairn.contribution',
    'cairn.versioned_object',
    ...layout.tables,
  ])
  console.log(
    `\n${layout.name}: ${(written / COUNT).toFixed(1)} rows a composition, ${Math.round(COUNT / (writing / 1000))}/s ` +
      `(rows made in ${Math.round((making / COUNT) * 1000)} µs each); ${mb(size.table)} + ${mb(size.indexes)} MB; ` +
      `stored bytes per byte, all tables and indexes: ${((all.table + all.indexes) / bytes).toFixed(2)}`,
  )
  const table: Record<string, object> = {}
  for (const [name, text] of Object.entries(layout.shapes()))
    for (const [label, ehr] of text.includes('$1')
      ? [
          [`${name} (10 compositions)`, SHORT_RECORD] as const,
          [`${name} (${COUNT / 50})`, LONG_RECORD] as const,
        ]
      : [[name, undefined] as const])
      table[label] = await timed(db, text, ehr)
  console.table(table)
  if (!layout.name.startsWith('root, jsonb leaves'))
    for (const name of layout.tables) await execute(db, `drop table ${name}`)
}

let statements = 0

/** The median of some rounds, after those in which PostgreSQL settles on a plan; the first cell tells whether layouts agree. */
async function timed(db: Database, text: string, ehr: string | undefined): Promise<object> {
  const statement = sql<readonly unknown[], readonly unknown[]>({
    name: `bench.shape${statements++}`,
    text,
    rowMode: 'array',
  })
  const times: number[] = []
  let rows: readonly (readonly unknown[])[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const start = performance.now()
    rows = await db.query(statement, ehr === undefined ? [] : [ehr])
    if (round >= 0) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return {
    ms: Number((times[Math.floor(times.length / 2)] ?? 0).toPrecision(3)),
    best: Number((times[0] ?? 0).toPrecision(3)),
    rows: rows.length,
    first: String(rows[0]?.[0]).slice(0, 12),
  }
}
