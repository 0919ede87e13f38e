/** Memory of a server of many tenants, the cost to create and open one, and of requests beside a plain server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../packages/server/src/db/index.ts'
import type { Tenant } from '../packages/server/src/tenants/index.ts'
import { serviceUrlOf, startTestServer } from '../test/postgres.ts'
import { freePort } from '../test/server.ts'
import { operations, type Target } from './cost-operations.ts'
import { type Clocks, type Cost, measure } from './measure.ts'
import { peakMemory, residentMemory } from './process-memory.ts'
import { databaseClock, processSeconds } from './processor-time.ts'
import { median, type ServerProcess, startServer, startTenantsServer } from './server-process.ts'
import { type BenchRegistry, benchRegistry, POOLS, prepareOrganisation, workOn } from './tenants-data.ts'

/** By `POOLS`, with the nine that every open tenant may use. */
const CONNECTIONS_EACH = 16

const WARM_UP = { requests: 8000, seconds: 30 }

const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : 0)

/** Milliseconds of one step: on the clock, and of processor time. */
interface Step {
  readonly wall: number
  readonly program: number
  readonly database: number
}

/** Seconds of processor time so far. */
interface StepClocks {
  readonly program: () => number
  readonly database: () => number
}

async function timed({ program, database }: StepClocks, work: () => Promise<unknown>): Promise<Step> {
  const [programBefore, databaseBefore, began] = [program(), database(), performance.now()]
  await work()
  return {
    wall: performance.now() - began,
    program: (program() - programBefore) * 1000,
    database: (database() - databaseBefore) * 1000,
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

/** The counters of Linux are too coarse for a median of processor time. */
const stepText = (steps: readonly Step[]): string => {
  const walls = steps.map(({ wall }) => wall)
  const [program, database] = [mean(steps.map(each => each.program)), mean(steps.map(each => each.database))]
  return `${milliseconds(median(walls))} ms, at most ${milliseconds(Math.max(...walls))}; processor time: program ${milliseconds(program)} ms, database ${milliseconds(database)} ms`
}

interface Bench {
  readonly registry: BenchRegistry
  readonly settings: Readonly<Record<string, string>>
  readonly plainUrl: string
  readonly databaseSeconds: () => number
  /** Tenants that have work at the same time, at most. */
  readonly mostActive: number
  readonly tenants: Tenant[]
}

const idOf = (at: number) => `t-${String(at + 1).padStart(4, '0')}`

/** PostgreSQL waits for the disk for most of the time of a copy. */
const COPIES_AT_ONCE = 4

/** The first ones are created by the product; those that nobody calls are copies. */
async function createUpTo(bench: Bench, count: number): Promise<void> {
  const { registry, tenants, mostActive, databaseSeconds } = bench
  const program = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
  const steps: Step[] = []
  while (tenants.length < Math.min(count, mostActive))
    steps.push(
      await timed({ program, database: databaseSeconds }, async () => {
        tenants.push(await registry.create(idOf(tenants.length)))
      }),
    )
  const [newest] = tenants.slice(-1)
  const size = newest ? await registry.megabytesOf(newest) : 0
  if (steps.length > 0)
    console.log(`  create:  ${stepText(steps)}; ${steps.length} made, ${size.toFixed(1)} MB of disk each`)
  await copyUpTo(bench, count)
}

async function copyUpTo({ registry, tenants }: Bench, count: number): Promise<void> {
  const [missing, began] = [count - tenants.length, performance.now()]
  for (let first = tenants.length; first < count; first = tenants.length) {
    const ids = Array.from({ length: Math.min(COPIES_AT_ONCE, count - first) }, (_, at) => idOf(first + at))
    tenants.push(...(await Promise.all(ids.map(registry.copy))))
  }
  if (missing > 0)
    console.log(
      `  copy:    ${missing} made of a migrated database in ${Math.round((performance.now() - began) / 1000)} s`,
    )
}

const memoryText = (pid: number) => `${Math.round(residentMemory(pid))} MB`

/** Opens so many tenants one after the other, gives each some work, and prints what that takes. */
async function measureActive(bench: Bench): Promise<void> {
  const { registry, settings, databaseSeconds } = bench
  const active = bench.tenants.slice(0, bench.mostActive)
  const clients = new Map<Tenant, Awaited<ReturnType<BenchRegistry['addClient']>>>()
  for (const each of active) clients.set(each, await registry.addClient(each))
  const server = await startTenantsServer(registry.tenantsUrl, settings)
  const { pid } = server
  try {
    const atStart = memoryText(pid)
    const clocks = { program: () => processSeconds(pid), database: databaseSeconds }
    const openings: Step[] = []
    for (const { baseUrl } of active)
      openings.push(await timed(clocks, () => expectOk(`${baseUrl}/health/live`)))
    console.log(`  open:    ${stepText(openings)}`)
    const atRest = memoryText(pid)
    for (const [{ baseUrl }, client] of clients) await workOn(await prepareOrganisation(baseUrl, client))
    const most = Math.round(peakMemory(pid))
    console.log(
      `  memory:  ${atStart} before a request, ${atRest} with ${active.length} open, ${memoryText(pid)} after work in each; most ${most} MB`,
    )
  } finally {
    await server.stop()
  }
}

async function expectOk(url: string): Promise<void> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
}

const REQUESTS = ['POST composition, 10 KB', 'GET composition, 10 KB']

interface Side {
  readonly server: ServerProcess
  readonly target: Target
}

/** Rounds of the plain server and of the tenant in turn, so that a noisy moment hits both. */
async function compareRequest(
  name: string,
  sides: readonly Side[],
  { databaseSeconds }: Bench,
  { rounds, seconds }: Rounds,
): Promise<void> {
  const measured = sides.map(({ server, target }) => {
    const operation = operations(target).find(each => each.name === name)
    if (!operation) throw new Error(`there is no operation ${name}`)
    const clocks: Clocks = { server: async () => processSeconds(server.pid), database: databaseSeconds }
    return { operation, clocks, costs: [] as Cost[] }
  })
  for (const { operation, clocks } of measured)
    await measure(operation, clocks, WARM_UP.seconds, WARM_UP.requests)
  for (let round = 0; round < rounds; round++)
    for (const { operation, clocks, costs } of measured) costs.push(await measure(operation, clocks, seconds))
  const [plain = [], tenant = []] = measured.map(({ costs }) => costs)
  const sum = (cost: Cost | undefined) => (cost?.server ?? 0) + (cost?.database ?? 0)
  const ratios = plain.map((cost, at) => sum(cost) / sum(tenant[at]))
  const costText = (costs: readonly Cost[]) =>
    `${median(costs.map(each => each.server)).toFixed(3)} + ${median(costs.map(each => each.database)).toFixed(3)}`
  console.log(
    `  ${name}: plain ${costText(plain)}, tenant ${costText(tenant)}; plain to tenant ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )
}

interface Rounds {
  readonly rounds: number
  readonly seconds: number
}

/** A plain server and a server with one tenant, each with a process and a database of its own on one PostgreSQL. */
async function compareWithPlain(bench: Bench, asked: Rounds): Promise<void> {
  const { registry, settings, plainUrl, tenants } = bench
  const [tenant] = tenants
  if (!tenant) return
  const client = await registry.addClient(tenant)
  const { CAIRN_DATA_DIR = '' } = settings
  const plain = await startServer(plainUrl, { ...POOLS, CAIRN_DATA_DIR: join(CAIRN_DATA_DIR, 'plain') })
  const many = await startTenantsServer(registry.tenantsUrl, settings)
  try {
    const sides = [
      { server: plain, target: await prepareOrganisation(plain.url) },
      { server: many, target: await prepareOrganisation(tenant.baseUrl, client) },
    ]
    console.log('milliseconds of processor time of a request, server + database, 16 connections')
    for (const name of REQUESTS) await compareRequest(name, sides, bench, asked)
  } finally {
    await many.stop()
    await plain.stop()
  }
}

/** `npm run bench tenants [counts] [active] [rounds] [seconds]`, counts by comma, growing. */
export async function run([
  counts = '1,50,1000',
  active = '50',
  rounds = '7',
  seconds = '2',
]: readonly string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-bench-tenants-'))
  const database = await startTestServer({ durable: true, settings: { max_connections: '900' } })
  const db = openPool(database.templateUrl, { max: 1, applicationName: 'bench' })
  const port = String(await freePort())
  const registry = await benchRegistry(database.templateUrl, port)
  const bench: Bench = {
    registry,
    settings: {
      ...POOLS,
      CAIRN_PORT: port,
      CAIRN_DATA_DIR: dataDir,
      CAIRN_TENANT_CONNECTIONS: String(CONNECTIONS_EACH * Number(active)),
    },
    plainUrl: serviceUrlOf(database.templateUrl),
    databaseSeconds: await databaseClock(db),
    mostActive: Number(active),
    tenants: [],
  }
  try {
    for (const count of counts.split(',').map(Number)) {
      console.log(`${count} tenant${count === 1 ? '' : 's'}, ${Math.min(count, bench.mostActive)} active`)
      await createUpTo(bench, count)
      await measureActive(bench)
      if (count === 1) await compareWithPlain(bench, { rounds: Number(rounds), seconds: Number(seconds) })
    }
  } finally {
    await registry.close()
    await db.close()
    await database.stop()
    rmSync(dataDir, { recursive: true })
  }
}
