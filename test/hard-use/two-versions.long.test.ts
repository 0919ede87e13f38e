/**
 * The program of before the newest migration and that of today on one database, which the newer one migrates while the older one serves:
 * no request of either fails.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../database.ts'
import { idIn } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { freePort, SECRET_KEY } from '../server.ts'
import { type Hit, type Load, openLoad, percentile, type Shot, statuses } from './load.ts'
import { record } from './report.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SECONDS = 60
const RATE = 20

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The last commit before the newest migration; none where there is no history of it. */
function earlierCommit(): string | undefined {
  const folder = 'packages/server/migrations'
  const newest = readdirSync(join(ROOT, folder)).sort().at(-1) ?? ''
  try {
    // A merge may have given the file its number.
    const merges = ['-m', '--first-parent', '--no-renames', '--diff-filter=A']
    const added = git('log', ...merges, '--format=%H', '-1', '--', `${folder}/${newest}`)
    return git('rev-parse', '--short', `${added}^`)
  } catch {
    return undefined
  }
}

const commit = earlierCommit()

/** The sources of a commit in a folder, with the packages of others that are installed here. */
function sourcesOf(earlier: string, folder: string): void {
  const archive = execFileSync(
    'git',
    ['archive', earlier, 'packages', 'package.json', 'tsconfig.base.json'],
    {
      cwd: ROOT,
      maxBuffer: 1_000_000_000,
    },
  )
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  const [installed, own] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(own, '@cairn-ehr'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@cairn-ehr') symlinkSync(join(installed, name), join(own, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(own, '@cairn-ehr', name))
}

interface Running {
  readonly url: string
  readonly child: ChildProcess
}

/** Starts the server from the sources in a folder. */
async function start(
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Running> {
  const url = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const main = join(folder, 'packages/server/src/main.ts')
  const args = ['--import', import.meta.resolve('tsx'), '--conditions=cairn-source', main, 'serve']
  const env = { PATH, HOME, CAIRN_PORT: String(port), CAIRN_WAIT_TARGET_MS: '0', ...settings }
  const child = spawn(process.execPath, args, { env, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  // From sources, and on a busy machine: that takes a while.
  for (let attempt = 0; attempt < 600; attempt++) {
    assert.equal(child.exitCode, null, 'the program starts')
    if ((await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) return { url, child }
    await sleep(200)
  }
  throw new Error('the program did not become ready')
}

test('two versions', {
  skip: commit === undefined && 'there is no history of the sources',
  timeout: 600_000,
}, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-earlier-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  sourcesOf(commit ?? '', folder)
  const { url: databaseUrl } = await testDatabase({ empty: true })
  const client = { id: 'earlier', secret: 'a secret for this test only, long enough' }
  const port = await freePort()
  // Processes on one database have one public address.
  const base = `http://127.0.0.1:${port}`
  const settings = {
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_BASE_URL: base,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_LOG_LEVEL: 'error',
    CAIRN_BOOTSTRAP_CLIENT_ID: client.id,
    CAIRN_BOOTSTRAP_CLIENT_SECRET: client.secret,
  }
  const earlier = await start(folder, port, settings)
  t.after(() => earlier.child.kill('SIGKILL'))
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', audience: `${base}/openehr/v1` }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  const headers = { Authorization: `Bearer ${access_token}` }
  const post = (path: string, type: string, body?: string) =>
    fetch(`${earlier.url}/openehr/v1${path}`, {
      method: 'POST',
      headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': type }) },
      ...(body === undefined ? {} : { body }),
    })
  assert.equal((await post('/definition/template/adl1.4', 'application/xml', bloodPressureOpt())).status, 201)
  const ehrId = idIn(await post('/ehr', ''))
  const body = JSON.stringify(bloodPressure())
  const q = encodeURIComponent('SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c')

  const mix = (count: number): Shot => {
    const ehr = `/openehr/v1/ehr/${ehrId}`
    const writing = { ...headers, 'Content-Type': 'application/json' }
    if (count % 4 === 0) return { method: 'POST', path: `${ehr}/composition`, headers: writing, body }
    if (count % 4 === 1)
      return { method: 'GET', path: `/openehr/v1/query/aql?q=${q}&ehr_id=${ehrId}`, headers }
    if (count % 20 === 2) return { method: 'POST', path: '/openehr/v1/ehr', headers }
    return { method: 'GET', path: ehr, headers }
  }
  const loads: Load[] = []
  t.after(() => {
    for (const load of loads) load.close()
  })
  const hitsOf = (url: string): Promise<Hit[]> => {
    const load = openLoad(url)
    loads.push(load)
    return load.atRate(RATE, SECONDS, mix)
  }
  // The older one is under load while the newer one starts and migrates.
  const beside = hitsOf(earlier.url)
  const newer = await start(ROOT, await freePort(), settings)
  t.after(() => newer.child.kill('SIGKILL'))
  const hits = [await beside, ...(await Promise.all([hitsOf(earlier.url), hitsOf(newer.url)]))]
  // A migration may lock a table for longer than a request waits.
  const waited = hits[0]?.filter(({ status }) => status === 503) ?? []
  assert.ok(waited.every(({ retryAfter }) => retryAfter !== undefined))
  for (const [at, each] of hits.entries())
    assert.ok(
      each.every(({ status }) => status === 200 || status === 201 || (at === 0 && status === 503)),
      `phase ${at}: ${statuses(each)}`,
    )
  const count = await fetch(`${newer.url}/openehr/v1/query/aql?q=${q}&ehr_id=${ehrId}`, { headers })
  const { rows } = (await count.json()) as { rows: number[][] }
  const commits = hits.flat().filter(({ etag }) => etag.includes('::')).length
  assert.ok(Number(rows[0]?.[0]) >= commits, `${rows} of ${commits}`)
  const told = ['earlier during the migration', 'earlier', 'newer'].map(
    (which, at) => `${which}: ${hits[at]?.length} requests, p99 ${percentile(hits[at] ?? [], 0.99)} ms`,
  )
  record({
    check: '83',
    subject: 'Two versions of the program together',
    method: `the sources of commit ${commit}, before the newest migration, and those of today on one database, which the newer one migrates under load; ${RATE} requests a second to the earlier one for ${SECONDS} s meanwhile, then to each: reads, commits, queries, new EHRs`,
    figure: `${told.join('; ')}; ${waited.length} of those during the migration 503 with Retry-After, no other error; all ${commits} acknowledged commits are found`,
  })
})
