/**
 * Processor time of server and database for a commit, without webhooks, with 20 of them, and with 1,000 that have a query, of which ten match, in
 * turn.
 *
 *   npm run bench events [rounds] [seconds] [commits with queries]
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPool } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { document, FOUR_KILOBYTES, type Operation } from './cost-operations.ts'
import { type Cost, measure } from './measure.ts'
import { databaseClock } from './processor-time.ts'
import { median, startServer, token } from './server-process.ts'

const [CONNECTIONS, WEBHOOKS, EHRS] = [4, 20, 8]

/** Subscriptions with a query, and those of them that every commit concerns. */
const [QUERIES, MATCHING] = [1000, 10]

type Send = (request: string, body?: string, type?: string) => Promise<Response>

const sender =
  (url: string, authorization: string): Send =>
  async (request, body, type = 'application/json') => {
    const [method = '', path = ''] = request.split(' ')
    const headers = { Authorization: authorization, ...(body === undefined ? {} : { 'Content-Type': type }) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300)
      throw new Error(`${request}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    return answer
  }

/** Takes every request; in this process, so that its time is not counted. */
async function openReceiver(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => reply.writeHead(204).end())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function commitOf(send: Send): Promise<Operation> {
  const ehrs = await Promise.all(
    Array.from({ length: EHRS }, async () =>
      (await send('POST /openehr/v1/ehr')).headers.get('etag')?.replaceAll('"', ''),
    ),
  )
  return {
    name: 'commit of a composition, 4 KB',
    connections: CONNECTIONS,
    send: async turn => {
      const ehrId = ehrs[turn % EHRS]
      await send(`POST /openehr/v1/ehr/${ehrId}/composition`, document(FOUR_KILOBYTES, turn))
    },
  }
}

/** Subscriptions as hospitals have them: for other templates, and one that takes every composition, in batches. */
const KINDS = {
  'none that takes it': Array.from({ length: WEBHOOKS }, (_, at) => ({
    filter: { type: ['composition'], template_id: [`Other ${at}`] },
  })),
  'one that takes it': Array.from({ length: WEBHOOKS }, (_, at) =>
    at === 0
      ? { filter: { type: ['composition'] }, batch_size: 100 }
      : { filter: { type: ['composition'], template_id: [`Other ${at}`] } },
  ),
}

const systolicAbove = (archetype: string, value: number): object => {
  const systolic = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
  return {
    q: `SELECT e/ehr_id/value AS ehr, ${systolic} AS systolic FROM EHR e CONTAINS OBSERVATION o[${archetype}] WHERE ${systolic} > $limit`,
    query_parameters: { limit: value },
  }
}

/** Alarms of a hospital: those for other archetypes, and ten for the one that is committed, whose rows appear with every commit. */
const withQueries = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({
    batch_size: 100,
    ...(at < MATCHING
      ? systolicAbove('openEHR-EHR-OBSERVATION.blood_pressure.v2', at)
      : systolicAbove(`openEHR-EHR-OBSERVATION.other_${at}.v1`, at)),
  }))

/** Subscribes until the returned function is called. */
async function subscribed(send: Send, url: string, bodies: readonly object[]): Promise<() => Promise<void>> {
  const made: { readonly id: string }[] = []
  for (const body of bodies) {
    const answer = await send('POST /extra/v1/subscription', JSON.stringify({ name: 'bench', url, ...body }))
    made.push((await answer.json()) as { id: string })
  }
  // A process takes a hundred a second.
  await new Promise(done => setTimeout(done, 2000 + 20 * bodies.length))
  return async () => {
    for (const { id } of made) await send(`DELETE /extra/v1/subscription/${id}`)
  }
}

const sumOf = ({ server, database }: Cost): number => server + database

/** The same commits with no other subscription than those that match, and with all. */
async function compareQueries(
  send: Send,
  url: string,
  cost: () => Promise<Cost>,
): Promise<readonly (readonly [count: number, cost: Cost])[]> {
  const found: [number, Cost][] = []
  for (const count of [0, MATCHING, QUERIES]) {
    const end = await subscribed(send, url, withQueries(count))
    found.push([count, await cost()])
    await end()
  }
  return found
}

const print = (name: string, { server, database }: Cost, base: number): void => {
  const change = `${(100 * ((server + database) / base - 1)).toFixed(1)} %`
  console.log(`  ${name.padEnd(40)} ${server.toFixed(2)} + ${database.toFixed(2)}   ${change}`)
}

export async function run([
  rounds = '5',
  seconds = '4',
  commits = '10000',
]: readonly string[]): Promise<void> {
  const database = await startTestServer({ durable: true })
  const db = openPool(database.templateUrl, { max: 2, applicationName: 'bench' })
  const server = await startServer(database.templateUrl, { CAIRN_PRIVATE_ADDRESSES: '127.0.0.1' })
  const receiver = await openReceiver()
  try {
    const send = sender(server.url, `Bearer ${await token(server.url, 'api.read api.write api.admin')}`)
    await send('POST /openehr/v1/definition/template/adl1.4', bloodPressureOpt(), 'application/xml')
    const commit = await commitOf(send)
    const clocks = { server: server.cpuSeconds, database: await databaseClock(db) }
    const costs = new Map<string, Cost[]>([
      ['no webhook', []],
      ...Object.keys(KINDS).map(kind => [kind, []] as [string, Cost[]]),
    ])
    await measure(commit, clocks, 3)
    for (let round = 0; round < Number(rounds); round++) {
      costs.get('no webhook')?.push(await measure(commit, clocks, Number(seconds)))
      for (const [kind, bodies] of Object.entries(KINDS)) {
        const end = await subscribed(send, receiver.url, bodies)
        costs.get(kind)?.push(await measure(commit, clocks, Number(seconds)))
        await end()
      }
    }
    const base = median((costs.get('no webhook') ?? []).map(sumOf))
    console.log(`${commit.name}: milliseconds of processor time, server + database`)
    for (const [kind, each] of costs) {
      const name = kind === 'no webhook' ? kind : `${WEBHOOKS} webhooks, ${kind}`
      const [own, other] = [median(each.map(cost => cost.server)), median(each.map(cost => cost.database))]
      print(name, { server: own, database: other, rate: 0 }, base)
    }
    const many = await compareQueries(send, receiver.url, () =>
      measure(commit, clocks, Number.POSITIVE_INFINITY, Number(commits)),
    )
    console.log(`${commits} commits with queries on subscriptions:`)
    const [, none] = many[0] ?? []
    for (const [count, cost] of many)
      print(`${count} with a query, ${Math.min(count, MATCHING)} match`, cost, none ? sumOf(none) : 1)
  } finally {
    receiver.close()
    await server.stop()
    await db.close()
    await database.stop()
  }
}
