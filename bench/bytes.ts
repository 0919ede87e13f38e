/** Bytes on disk and in the write-ahead log: of a composition of 4 KB and of a read, for each table and index. */

import { groupBy } from '../packages/server/src/collections/group-by.ts'
import { type Database, openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { document, FOUR_KILOBYTES } from './cost-operations.ts'
import type { ByteFigures } from './figures.ts'
import { startServer, token } from './server-process.ts'

interface Target {
  readonly url: string
  readonly authorization: string
  readonly ehrId: string
}

export const checkpoint = sql<never>({ name: 'bench.checkpoint', text: 'checkpoint', prepare: false })
const sizes = sql<{ name: string; table: string; lead: string | null; bytes: number }>({
  name: 'bench.sizes',
  prepare: false,
  text: `select c.relname as name, coalesce(t.relname, c.relname) as table,
      (select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = i.indkey[0]) as lead,
      case when c.relkind = 'i' then pg_relation_size(c.oid) else pg_table_size(c.oid) end as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
    where n.nspname = 'cairn' and c.relkind in ('r', 'i')`,
})
const walPosition = sql<{ wal: string }>({
  name: 'bench.wal',
  prepare: false,
  text: `select pg_current_wal_insert_lsn() - '0/0' as wal`,
})

export interface Growth {
  readonly stored: number
  readonly wal: number
  /** `lead`: the first column of an index. */
  readonly relations: readonly {
    readonly name: string
    readonly table: string
    readonly lead: string | null
    readonly bytes: number
  }[]
}

/** Measures the growth of the database by one of `count` requests. */
export async function growthOf(db: Database, count: number, work: () => Promise<void>): Promise<Growth> {
  const wal = async () => Number((await db.query(walPosition))[0]?.wal)
  const before = new Map((await db.query(sizes)).map(({ name, bytes }) => [name, bytes]))
  const walBefore = await wal()
  await work()
  const walAfter = await wal()
  const relations = (await db.query(sizes))
    .map(row => ({ ...row, bytes: (row.bytes - (before.get(row.name) ?? 0)) / count }))
    .filter(({ bytes }) => bytes >= 1)
    .sort((a, b) => b.bytes - a.bytes)
  return {
    relations,
    stored: relations.reduce((sum, { bytes }) => sum + bytes, 0),
    wal: (walAfter - walBefore) / count,
  }
}

const isAudit = ({ table }: { readonly table: string }): boolean => table.startsWith('audit')

export const sumOf = (relations: Growth['relations']): number =>
  relations.reduce((sum, { bytes }) => sum + bytes, 0)

async function commitSome({ url, authorization, ehrId }: Target, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const answer = await fetch(`${url}/openehr/v1/ehr/${ehrId}/composition`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: document(FOUR_KILOBYTES, at),
    })
    await answer.arrayBuffer()
    if (answer.status !== 201) throw new Error(`a commit was answered ${answer.status}`)
  }
}

/** Bytes on disk and in the write-ahead log that one composition of 4 KB takes, audit included. */
async function printBytes(db: Database, target: Target, count: number): Promise<ByteFigures> {
  await db.execute(checkpoint)
  const { stored, wal, relations } = await growthOf(db, count, () => commitSome(target, count))
  console.log(
    `a composition of ${document(FOUR_KILOBYTES, 1).length} bytes takes ${stored.toFixed(0)} bytes (goal 3000) and ${wal.toFixed(0)} bytes of WAL (goal 4500); ` +
      `the audit trail has ${sumOf(relations.filter(isAudit)).toFixed(0)} of them (goal 120)`,
  )
  for (const { name, table, bytes } of relations)
    console.log(`  ${bytes.toFixed(0).padStart(6)}  ${name === table ? name : `  index ${name}`}`)
  return {
    document: document(FOUR_KILOBYTES, 1).length,
    stored: Math.round(stored),
    wal: Math.round(wal),
    tables: [...groupBy(relations, ({ table }) => table)].map(([name, parts]) => ({
      name,
      bytes: Math.round(sumOf(parts)),
    })),
  }
}

/** In a database of its own: where others were loaded, most of the WAL is whole pages that a checkpoint asks for. */
export async function measureBytes(count: number): Promise<ByteFigures> {
  const database = await startTestServer({ durable: true })
  const server = await startServer(database.templateUrl)
  const db = openPool(database.templateUrl, { max: 1, applicationName: 'bench' })
  try {
    const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
    const call = async (path: string, type?: string, body?: string) => {
      const answer = await fetch(`${server.url}/openehr/v1${path}`, {
        method: 'POST',
        headers: { Authorization: authorization, ...(type === undefined ? {} : { 'Content-Type': type }) },
        ...(body === undefined ? {} : { body }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (answer.headers.get('etag') ?? '').replaceAll('"', '')
    }
    await call('/definition/template/adl1.4', 'application/xml', bloodPressureOpt())
    const target = { url: server.url, authorization, ehrId: await call('/ehr') }
    await commitSome(target, 20)
    return await printBytes(db, target, count)
  } finally {
    await db.close()
    await server.stop()
    await database.stop()
  }
}

/** `npm run bench bytes [compositions]` */
export async function run([count = '2000']: readonly string[]): Promise<void> {
  await measureBytes(Number(count))
}
