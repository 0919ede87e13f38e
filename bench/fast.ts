/** Processor time of requests with a fast path and with its plain version, in turn. */
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { type Operation, operations } from './cost-operations.ts'
import { prepareTarget } from './cost-target.ts'
import { loadRecords } from './datamap-data.ts'
import { FAST_PATHS } from './fast-paths.ts'
import { type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer } from './server-process.ts'

/** A fast path that brings less goes (decision 0097). */
const LEAST_GAIN = 0.05

const COMPOSITIONS = 2000

/** Until the engine has compiled what runs often. */
const WARM_UP = { requests: 6000, seconds: 20 }

/** Makes Node load `<path>.plain.js` in place of `<path>.js`. */
function plainOptions(path: string): string {
  const hook = `export const resolve = async (name, context, next) => {
    const found = await next(name, context)
    return found.url.endsWith('/${path}.js') ? { ...found, url: found.url.replace(/js$/, 'plain.js') } : found
  }`
  const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hook))})`
  return `--import=${dataUrl(register)}`
}

/** One operation, on the server with the fast path and on the one without. */
type Pair = readonly [fast: Side, plain: Side]

interface Side {
  readonly operation: Operation
  readonly cost: (operation: Operation, seconds: number, most?: number) => Promise<Cost>
}

const sumOf = ({ server, database }: Cost): number => server + database

/** Prints the median of both, and of the share that the fast path saves, pair by pair. */
async function compare(path: string, [fast, plain]: Pair, rounds: number, seconds: number): Promise<void> {
  const run = ({ operation, cost }: Side) => cost(operation, seconds)
  for (const { operation, cost } of [fast, plain]) await cost(operation, WARM_UP.seconds, WARM_UP.requests)
  const seen: { fast: Cost; plain: Cost }[] = []
  for (let round = 0; round < rounds; round++)
    if (round % 2 === 0) seen.push({ fast: await run(fast), plain: await run(plain) })
    else {
      const first = await run(plain)
      seen.push({ plain: first, fast: await run(fast) })
    }
  const shown = (which: 'fast' | 'plain') =>
    `${which} ${median(seen.map(each => each[which].server)).toFixed(3)} + ${median(seen.map(each => each[which].database)).toFixed(3)}`
  const gain = median(seen.map(each => 1 - sumOf(each.fast) / sumOf(each.plain)))
  const ofServer = median(seen.map(each => 1 - each.fast.server / each.plain.server))
  const verdict = gain >= LEAST_GAIN ? '' : ', too little here'
  const shares = `saves ${(100 * gain).toFixed(1)} %, ${(100 * ofServer).toFixed(1)} % of the server${verdict}`
  console.log(
    `${path.padEnd(24)} ${fast.operation.name.padEnd(26)} ${shown('fast')}, ${shown('plain')} ms: ${shares}`,
  )
}

/** `npm run bench fast [path] [rounds] [seconds]`; without a path, all of them. */
export async function run([wanted, rounds = '15', seconds = '1']: readonly string[]): Promise<void> {
  const chosen = Object.entries(FAST_PATHS).filter(([path]) => wanted === undefined || path === wanted)
  const open = async (settings: Readonly<Record<string, string>>) => {
    const database = await startTestServer({ durable: true })
    const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
    await loadRecords(db, COMPOSITIONS)
    const clocks = { database: await databaseClock(db) }
    const server = await startServer(database.templateUrl, settings)
    const target = await prepareTarget(server, '')
    const cost: Side['cost'] = (operation, forSeconds, most) =>
      measure(operation, { ...clocks, server: server.cpuSeconds }, forSeconds, most)
    const side = (name: string): Side => {
      const operation = operations(target).find(each => each.name === name)
      if (!operation) throw new Error(`no operation is named ${name}`)
      return { operation, cost }
    }
    const stop = async () => {
      await server.stop()
      await db.close()
      await database.stop()
    }
    return { side, stop }
  }
  for (const [path, names] of chosen) {
    const [fast, plain] = [await open({}), await open({ NODE_OPTIONS: plainOptions(path) })]
    for (const name of names)
      await compare(path, [fast.side(name), plain.side(name)], Number(rounds), Number(seconds))
    await fast.stop()
    await plain.stop()
  }
}
