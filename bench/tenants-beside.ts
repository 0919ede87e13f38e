/** The 99th percentile of one tenant's answers while another sends 400 requests a second, or heavy queries, beside it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startTestServer } from '../test/postgres.ts'
import { freePort } from '../test/server.ts'
import { document, FOUR_KILOBYTES, type Target } from './cost-operations.ts'
import { median, startTenantsServer } from './server-process.ts'
import { benchRegistry, POOLS, prepareOrganisation } from './tenants-data.ts'

/** Requests a second of the tenant that is measured, and of the one beside it. */
const [OWN_RATE, RATE_BESIDE] = [40, 400]

/** Heavy queries that are under way at the same time. */
const HEAVY = 8

/** Compositions with five observations each, which every heavy query reads. */
const COMPOSITIONS = 3000

const HEAVY_AQL =
  'SELECT COUNT(*) AS n, AVG(o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude) AS mean FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]'

type Organisation = Pick<Target, 'url' | 'authorization' | 'ehrId' | 'versionUid'>

async function send({ url, authorization }: Organisation, path: string, body?: string): Promise<number> {
  const answer = await fetch(`${url}/openehr/v1${path}`, {
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  })
  await answer.arrayBuffer()
  return answer.status
}

const isCommit = (turn: number): boolean => turn % 10 === 0

/** One commit among ten requests, the others read a version. */
const usualRequest = (at: Organisation, turn: number): Promise<number> =>
  isCommit(turn)
    ? send(at, `/ehr/${at.ehrId}/composition`, document(FOUR_KILOBYTES, turn))
    : send(at, `/ehr/${at.ehrId}/composition/${at.versionUid}`)

/** Milliseconds from the time at which a request was due to its answer. */
interface Times {
  readonly reads: number[]
  readonly commits: number[]
}

