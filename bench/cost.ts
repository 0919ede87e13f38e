/** Processor time of server and database for each kind of request, and bytes and WAL of a composition. */
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { measureBytes } from './bytes.ts'
import { libraryWork } from './cost-library.ts'
import { type Operation, operations, orderedByIndex } from './cost-operations.ts'
import { prepareTarget } from './cost-target.ts'
import { loadRecords } from './datamap-data.ts'
import { machineOf, saveFigures, type TimeFigure } from './figures.ts'
import { type Clocks, type Cost, measure } from './measure.ts'
import { makeOrderedIndex } from './ordered-index.ts'
import { databaseClock } from './processor-time.ts'
import { startBare } from './records.ts'
import { median, startServer } from './server-process.ts'

/**
 * The engine goes on compiling for some 6,000 commits, which then cost half as much as the first thousand. A server runs for days, so what is
 * measured is what comes after that.
 */
const WARM_UP = { requests: 8000, seconds: 30 }

/** Each table has maps of its free space, of some pages: of a few thousand rows they would be a twentieth. */
const COMMITS = 20_000

const text = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const round = (value: number) => Number(value.toFixed(3))

function figureOf({ name, goal }: Pick<Operation, 'name' | 'goal'>, costs: readonly Cost[]): TimeFigure {
  const sums = costs.map(({ server, database }) => server + database)
  return {
    name,
    ...(goal === undefined ? {} : { goal }),
    server: round(median(costs.map(each => each.server))),
    database: round(median(costs.map(each => each.database))),
    least: round(Math.min(...sums)),
    most: round(Math.max(...sums)),
  }
}

function printFigure({ name, goal, server, database, least, most }: TimeFigure): void {
  const parts = `${text(server)} + ${text(database)}; ${text(least)} to ${text(most)}`
  console.log(
    `${name.padEnd(40)} ${text(server + database).padStart(7)} ms (${parts})${goal === undefined ? '' : `, goal ${goal}`}`,
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

/** Operations in turn, so that a noisy moment hits all of them. */
async function measureAll(
  all: readonly Operation[],
  clocksOf: (operation: Operation) => Clocks,
  { rounds, seconds }: Rounds,
): Promise<TimeFigure[]> {
  for (const each of all) await measure(each, clocksOf(each), WARM_UP.seconds, WARM_UP.requests)
  const costs = new Map<Operation, Cost[]>(all.map(each => [each, []]))
  for (let at = 0; at < rounds; at++)
    for (const [each, seen] of costs) seen.push(await measure(each, clocksOf(each), seconds))
  return [...costs].map(([each, seen]) => figureOf(each, seen))
}

interface Rounds {
  readonly rounds: number
  readonly seconds: number
}

const measureLibrary = ({ rounds, seconds }: Rounds): TimeFigure[] =>
  libraryWork().map(each => {
    libraryCost(each.work, seconds)
    const seen = Array.from({ length: rounds }, () => libraryCost(each.work, seconds / 2))
    return figureOf(
      each,
      seen.map(ms => ({ server: ms, database: 0, rate: 1000 / ms })),
    )
  })

/** `npm run bench cost [rounds] [seconds] [compositions]`; with CAIRN_BENCH_SAVE set, its figures go to the documentation. */
export async function run([
  rounds = '5',
  seconds = '2',
  compositions = '50000',
]: readonly string[]): Promise<void> {
  const asked = { rounds: Number(rounds), seconds: Number(seconds) }
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  const machine = await machineOf(db)
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
    const requests = await measureAll(operations(target), clocksOf, asked)
    await makeOrderedIndex(db)
    requests.push(...(await measureAll([orderedByIndex(target)], clocksOf, asked)))
    console.log(
      `processor time of a request: median (server + database; least to most), ${compositions} compositions`,
    )
    requests.forEach(printFigure)
    const bytes = await measureBytes(COMMITS)
    const library = measureLibrary(asked)
    library.forEach(printFigure)
    const date = new Date().toISOString().slice(0, 10)
    if (process.env['CAIRN_BENCH_SAVE'] !== undefined)
      saveFigures('cost', { date, machine, compositions: Number(compositions), requests, bytes, library })
  } finally {
    await bare.stop()
    await server.stop()
    await db.close()
    await database.stop()
  }
}
