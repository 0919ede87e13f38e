/**
 * Pages of a datamap over 100,000 compositions, by the built server over HTTP, with `totalCount`; design's goal is 50 ms.
 *
 *   npm run bench datamap           CAIRN_BENCH_COUNT=10000 for another number of compositions
 *
 * PostgreSQL as Cairn brings it along, in a temporary folder, everything in memory. `ratio` is against the bare page: the same
 * number of records by the order that they were made in. `cairn datamap index` makes the index, as an operator would.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeColumnIndex, openDatamapShelf } from '../packages/server/src/datamap/index.ts'
import { migrate, openEmbedded, openPool } from '../packages/server/src/db/index.ts'
import { openTemplateShelf } from '../packages/server/src/definitions/index.ts'
import { openPathDictionary } from '../packages/server/src/roots/index.ts'
import { loadRecords } from './datamap-data.ts'
import { median, startServer, token } from './server-process.ts'

export const about = 'pages of a datamap over 100,000 compositions'

const COUNT = Number(process.env['CAIRN_BENCH_COUNT'] ?? 100_000)
const ROUNDS = 15

const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const DEFINITION = `<datamap template="Blood pressure.v1">
  <paths add="recorded" path="/context/start_time"/>
  <paths add="time" path="${EVENT}/time"/>
  <paths add="systolic" path="${EVENT}/data[at0003]/items[at0004]/value"/>
  <paths add="diastolic" path="${EVENT}/data[at0003]/items[at0005]/value"/>
  <paths add="composer" path="/composer/name"/>
  <paths add="readings._root" path="${EVENT}"/>
  <paths add="readings.systolic" path="/data[at0003]/items[at0004]/value"/>
</datamap>`

const PAGES: Readonly<Record<string, string>> = {
  'as they were made': '?limit=100',
  'by systolic': '?limit=100&order_by=systolic',
  'by time, newest first': '?limit=100&order_by=time desc',
  'by systolic, page 500': '?limit=100&order_by=systolic&offset=50001',
  'systolic from 175': '?limit=100&systolic[gte]=175&order_by=systolic',
  'of one day': '?limit=100&time[gte]=2023-01-01&time[lt]=2023-01-02&order_by=time',
  'by diastolic, no index': '?limit=100&order_by=diastolic',
  '10,000 records': '?limit=10000',
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const database = await openEmbedded({
    dataDir: folder,
    settings: { shared_buffers: '1GB', max_wal_size: '4GB', fsync: 'off', synchronous_commit: 'off' },
  })
  const db = openPool(database.url, { max: 2, applicationName: 'cairn bench' })
  try {
    await migrate(database.url)
    const start = performance.now()
    await loadRecords(db, COUNT)
    console.log(`${COUNT} compositions, loaded in ${Math.round((performance.now() - start) / 1000)} s`)
    const server = await startServer(database.url)
    try {
      const headers = { Authorization: `Bearer ${await token(server.url, 'api.read api.write')}` }
      const saved = await fetch(`${server.url}/extra/v1/definition/datamap/blood_pressure`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': 'application/xml' },
        body: DEFINITION,
      })
      if (!saved.ok) throw new Error(await saved.text())
      await measure(server.url, headers, 'without indexes')
      const datamaps = openDatamapShelf({ db, shelf: openTemplateShelf(db) })
      for (const column of ['systolic', 'time'])
        await changeColumnIndex(
          { db, dictionary: openPathDictionary(db), datamaps },
          'blood_pressure',
          column,
          'made',
        )
      await measure(server.url, headers, 'with indexes on systolic and time')
    } finally {
      await server.stop()
    }
  } finally {
    await db.close()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, headers: Record<string, string>, title: string): Promise<void> {
  const times = new Map<string, number[]>(Object.keys(PAGES).map(name => [name, []]))
  let total = 0
  const counts: Record<string, number> = {}
  for (let round = -3; round < ROUNDS; round++)
    for (const [name, query] of Object.entries(PAGES)) {
      const start = performance.now()
      const answer = await fetch(`${url}/extra/v1/datamap/blood_pressure${query}`, { headers })
      const { data, totalCount } = (await answer.json()) as { data: unknown[]; totalCount: number }
      if (round >= 0) times.get(name)?.push(performance.now() - start)
      counts[name] = totalCount
      total += data.length
    }
  if (total === 0) throw new Error('there are no records')
  const bare = median(times.get('as they were made') ?? [])
  console.log(`\n${title}`)
  console.table(
    Object.fromEntries(
      [...times].map(([name, each]) => [
        name,
        {
          totalCount: counts[name],
          'median ms': Number(median(each).toPrecision(3)),
          ratio: Number((median(each) / bare).toFixed(1)),
        },
      ]),
    ),
  )
}
