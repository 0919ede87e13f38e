/** `npm run bench records`: reads and commits against bare routes on the same rows, and what a record takes on disk. */
import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { openEmbedded, openPool, sql } from '../packages/server/src/db/index.ts'
import { bloodPressureOpt } from '../test/records.ts'
import { freePort } from '../test/server.ts'
import { tenKilobytes } from './records-data.ts'
import { median } from './server-process.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 16

interface Bench {
  readonly url: string
  readonly bareUrl: string
  readonly token: string
}

async function token(
  url: string,
  { clientId, secret }: { clientId: string; secret: string },
): Promise<string> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', audience: `${url}/openehr/v1` }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Round {
  readonly perSecond: number
  /** Requests for a second of the server's own processor time: steadier on a machine that is shared. */
  readonly perCpuSecond: number
}

type CpuSeconds = () => Promise<number>

async function load(options: autocannon.Options, cpuSeconds: CpuSeconds): Promise<Round> {
  const before = await cpuSeconds()
  const result = await autocannon({ connections: CONNECTIONS, duration: SECONDS, ...options })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} bad answers, ${result.errors} errors`)
  const used = (await cpuSeconds()) - before
  return { perSecond: result.requests.average, perCpuSecond: result.requests.total / used }
}

interface Comparison {
  readonly name: string
  /** Per cent of the bare route. */
  readonly goal: number
  readonly ours: autocannon.Options
  readonly bare: autocannon.Options
}

/** Rounds of the one and the other in turn, so that a noisy moment hits both. */
async function compare({ name, goal, ours, bare }: Comparison, cpuSeconds: CpuSeconds): Promise<void> {
  const [first, second]: [Round[], Round[]] = [[], []]
  await load({ ...ours, duration: 1 }, cpuSeconds)
  await load({ ...bare, duration: 1 }, cpuSeconds)
  for (let round = 0; round < ROUNDS; round++) {
    first.push(await load(ours, cpuSeconds))
    second.push(await load(bare, cpuSeconds))
  }
  console.log(`${name} (goal: ${goal} % of bare)`)
  for (const [unit, value] of UNITS) {
    const [us, them] = [median(first.map(value)), median(second.map(value))]
    const ratio = Math.round((us / them) * 100)
    console.log(`  ${unit.padEnd(16)} ${Math.round(us)}, bare ${Math.round(them)}: ${ratio} %`)
  }
}

const UNITS: [unit: string, value: (round: Round) => number][] = [
  ['a second', round => round.perSecond],
  ['a CPU second', round => round.perCpuSecond],
]

async function prepare({ url, token }: Bench): Promise<{ ehrId: string; versionUid: string }> {
  const headers = { Authorization: `Bearer ${token}` }
  const call = async (path: string, type: string, body: string | undefined) => {
    const answer = await fetch(`${url}/openehr/v1${path}`, {
      method: 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': type }) },
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
      (select sum(octet_length(data) + octet_length(envelope)) from cairn.version)::float as json,
      (select count(*) from cairn.version)::float as versions`),
  )
  const { stored = 0, json = 1, versions = 1 } = row ?? {}
  console.log(
    `stored: ${(stored / json).toFixed(2)} bytes per byte of canonical JSON over ${versions} versions (goal: under 1.5)`,
  )
  await db.close()
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const database = await openEmbedded({ dataDir: folder })
  const [port, barePort] = [await freePort(), await freePort()]
  const child = fork(fileURLToPath(new URL('./records-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', '--conditions=cairn-source'],
  })
  try {
    const ready = new Promise<{ clientId: string; secret: string }>(done =>
      child.once('message', message => done(message as { clientId: string; secret: string })),
    )
    child.send({ databaseUrl: database.url, port, barePort })
    const cpuSeconds: CpuSeconds = () =>
      new Promise(done => {
        child.once('message', message => done((message as { cpuSeconds: number }).cpuSeconds))
        child.send('cpu')
      })
    const url = `http://localhost:${port}`
    const bareUrl = `http://localhost:${barePort}`
    const bench = { url, bareUrl, token: await token(url, await ready) }
    const { ehrId, versionUid } = await prepare(bench)
    const [objectId = ''] = versionUid.split('::')
    const headers = { Authorization: `Bearer ${bench.token}` }
    await compare(
      {
        name: 'GET version, 10 KB',
        goal: 70,
        ours: {
          url: `${url}/openehr/v1/ehr/${ehrId}/versioned_composition/${objectId}/version/${versionUid}`,
          headers,
        },
        bare: { url: `${bareUrl}/version/${ehrId}/${objectId}/1` },
      },
      cpuSeconds,
    )
    await compare(
      {
        name: 'POST composition, 10 KB',
        goal: 50,
        ours: {
          url: `${url}/openehr/v1/ehr/${ehrId}/composition`,
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: tenKilobytes(),
        },
        bare: { url: `${bareUrl}/version`, method: 'POST' },
      },
      cpuSeconds,
    )
    await size(database.url)
  } finally {
    child.disconnect()
    await new Promise(done => child.once('exit', done))
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
