/** A million rows of AQL as Parquet, Arrow, CSV and NDJSON by the built server, against a bare COPY of the same rows. */
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openEmbedded, openPool, sql } from '../packages/server/src/db/index.ts'
import { loadRecords } from './datamap-data.ts'
import { peakMemory } from './process-memory.ts'
import { databaseClock } from './processor-time.ts'
import { startServer, token } from './server-process.ts'

const ROWS = Number(process.env['CAIRN_BENCH_COUNT'] ?? 1_000_000)
/** A row is an event, and records have many. */
const EVENTS = 100

const EVENT = 'o/data[at0001]/events[at0006]'
const Q = `SELECT e/ehr_id/value AS ehr_id, c/uid/value AS uid, ${EVENT}/time/value AS time,
  ${EVENT}/data[at0003]/items[at0004]/value/magnitude AS systolic,
  ${EVENT}/data[at0003]/items[at0005]/value/magnitude AS diastolic
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`

const TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const database = await openEmbedded({
    dataDir: folder,
    settings: { shared_buffers: '1GB', max_wal_size: '4GB', fsync: 'off', synchronous_commit: 'off' },
  })
  const db = openPool(database.url, { max: 1, applicationName: 'cairn bench' })
  try {
    await migrate(database.url)
    await loadRecords(db, ROWS / EVENTS, { events: EVENTS })
    const server = await startServer(database.url, { CAIRN_QUERY_TIMEOUT_MS: '600000' })
    try {
      const authorization = `Bearer ${await token(server.url, 'api.read')}`
      const database = await databaseClock(db)
      const rates = new Map<string, number>()
      let rows = 0
      for (const [name, accept] of Object.entries(TYPES)) {
        const before = [await server.cpuSeconds(), database()] as const
        const began = performance.now()
        const answer = await fetch(`${server.url}/openehr/v1/query/aql?q=${encodeURIComponent(Q)}`, {
          headers: { Authorization: authorization, Accept: accept, 'Accept-Encoding': 'identity' },
        })
        if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
        let bytes = 0
        const file = createWriteStream(join(folder, name))
        for await (const chunk of answer.body) {
          bytes += chunk.length
          if (!file.write(chunk)) await once(file, 'drain')
          if (name === 'ndjson') for (const byte of chunk) if (byte === 10) rows += 1
        }
        file.end()
        await once(file, 'close')
        const seconds = (performance.now() - began) / 1000
        rates.set(name, rows / seconds)
        const each = [(await server.cpuSeconds()) - before[0], database() - before[1]].map(
          used => `${((used / rows) * 1e6).toFixed(1)} µs`,
        )
        console.log(
          `${name.padEnd(8)} ${rows} rows, ${(bytes / 1024 / 1024).toFixed(0)} MB in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows a second; processor time of a row: server ${each[0]}, database ${each[1]}; most memory of the server so far ${Math.round(peakMemory(server.pid))} MB`,
        )
      }
      const copied = await bareCopy(db, folder)
      console.log(
        `bare COPY of the same rows, from a table that has them: ${copied.toFixed(1)} s, ${Math.round(rows / copied)} rows a second`,
      )
      console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
      for (const [name, rate] of rates)
        console.log(`  ${name.padEnd(8)} ${((rate * copied) / rows).toFixed(2)} of the rate of COPY`)
    } finally {
      await server.stop()
    }
  } finally {
    await db.close()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The rows as a table of its own, copied to a file as CSV. */
async function bareCopy(db: ReturnType<typeof openPool>, folder: string): Promise<number> {
  const run = (text: string) => db.execute(sql({ name: 'bench.copy', text, prepare: false }))
  const file = join(folder, 'csv')
  // The database may run as another user.
  chmodSync(file, 0o644)
  const [header = ''] = readFileSync(file, 'utf8').slice(0, 1000).split('\r\n')
  const columns = header.split(',').map(name => `"${name}" text`)
  await run(`create table public.bare (${columns.join(', ')})`)
  await run(`copy public.bare from '${file}' (format csv, header true)`)
  const began = performance.now()
  await run(`copy public.bare to '${join(folder, 'copied')}' (format csv, header true)`)
  return (performance.now() - began) / 1000
}
