/**
 * Processor time of server and database for first pages, deep pages, "newest ten" and commits, by the length of one record.
 *
 *   npm run bench long-record [rounds] [seconds] [lengths]     lengths of the records: 100,1000,10000 unless told
 *
 * All records are in one database, beside other patients with ten compositions each, so that only their length differs. Ratios are to the
 * first of them.
 */
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import type { Operation } from './cost-operations.ts'
import { loadRecords } from './datamap-data.ts'
import { ehrOf } from './layout-data.ts'
import { commitsOf, readsOf, saveDatamap } from './long-record-operations.ts'
import { type Clocks, type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer, token } from './server-process.ts'

const OTHER_EHRS = 1000
const PER_EHR = 10
const WARM_UP = { seconds: 3, requests: 300 }

/** EHRs with as many compositions as given, on average, and then the others. */
function ehrBy(lengths: readonly number[], count: number): (random: number) => number {
  const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, each) => sum + each, 0) / count)
  return random => {
    const found = ends.findIndex(end => random < end)
    if (found >= 0) return found
    const start = ends.at(-1) ?? 0
    return lengths.length + Math.floor(((random - start) / (1 - start)) * OTHER_EHRS)
  }
}

const total = ({ server, database }: Cost): number => server + database

/** Operations and records in turn, so that a noisy moment hits all of them. */
async function measureAll(
  byRecord: readonly (readonly Operation[])[],
  clocks: Clocks,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<ReadonlyMap<string, readonly (readonly Cost[])[]>> {
  const costs = new Map<string, Cost[][]>()
  for (let round = -1; round < rounds; round++)
    for (const [place, operations] of byRecord.entries())
      for (const operation of operations) {
        const ofName = costs.get(operation.name) ?? byRecord.map(() => [])
        costs.set(operation.name, ofName)
        if (round < 0) await measure(operation, clocks, WARM_UP.seconds, WARM_UP.requests)
        else ofName[place]?.push(await measure(operation, clocks, seconds))
      }
  return costs
}

const NAME_WIDTH = 36
const CELL_WIDTH = 20

function print(lengths: readonly number[], costs: ReadonlyMap<string, readonly (readonly Cost[])[]>): void {
  const line = (name: string, cells: readonly string[]) =>
    console.log([name.padEnd(NAME_WIDTH), ...cells.map(cell => cell.padStart(CELL_WIDTH))].join(''))
  console.log(
    'milliseconds of processor time of a request: server + database, and the ratio to the first column',
  )
  line('compositions in the record', lengths.map(String))
  for (const [name, byLength] of costs) {
    const shortest = median((byLength[0] ?? []).map(total))
    const cells = byLength.map(each => {
      const [server, database] = [
        median(each.map(cost => cost.server)),
        median(each.map(cost => cost.database)),
      ]
      const ratio = median(each.map(total)) / shortest
      return `${server.toFixed(2)} + ${database.toFixed(2)}  ${ratio.toFixed(2)}`
    })
    line(name, cells)
  }
}

export async function run([
  rounds = '5',
  seconds = '1',
  given = '100,1000,10000',
]: readonly string[]): Promise<void> {
  const lengths = given.split(',').map(Number)
  const count = OTHER_EHRS * PER_EHR + lengths.reduce((sum, each) => sum + each, 0)
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  const start = performance.now()
  await loadRecords(db, count, { ehrs: OTHER_EHRS + lengths.length, ehrAt: ehrBy(lengths, count) })
  console.log(`${count} compositions, loaded in ${Math.round((performance.now() - start) / 1000)} s`)
  const server = await startServer(database.templateUrl)
  try {
    const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
    await saveDatamap(server.url, authorization)
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    const records = lengths.map((length, at) => ({
      url: server.url,
      authorization,
      ehrId: ehrOf(at),
      length,
    }))
    const asked = { rounds: Number(rounds), seconds: Number(seconds) }
    print(lengths, await measureAll(await Promise.all(records.map(readsOf)), clocks, asked))
    print(lengths, await measureAll(records.map(commitsOf), clocks, asked))
  } finally {
    await server.stop()
    await db.close()
    await database.stop()
  }
}
