/** Processor time of server and database for each kind of request, and bytes and WAL of a composition. */
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { printBytes } from './bytes.ts'
import { libraryWork } from './cost-library.ts'
import {
  document,
  type Operation,
  operations,
  PATIENT_AQL,
  type Target,
  TEN_KILOBYTES,
} from './cost-operations.ts'
import { loadRecords } from './datamap-data.ts'
import { ehrOf } from './layout-data.ts'
import { databaseClock } from './processor-time.ts'
import { startBare } from './records.ts'
import { median, type ServerProcess, startServer, token } from './server-process.ts'

const WARM_UP_SECONDS = 4
const STORED_QUERY = 'bench::newest_pressures'

/** Milliseconds of processor time for one request. */
interface Cost {
  readonly server: number
  readonly database: number
}

interface Clocks {
  readonly server: () => Promise<number>
  readonly database: () => number
}

async function measure({ connections, send }: Operation, clocks: Clocks, seconds: number): Promise<Cost> {
  const [server, database] = [await clocks.server(), clocks.database()]
  const end = performance.now() + seconds * 1000
  let turns = 0
  const loop = async () => {
    while (performance.now() < end) await send(turns++)
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const each = 1000 / turns
  return {
    server: ((await clocks.server()) - server) * each,
    database: (clocks.database() - database) * each,
  }
}

const text = (value: number) => value.toFixed(value < 10 ? 2 : 1)

function printCosts(name: string, goal: number | undefined, costs: readonly Cost[]): void {
  const sums = costs.map(({ server, database }) => server + database)
  const parts = `${text(median(costs.map(each => each.server)))} + ${text(median(costs.map(each => each.database)))}`
  const spread = `${text(Math.min(...sums))} to ${text(Math.max(...sums))}`
  console.log(
    `${name.padEnd(40)} ${text(median(sums)).padStart(7)} ms (${parts}; ${spread})${goal === undefined ? '' : `, goal ${goal}`}`,
  )
}

/** Milliseconds of processor time for one call. */
function libraryCost(work: () => unknown, seconds: number): number {
  const end = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  let calls = 0
  do {
    work()
    calls++
  } while (performance.now() < end)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

async function prepare(server: ServerProcess, bareUrl: string): Promise<Target> {
  const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
  const base = `${server.url}/openehr/v1`
  const call = async (path: string, method: string, type?: string, body?: string) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { Authorization: authorization, ...(type === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (answer.headers.get('etag') ?? '').replaceAll('"', '')
  }
  const ehrId = await call('/ehr', 'POST')
  await call(`/definition/query/${STORED_QUERY}/1.0.0`, 'PUT', 'text/plain', PATIENT_AQL)
  return {
    url: server.url,
    bareUrl,
    authorization,
    ehrIds: Array.from({ length: 1000 }, (_, at) => ehrOf(at)),
    ehrId,
    versionUid: await call(
      `/ehr/${ehrId}/composition`,
      'POST',
      'application/json',
      document(TEN_KILOBYTES, 0),
    ),
    storedQuery: STORED_QUERY,
  }
}

/** `npm run bench cost [rounds] [seconds] [compositions]` */
export async function run([
  rounds = '5',
  seconds = '2',
  compositions = '50000',
]: readonly string[]): Promise<void> {
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  await loadRecords(db, Number(compositions))
  const server = await startServer(database.templateUrl)
  const bare = await startBare(database.templateUrl)
  try {
    const target = await prepare(server, bare.url)
    const databaseSeconds = await databaseClock(db)
    const clocksOf = ({ name }: Operation): Clocks => ({
      server: name.startsWith('bare') ? bare.cpuSeconds : server.cpuSeconds,
      database: databaseSeconds,
    })
    const all = operations(target)
    for (const each of all) await measure(each, clocksOf(each), WARM_UP_SECONDS)
    const costs = new Map<Operation, Cost[]>(all.map(each => [each, []]))
    for (let round = 0; round < Number(rounds); round++)
      for (const [each, seen] of costs) seen.push(await measure(each, clocksOf(each), Number(seconds)))
    console.log(
      `processor time of a request: median (server + database; least to most), ${compositions} compositions`,
    )
    for (const [{ name, goal }, seen] of costs) printCosts(name, goal, seen)
    await printBytes(db, target, 2000)
    for (const { name, goal, work } of libraryWork()) {
      libraryCost(work, Number(seconds))
      const seen = Array.from({ length: Number(rounds) }, () => libraryCost(work, Number(seconds) / 2))
      printCosts(
        name,
        goal,
        seen.map(each => ({ server: each, database: 0 })),
      )
    }
  } finally {
    await bare.stop()
    await server.stop()
    await db.close()
    await database.stop()
  }
}
