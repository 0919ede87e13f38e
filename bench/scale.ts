/** Processor time of each operation at several numbers of records: some grow with them, some do not. */
import { writeFileSync } from 'node:fs'
import { type Database, openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { plot } from './aql-plot.ts'
import { type Operation, operations } from './cost-operations.ts'
import { prepareTarget } from './cost-target.ts'
import { loadRecords } from './datamap-data.ts'
import { type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer } from './server-process.ts'

/** Compositions of one patient on average. */
const PER_EHR = 10

const WARM_UP_SECONDS = 3

interface Row {
  readonly name: string
  /** Medians, in milliseconds of processor time. */
  readonly server: number
  readonly database: number
  readonly rate: number
}

const medianOf = (costs: readonly Cost[], read: (cost: Cost) => number): number => median(costs.map(read))

const someRecords = sql<{ ehr_id: string; object_id: string }>({
  name: 'bench.someRecords',
  prepare: false,
  text: `select ehr_id, object_id from cairn.versioned_object where kind = 'COMPOSITION'
    order by hashtext(object_id::text) limit 5000`,
})

/** Reads records from all over the table, so that they are not always in the same pages. */
async function readsOfAny(db: Database, url: string, authorization: string): Promise<Operation> {
  const records = await db.query(someRecords)
  return {
    name: 'GET composition, any of all',
    connections: 16,
    send: async turn => {
      const { ehr_id, object_id } = records[turn % records.length] ?? {}
      const answer = await fetch(`${url}/openehr/v1/ehr/${ehr_id}/composition/${object_id}`, {
        headers: { Authorization: authorization },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`a read answered ${answer.status}`)
    },
  }
}

async function measureSize(size: number, processes: number, rounds: number, seconds: number): Promise<Row[]> {
  const ehrs = Math.max(100, Math.round(size / PER_EHR))
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  const began = performance.now()
  await loadRecords(db, size, { ehrs })
  console.log(
    `${size} compositions of ${ehrs} patients loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  const server = await startServer(database.templateUrl, { CAIRN_PROCESSES: String(processes) })
  try {
    const target = await prepareTarget(server, '', Math.min(1000, ehrs))
    const all = [
      ...operations(target).filter(({ name }) => !name.startsWith('bare')),
      await readsOfAny(db, server.url, target.authorization),
    ]
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    const rows: Row[] = []
    for (const each of all) {
      await measure(each, clocks, WARM_UP_SECONDS)
      const costs: Cost[] = []
      for (let round = 0; round < rounds; round++) costs.push(await measure(each, clocks, seconds))
      rows.push({
        name: each.name,
        server: medianOf(costs, cost => cost.server),
        database: medianOf(costs, cost => cost.database),
        rate: medianOf(costs, cost => cost.rate),
      })
    }
    return rows
  } finally {
    await server.stop()
    await db.close()
    await database.stop()
  }
}

/** `npm run bench scale [sizes, by comma] [processes] [rounds] [seconds] [file of the plot]` */
export async function run([
  sizes = '1000,10000,100000,500000',
  processes = '1',
  rounds = '3',
  seconds = '1',
  file,
]: readonly string[]): Promise<void> {
  const series = new Map<string, (readonly [size: number, ms: number])[]>()
  const table = new Map<string, string[]>()
  const numbers = sizes.split(',').map(Number)
  for (const size of numbers)
    for (const { name, server, database, rate } of await measureSize(
      size,
      Number(processes),
      Number(rounds),
      Number(seconds),
    )) {
      series.set(name, [...(series.get(name) ?? []), [size, server + database]])
      const cell = `${server.toFixed(2)} + ${database.toFixed(2)} (${Math.round(rate)}/s)`
      table.set(name, [...(table.get(name) ?? []), cell])
    }
  console.log(`ms of processor time, server + database (requests a second), ${processes} process(es)`)
  console.log(['operation', ...numbers].join(' | '))
  for (const [name, cells] of table) console.log([name, ...cells].join(' | '))
  if (file !== undefined) writeFileSync(file, plot(series))
}
