/** Processor time of server and database for each kind of request, and bytes and WAL of a composition. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../packages/server/src/db/index.ts'
import { addValueIndex } from '../packages/server/src/query/index.ts'
import { openPathDictionary } from '../packages/server/src/roots/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { printBytes } from './bytes.ts'
import { libraryWork } from './cost-library.ts'
import { type Operation, ORDERED_VALUE, operations, orderedByIndex } from './cost-operations.ts'
import { prepareTarget } from './cost-target.ts'
import { loadRecords } from './datamap-data.ts'
import { type Clocks, type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { startBare } from './records.ts'
import { median, startServer } from './server-process.ts'

const WARM_UP_SECONDS = 4
/** A server looks for new indexes every two seconds. */
const UNTIL_INDEX_IS_SEEN_MS = 3000

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
    const target = await prepareTarget(server, bare.url)
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
    const ordered = orderedByIndex(target)
    await addValueIndex({ db, dictionary: openPathDictionary(db) }, ORDERED_VALUE)
    await sleep(UNTIL_INDEX_IS_SEEN_MS)
    await measure(ordered, clocksOf(ordered), WARM_UP_SECONDS)
    const byIndex: Cost[] = []
    for (let round = 0; round < Number(rounds); round++)
      byIndex.push(await measure(ordered, clocksOf(ordered), Number(seconds)))
    printCosts(ordered.name, ordered.goal, byIndex)
    await printBytes(db, target, 2000)
    for (const { name, goal, work } of libraryWork()) {
      libraryCost(work, Number(seconds))
      const seen = Array.from({ length: Number(rounds) }, () => libraryCost(work, Number(seconds) / 2))
      printCosts(
        name,
        goal,
        seen.map(each => ({ server: each, database: 0, rate: 1000 / each })),
      )
    }
  } finally {
    await bare.stop()
    await server.stop()
    await db.close()
    await database.stop()
  }
}