/** Sends at this rate, whatever the answers take. */
async function atRate(rate: number, seconds: number, request: (turn: number) => Promise<number>) {
  const times: Times = { reads: [], commits: [] }
  const statuses = new Map<number, number>()
  const began = performance.now()
  const answers: Promise<void>[] = []
  for (let turn = 0; turn < rate * seconds; turn++) {
    const due = began + (turn * 1000) / rate
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    answers.push(
      request(turn).then(status => {
        times[isCommit(turn) ? 'commits' : 'reads'].push(performance.now() - due)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    )
  }
  await Promise.all(answers)
  return { times, statuses }
}

type Load = 'requests' | 'queries'

/** The load of the other tenant, in a process of its own: what is measured does not wait for it here. */
async function load(kind: Load, at: Organisation): Promise<void> {
  let isOver = false
  const told = once(process, 'message').then(() => {
    isOver = true
  })
  process.send?.('ready')
  const counted = new Map<number, number>()
  const count = (status: number) => void counted.set(status, (counted.get(status) ?? 0) + 1)
  if (kind === 'queries') {
    const ask = async () => {
      while (!isOver) count(await send(at, `/query/aql?${new URLSearchParams({ q: HEAVY_AQL })}`))
    }
    await Promise.all(Array.from({ length: HEAVY }, ask))
  } else
    while (!isOver) {
      const { statuses } = await atRate(RATE_BESIDE, 1, turn => usualRequest(at, turn))
      for (const [status, times] of statuses) counted.set(status, (counted.get(status) ?? 0) + times)
    }
  await told
  process.send?.([...counted])
  process.disconnect()
}

/** Runs work beside the load; returns the answers of the other tenant by status too. */
async function beside<T>(kind: Load, at: Organisation, work: () => Promise<T>) {
  const child = fork(fileURLToPath(import.meta.url), [kind, JSON.stringify(at)])
  await once(child, 'message')
  await sleep(1000)
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000 + 1
  const ended = once(child, 'exit')
  const counted = once(child, 'message')
  child.send('end')
  const [answers] = (await counted) as [[status: number, count: number][]]
  await ended
  return { result, answers, seconds }
}

const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN

const all = ({ reads, commits }: Times): readonly number[] => [...reads, ...commits]

const p99 = (times: Times): number => percentile(all(times), 0.99)

const together = (one: Times, other: Times): Times => ({
  reads: [...one.reads, ...other.reads],
  commits: [...one.commits, ...other.commits],
})

async function compare(
  kind: Load,
  measured: Organisation,
  other: Organisation,
  rounds: number,
  seconds: number,
): Promise<void> {
  const own = () => atRate(OWN_RATE, seconds, turn => usualRequest(measured, turn))
  let alone: Times = { reads: [], commits: [] }
  let loaded = alone
  const ratios: number[] = []
  const answersBeside = new Map<number, number>()
  let secondsBeside = 0
  for (let round = 0; round < rounds; round++) {
    const { times: first } = await own()
    const { result, answers, seconds: took } = await beside(kind, other, own)
    const { times: last } = await own()
    const aloneNow = together(first, last)
    alone = together(alone, aloneNow)
    loaded = together(loaded, result.times)
    ratios.push(p99(result.times) / p99(aloneNow))
    secondsBeside += took
    for (const [status, count] of answers) answersBeside.set(status, (answersBeside.get(status) ?? 0) + count)
    const refused = [...result.statuses].filter(([status]) => status >= 400)
    if (refused.length > 0) console.log(`  refused beside: ${JSON.stringify(refused)}`)
  }
  const text = (times: Times) => {
    const values = [percentile(all(times), 0.5), p99(times), percentile(times.reads, 0.99)]
    const [middle, last, ofReads] = values.map(value => value.toFixed(1))
    return `p50 ${middle}, p99 ${last} ms (reads ${ofReads}, commits ${percentile(times.commits, 0.99).toFixed(1)})`
  }
  const rates = [...answersBeside].map(
    ([status, count]) => `${Math.round(count / secondsBeside)}/s ${status}`,
  )
  console.log(`  beside ${kind} (${rates.join(', ')}):`)
  console.log(`    alone ${text(alone)}`)
  console.log(`    beside ${text(loaded)}`)
  console.log(
    `    p99 ratio ${(p99(loaded) / p99(alone)).toFixed(2)}, by rounds ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )
}

async function fill(at: Organisation): Promise<void> {
  let turn = 0
  const loop = async () => {
    while (turn < COMPOSITIONS) {
      const status = await send(at, `/ehr/${at.ehrId}/composition`, document(FOUR_KILOBYTES, turn++))
      if (status !== 201) throw new Error(`a composition was answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, loop))
}

/** `npm run bench tenants-beside [rounds] [seconds]`: rounds with and without the load in turn, of so many seconds each. */
export async function run([rounds = '4', seconds = '10']: readonly string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-bench-beside-'))
  const database = await startTestServer({ durable: true })
  const port = String(await freePort())
  const registry = await benchRegistry(database.templateUrl, port)
  try {
    const organisations = await Promise.all(
      ['measured', 'other'].map(async id => {
        const tenant = await registry.create(id)
        return { tenant, client: await registry.addClient(tenant) }
      }),
    )
    const settings = { ...POOLS, CAIRN_PORT: port, CAIRN_DATA_DIR: dataDir }
    const server = await startTenantsServer(registry.tenantsUrl, settings)
    try {
      const targets: Organisation[] = []
      for (const { tenant, client } of organisations)
        targets.push(await prepareOrganisation(tenant.baseUrl, client))
      const [measured, other] = targets
      if (!measured || !other) throw new Error('two organisations are needed')
      await fill(other)
      await atRate(OWN_RATE, 5, turn => usualRequest(measured, turn))
      console.log(`${OWN_RATE} requests a second of one tenant, one in ten a commit of 4 KB`)
      for (const kind of ['requests', 'queries'] as const)
        await compare(kind, measured, other, Number(rounds), Number(seconds))
    } finally {
      await server.stop()
    }
  } finally {
    await registry.close()
    await database.stop()
    rmSync(dataDir, { recursive: true })
  }
}

// The child of `beside`.
const [, , kind, organisation] = process.argv
if (process.send && organisation !== undefined && (kind === 'requests' || kind === 'queries'))
  await load(kind, JSON.parse(organisation))
