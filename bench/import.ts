/** Export and import of compositions of 10 KB by the built server and command (goal: 500 a second), against a bare COPY of the same rows. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { compareExports } from '../test/transfer/same-export.ts'
import { databaseClock } from './processor-time.ts'
import { tenKilobytes } from './records-data.ts'
import { CLIENT_ID, CLIENT_SECRET, type ServerProcess, startServer, token } from './server-process.ts'

const COUNT = Number(process.env['CAIRN_BENCH_COUNT'] ?? 5000)
const EHRS = Math.max(50, COUNT / 100)
const TOGETHER = 20
const SCOPES = 'api.read api.write api.admin'

const PROGRAM = fileURLToPath(new URL('../packages/cli/bin/cairn.cjs', import.meta.url))

async function post(
  { url }: ServerProcess,
  authorization: string,
  path: string,
  body?: string,
  type = 'application/json',
): Promise<Response> {
  const answer = await fetch(`${url}/openehr/v1${path}`, {
    method: 'POST',
    headers: { Authorization: authorization, ...(body === undefined ? {} : { 'Content-Type': type }) },
    ...(body === undefined ? {} : { body }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Each composition is a contribution of its own, as most are. */
async function fill(server: ServerProcess): Promise<void> {
  const authorization = `Bearer ${await token(server.url, SCOPES)}`
  await post(server, authorization, '/definition/template/adl1.4', bloodPressureOpt(), 'application/xml')
  const ehrs: string[] = []
  for (let at = 0; at < EHRS; at++) {
    const made = await post(server, authorization, '/ehr')
    ehrs.push((made.headers.get('etag') ?? '').replaceAll('"', ''))
  }
  const body = tenKilobytes()
  let next = 0
  const worker = async () => {
    while (next < COUNT) {
      const at = next++
      const made = await post(server, authorization, `/ehr/${ehrs[at % ehrs.length]}/composition`, body)
      await made.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, worker))
}

/** Runs `cairn <args>` against a server; returns its seconds. */
async function timed({ url }: ServerProcess, args: readonly string[]): Promise<number> {
  const { PATH = '' } = process.env
  const env = {
    PATH,
    CAIRN_BASE_URL: url,
    CAIRN_CLIENT_ID: CLIENT_ID,
    CAIRN_CLIENT_SECRET: CLIENT_SECRET,
    CAIRN_SCOPE: SCOPES,
  }
  const began = performance.now()
  await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env, maxBuffer: 2 ** 26 })
  return (performance.now() - began) / 1000
}

const TABLES = ['contribution', 'versioned_object', 'version', 'root', 'audit_trail']

const statement = <Row>(text: string) => sql<Row>({ name: 'bench.import', text, prepare: false })

/** The rows of the import, copied from files of the database server into empty tables with the same indexes. */
async function bareCopy(databaseUrl: string, folder: string): Promise<number> {
  const db = openPool(databaseUrl, { max: 1, applicationName: 'cairn bench' })
  try {
    await db.execute(statement('create schema bare'))
    let seconds = 0
    for (const table of TABLES) {
      const [row] = await db.query(
        statement<{ names: string }>(`select string_agg(quote_ident(attname), ', ' order by attnum) as names
          from pg_attribute where attrelid = 'cairn.${table}'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`),
      )
      const file = join(folder, table)
      await db.execute(statement(`create table bare.${table} (like cairn.${table} including all)`))
      await db.execute(
        statement(`copy (select ${row?.names} from cairn.${table}) to '${file}' (format binary)`),
      )
      const began = performance.now()
      await db.execute(statement(`copy bare.${table} (${row?.names}) from '${file}' (format binary)`))
      seconds += (performance.now() - began) / 1000
    }
    return seconds
  } finally {
    await db.close()
  }
}

/** Processor seconds of the server and of its database. */
async function openClocks(server: ServerProcess, databaseUrl: string) {
  const db = openPool(databaseUrl, { max: 1, applicationName: 'cairn bench' })
  const database = await databaseClock(db)
  return {
    read: async () => ({ server: await server.cpuSeconds(), database: database() }),
    close: () => db.close(),
  }
}

const rate = (seconds: number): string =>
  `${seconds.toFixed(1)} s, ${Math.round(COUNT / seconds)} compositions a second`

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  // The database runs as another user where this runs as root.
  chmodSync(folder, 0o777)
  const [first, second] = [await startTestServer({ durable: true }), await startTestServer({ durable: true })]
  const servers: ServerProcess[] = []
  try {
    const source = await startServer(first.templateUrl)
    servers.push(source)
    await fill(source)
    console.log(`export: ${rate(await timed(source, ['export', join(folder, 'one')]))}`)
    await source.stop()
    servers.pop()

    const target = await startServer(second.templateUrl)
    servers.push(target)
    const clocks = await openClocks(target, second.templateUrl)
    const before = await clocks.read()
    const seconds = await timed(target, ['import', join(folder, 'one')])
    const after = await clocks.read()
    await clocks.close()
    const each = (name: 'server' | 'database') => Math.round(((after[name] - before[name]) / COUNT) * 1e6)
    console.log(
      `import: ${rate(seconds)} (goal: 500); processor time for each: server ${each('server')} µs, database ${each('database')} µs; load of the machine ${loadavg()[0]?.toFixed(1)}`,
    )
    await timed(target, ['export', join(folder, 'two')])
    const same = await compareExports(join(folder, 'one'), join(folder, 'two'))
    console.log(`exported again: ${same} lines, the same byte by byte`)
    const copySeconds = await bareCopy(second.templateUrl, folder)
    console.log(
      `bare COPY of the same rows: ${rate(copySeconds)}: the import takes ${(seconds / copySeconds).toFixed(1)} times as long`,
    )
  } finally {
    for (const server of servers) await server.stop()
    await first.stop()
    await second.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
