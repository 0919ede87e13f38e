/** Reads and commits against bare routes on the same rows (at least 70 % and 50 %), and what a record takes on disk. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { freePort } from '../test/server.ts'
import { tenKilobytes } from './records-data.ts'
import { median, startServer, token } from './server-process.ts'

const CONNECTIONS = 16

/** Until what runs often is compiled: that takes some thousand requests, and commits are the slower ones. */
const WARM_UP_SECONDS = 10

interface Round {
  readonly perSecond: number
  /** Requests for a second of the server's own processor time: steadier on a machine that is shared. */
  readonly perCpuSecond: number
}

/** A server and what it is asked. */
interface Side {
  readonly options: autocannon.Options
  cpuSeconds(): Promise<number>
}

async function load({ options, cpuSeconds }: Side, seconds: number): Promise<Round> {
  const before = await cpuSeconds()
  const result = await autocannon({ connections: CONNECTIONS, duration: seconds, ...options })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`)
  const used = (await cpuSeconds()) - before
  return { perSecond: result.requests.average, perCpuSecond: result.requests.total / used }
}

const UNITS: [unit: string, value: (round: Round) => number][] = [
  ['a second', round => round.perSecond],
  ['a CPU second', round => round.perCpuSecond],
]

interface Comparison {
  readonly name: string
  /** Per cent of the bare route. */
  readonly goal: number
  readonly ours: Side
  readonly bare: Side
}

/** Rounds of the one and the other in turn, so that a noisy moment hits both. */
async function compare(
  { name, goal, ours, bare }: Comparison,
  rounds: number,
  seconds: number,
): Promise<void> {
  const [first, second]: [Round[], Round[]] = [[], []]
  for (const side of [ours, bare]) await load(side, WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round++) {
    first.push(await load(ours, seconds))
    second.push(await load(bare, seconds))
  }
  console.log(`${name} (goal: ${goal} % of bare)`)
  for (const [unit, value] of UNITS) {
    const [us, them] = [median(first.map(value)), median(second.map(value))]
    const ratio = Math.round((us / them) * 100)
    console.log(`  ${unit.padEnd(14)} ${Math.round(us)}, bare ${Math.round(them)}: ${ratio} %`)
  }
}

async function prepare(url: string, authorization: string): Promise<{ ehrId: string; versionUid: string }> {
  const call = async (path: string, type: string, body: string | undefined) => {
    const answer = await fetch(`${url}/openehr/v1${path}`, {
      method: 'POST',
      headers: { Authorization: authorization, ...(body === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (answer.headers.get('etag') ?? '').replaceAll('"', '')
  }
  await call('/definition/template/adl1.4', 'application/xml', bloodPressureOpt())
  const ehrId = await call('/ehr', '', undefined)
  return { ehrId, versionUid: await call(`/ehr/${ehrId}/composition`, 'application/json', tenKilobytes()) }
}

const statement = (text: string) => sql<Record<string, number>>({ name: 'bench', text, prepare: false })

async function size(databaseUrl: string): Promise<void> {
  const db = openPool(databaseUrl, { max: 1, applicationName: 'bench' })
  await db.execute(statement('vacuum analyze'))
  const [row] = await db.query(
    statement(`select
      (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname = 'cairn' and relkind = 'r' and relname in ('version', 'versioned_object', 'contribution', 'root'))
        ::float as stored,
      (select sum(octet_length(envelope)) from cairn.version)::float as envelopes,
      (select count(*) from cairn.version where kind = 'COMPOSITION')::float as versions`),
  )
  const { stored = 0, envelopes = 0, versions = 1 } = row ?? {}
  const json = envelopes + versions * tenKilobytes().length
  console.log(
    `stored: ${(stored / json).toFixed(2)} bytes per byte of canonical JSON over ${versions} versions (goal: under 1.5)`,
  )
  console.log('  one document over and over: bench layout has the figure for a mix')
  await db.close()
}

export async function startBare(databaseUrl: string) {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('./records-bare.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--conditions=cairn-source'],
  })
  const said = () => new Promise<unknown>(done => child.once('message', done))
  const ready = said()
  child.send({ databaseUrl, port })
  await ready
  return {
    url: `http://127.0.0.1:${port}`,
    cpuSeconds: async () => {
      const answer = said()
      child.send('cpu')
      return ((await answer) as { cpuSeconds: number }).cpuSeconds
    },
    stop: async () => {
      child.disconnect()
      await new Promise(done => child.once('exit', done))
    },
  }
}

/** `npm run bench records [rounds] [seconds]` */
export async function run([rounds = '5', seconds = '3']: readonly string[]): Promise<void> {
  const database = await startTestServer({ durable: true })
  const server = await startServer(database.templateUrl)
  const bare = await startBare(database.templateUrl)
  try {
    const authorization = `Bearer ${await token(server.url, 'api.read api.write')}`
    const { ehrId, versionUid } = await prepare(server.url, authorization)
    const [objectId = ''] = versionUid.split('::')
    const headers = { Authorization: authorization }
    const ehr = `${server.url}/openehr/v1/ehr/${ehrId}`
    const side = (of: { cpuSeconds(): Promise<number> }, options: autocannon.Options): Side => ({
      options,
      cpuSeconds: of.cpuSeconds,
    })
    const comparisons: Comparison[] = [
      {
        name: 'GET version, 10 KB',
        goal: 70,
        ours: side(server, {
          url: `${ehr}/versioned_composition/${objectId}/version/${versionUid}`,
          headers,
        }),
        bare: side(bare, { url: `${bare.url}/version/${ehrId}/${objectId}/1` }),
      },
      {
        name: 'POST composition, 10 KB',
        goal: 50,
        ours: side(server, {
          url: `${ehr}/composition`,
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: tenKilobytes(),
        }),
        bare: side(bare, { url: `${bare.url}/version`, method: 'POST' }),
      },
    ]
    for (const each of comparisons) await compare(each, Number(rounds), Number(seconds))
    await size(database.templateUrl)
  } finally {
    await bare.stop()
    await server.stop()
    await database.stop()
  }
}
