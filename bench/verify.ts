/**
 * Versions a second of `cairn verify`, with one thread and with one for each core.
 *
 *   npm run bench verify [versions]                         100000 unless told
 *   npm run bench verify [versions] [database] [seconds]    fills a database of one's own up to that number, and keeps it
 *
 * Versions are committed over HTTP in contributions of fifty, so that each has its signature; a hundred are in each EHR.
 * A million take longer than most runs may: fill a database in several runs, and verify it by \`cairn verify --after\`.
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate, openPool, sql } from '../packages/server/src/db/index.ts'
import { startTestServer } from '../test/postgres.ts'
import { bloodPressure, bloodPressureOpt } from '../test/records.ts'
import { databaseClock, endedSeconds } from './processor-time.ts'
import { SECRET_KEY, type ServerProcess, startServer, token } from './server-process.ts'

const TOGETHER = 50
const PER_EHR = 100
const COMMITTING = 4

const MAIN = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

const coded = (code: string, value: string) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
    code_string: code,
  },
})

const AUDIT = {
  _type: 'AUDIT_DETAILS',
  system_id: 'cairn.local',
  change_type: coded('249', 'creation'),
  committer: { _type: 'PARTY_IDENTIFIED', name: 'bench' },
}

function contribution(first: number): string {
  const versions = Array.from({ length: TOGETHER }, (_, at) => ({
    _type: 'ORIGINAL_VERSION',
    commit_audit: AUDIT,
    lifecycle_state: coded('532', 'complete'),
    data: bloodPressure([{ systolic: 90 + ((first + at) % 90), diastolic: 50 + ((first + at) % 50) }]),
  }))
  return JSON.stringify({ _type: 'CONTRIBUTION', audit: AUDIT, versions })
}

interface Filling {
  readonly count: number
  /** Versions from an earlier run. */
  readonly present?: number
  readonly signal?: AbortSignal
}

async function fill({ url }: ServerProcess, { count, present = 0, signal }: Filling): Promise<number> {
  const authorization = `Bearer ${await token(url, 'api.read api.write api.admin')}`
  const post = async (path: string, body = '', type = 'application/json'): Promise<string> => {
    const headers = { Authorization: authorization, ...(body === '' ? {} : { 'Content-Type': type }) }
    const answer = await fetch(`${url}/openehr/v1${path}`, {
      method: 'POST',
      headers,
      ...(body === '' ? {} : { body }),
    })
    const text = await answer.text()
    if (answer.status === 503) {
      await sleep(1000)
      return post(path, body, type)
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return (answer.headers.get('etag') ?? '').replaceAll('"', '')
  }
  if (present === 0) await post('/definition/template/adl1.4', bloodPressureOpt(), 'application/xml')
  let made = present
  const commit = async () => {
    while (made < count && !signal?.aborted) {
      const first = made
      made += PER_EHR
      const ehrId = await post('/ehr')
      for (let at = first; at < first + PER_EHR; at += TOGETHER)
        await post(`/ehr/${ehrId}/contribution`, contribution(at))
    }
  }
  await Promise.all(Array.from({ length: COMMITTING }, commit))
  return made - present
}

interface Run {
  readonly versions: number
  readonly seconds: number
}

async function verify(databaseUrl: string, threads: number): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, CAIRN_DATABASE_URL: databaseUrl, CAIRN_SECRET_KEY: SECRET_KEY }
  // Fewer than 20,000 versions would be one part, and one thread, without a place to go on from.
  const args = [MAIN, 'verify', '--json', '--threads', String(threads), '--after', '0']
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 })
  return JSON.parse(stdout) as Run
}

/** Of compositions: each EHR has a status beside them. */
const present = sql<{ versions: number }>({
  name: 'bench.present',
  text: `select count(*) as versions from cairn.version where kind = 'COMPOSITION'`,
})

/** Ends after some seconds; the next run goes on. */
async function fillKept(databaseUrl: string, count: number, seconds: number): Promise<void> {
  await migrate(databaseUrl)
  const db = openPool(databaseUrl, { max: 1, applicationName: 'bench' })
  const [{ versions = 0 } = {}] = await db.query(present).finally(() => db.close())
  const began = performance.now()
  const server = await startServer(databaseUrl)
  const signal = AbortSignal.timeout(seconds * 1000)
  const made = await fill(server, { count, present: versions, signal }).finally(server.stop)
  const rate = Math.round(made / ((performance.now() - began) / 1000))
  console.log(`${made} versions were added to ${versions}, ${rate} a second`)
}

export async function run([count = '100000', kept, seconds = '500']: readonly string[]): Promise<void> {
  if (kept !== undefined) return fillKept(kept, Number(count), Number(seconds))
  const database = await startTestServer({ large: true })
  const db = openPool(database.templateUrl, { max: 1, applicationName: 'bench' })
  try {
    const server = await startServer(database.templateUrl)
    await fill(server, { count: Number(count) }).finally(server.stop)
    const clock = await databaseClock(db)
    for (const threads of [...new Set([1, availableParallelism()])]) {
      const before = [endedSeconds(), clock()] as const
      const { versions, seconds } = await verify(database.templateUrl, threads)
      const [command, ofDatabase] = [endedSeconds() - before[0], clock() - before[1]].map(used =>
        ((used / versions) * 1000).toFixed(2),
      )
      console.log(
        `${threads} ${threads === 1 ? 'thread' : 'threads'}: ${versions} versions in ${seconds.toFixed(0)} s, ${Math.round(versions / seconds)} a second; processor time of a version ${command} ms, of the database ${ofDatabase} ms`,
      )
    }
  } finally {
    await db.close()
    await database.stop()
  }
}
