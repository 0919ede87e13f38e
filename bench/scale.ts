/** Processor time of each operation at several numbers of records: some grow with them, some do not. */
import { type Database, openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { type Operation, operations, orderedByIndex, type Target } from './cost-operations.ts'
import { prepareTarget } from './cost-target.ts'
import { loadRecords } from './datamap-data.ts'
import { machineOf, type ScaleRun, type ScaleSize, saveFigures } from './figures.ts'
import { type Cost, measure } from './measure.ts'
import { makeOrderedIndex } from './ordered-index.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer } from './server-process.ts'

/** Compositions of one patient on average. */
const PER_EHR = 10

const ehrsOf = (compositions: number): number => Math.max(100, Math.round(compositions / PER_EHR))

/** EHRs that queries of one patient take turns with. */
const MOST_EHRS = 1000

const WARM_UP_SECONDS = 3

const medianOf = (costs: readonly Cost[], read: (cost: Cost) => number): number =>
  Number(median(costs.map(read)).toFixed(3))

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

/** All that is measured; the order by a value is that with its index, which every size has. */
const scaled = (target: Target): readonly Operation[] => [
  ...operations(target).filter(({ name }) => !name.startsWith('bare') && !name.includes('ORDER BY')),
  orderedByIndex(target),
]

const sizeOf = sql<{ roots: number; bytes: number }>({
  name: 'bench.sizeOf',
  prepare: false,
  text: `select (select count(*) from cairn.root)::float as roots, pg_database_size(current_database())::float as bytes`,
})

interface Loaded {
  readonly db: Database
  readonly url: string
  readonly size: ScaleSize
}

interface Rounds {
  readonly rounds: number
  readonly seconds: number
}

async function measureRun(
  { db, url, size }: Loaded,
  processes: number,
  { rounds, seconds }: Rounds,
): Promise<ScaleRun> {
  const server = await startServer(url, { CAIRN_PROCESSES: String(processes) })
  try {
    const target = await prepareTarget(server, '', Math.min(MOST_EHRS, ehrsOf(size.compositions)))
    const all = [...scaled(target), await readsOfAny(db, server.url, target.authorization)]
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    const requests: ScaleRun['requests'][number][] = []
    for (const each of all) {
      await measure(each, clocks, WARM_UP_SECONDS)
      const costs: Cost[] = []
      for (let round = 0; round < rounds; round++) costs.push(await measure(each, clocks, seconds))
      requests.push({
        name: each.name,
        server: medianOf(costs, cost => cost.server),
        database: medianOf(costs, cost => cost.database),
        rate: Math.round(medianOf(costs, cost => cost.rate)),
      })
    }
    return { compositions: size.compositions, processes, requests }
  } finally {
    await server.stop()
  }
}

/** Loads so many compositions, and measures them with each number of processes. */
async function measureSize(compositions: number, processes: readonly number[], asked: Rounds) {
  const database = await startTestServer({ durable: true })
  const url = database.templateUrl
  const db = openPool(url, { max: 2, applicationName: 'bench' })
  try {
    const began = performance.now()
    await loadRecords(db, compositions, { ehrs: ehrsOf(compositions) })
    await makeOrderedIndex(db)
    const [{ roots = 0, bytes = 0 } = {}] = await db.query(sizeOf)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(
      `${compositions} compositions, ${roots} roots, ${(bytes / 1e6).toFixed(0)} MB loaded in ${seconds} s`,
    )
    const size = { compositions, roots, bytes }
    const runs: ScaleRun[] = []
    for (const count of processes) runs.push(await measureRun({ db, url, size }, count, asked))
    return { size, runs, machine: await machineOf(db) }
  } finally {
    await db.close()
    await database.stop()
  }
}

function printRuns(runs: readonly ScaleRun[], processes: number): void {
  const own = runs.filter(run => run.processes === processes)
  console.log(
    `ms of processor time, server + database (requests a second), ${processes} process${processes === 1 ? '' : 'es'}`,
  )
  console.log(['request', ...own.map(({ compositions }) => compositions)].join(' | '))
  for (const { name } of own[0]?.requests ?? []) {
    const cells = own.map(({ requests }) => {
      const { server = 0, database = 0, rate = 0 } = requests.find(each => each.name === name) ?? {}
      return `${server.toFixed(2)} + ${database.toFixed(2)} (${rate}/s)`
    })
    console.log([name, ...cells].join(' | '))
  }
}

const numbersIn = (text: string): readonly number[] => text.split(',').map(Number)

/** `npm run bench scale [sizes] [processes] [rounds] [seconds]`, the first two by comma; with CAIRN_BENCH_SAVE set, its figures go to the documentation. */
export async function run([
  sizes = '1000,10000,100000,500000',
  processes = '1,2',
  rounds = '3',
  seconds = '1',
]: readonly string[]): Promise<void> {
  const counts = numbersIn(processes)
  const measured = []
  for (const size of numbersIn(sizes))
    measured.push(await measureSize(size, counts, { rounds: Number(rounds), seconds: Number(seconds) }))
  const runs = measured.flatMap(each => each.runs)
  for (const count of counts) printRuns(runs, count)
  const [first] = measured
  if (process.env['CAIRN_BENCH_SAVE'] === undefined || !first) return
  saveFigures('scale', {
    date: new Date().toISOString().slice(0, 10),
    machine: first.machine,
    sizes: measured.map(({ size }) => size),
    runs,
  })
}
