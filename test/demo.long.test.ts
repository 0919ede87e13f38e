/** `cairn demo` as a person runs it: whole, again, interrupted, and where it cannot. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { describe, it } from 'node:test'
import { lifeOf, recordsIn } from '../packages/cli/src/demo/load.ts'
import { cairnProgram, settingsOf } from './cli/program.ts'
import { bloodPressureOpt, newEhr } from './records.ts'
import { freePort, type RunningServer, testServer } from './server.ts'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs `cairn demo <args>`; `watch` sees its output as it comes. */
function cairnDemo(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  watch?: (child: ChildProcess, out: string) => void,
): Promise<Ended> {
  return new Promise((done, failed) => {
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, [...cairnProgram(), 'demo', ...args], {
      env: { PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', data => {
      out += data
      watch?.(child, out)
    })
    child.stderr.on('data', data => {
      err += data
    })
    child.on('error', failed)
    child.on('close', code => done({ code, out, err }))
  })
}

async function rows(server: RunningServer, path: string, body: unknown): Promise<unknown[][]> {
  const answer = await server.call(`POST /openehr/v1/query/${path}`, {
    scopes: 'api.read',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows
}

const COUNTS = {
  patients: 'SELECT count(*) FROM EHR e',
  records: 'SELECT count(*) FROM EHR e CONTAINS COMPOSITION c',
  versions: 'SELECT count(*) FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
}

async function countsOf(server: RunningServer): Promise<Record<keyof typeof COUNTS, unknown>> {
  const counted = Object.entries(COUNTS).map(async ([what, q]) => [
    what,
    (await rows(server, 'aql', { q }))[0]?.[0],
  ])
  return Object.fromEntries(await Promise.all(counted))
}

const PATIENTS = 3
const ASKED = ['--patients', String(PATIENTS)]
const LISTS = ['Problem list', 'Medication list']

/** The records that the server must have: lists once for each patient, in all their versions. */
const lives = Array.from({ length: PATIENTS }, (_, index) => lifeOf(index + 1))
const versions = recordsIn(lives)
const compositions = lives.reduce((sum, { visits }) => {
  const all = visits.flatMap(({ records }) => records.map(({ template }) => template))
  const lists = LISTS.filter(list => all.includes(list as (typeof all)[number])).length
  return sum + all.filter(template => !LISTS.includes(template)).length + lists
}, 0)
const EXPECTED = { patients: PATIENTS, records: compositions, versions }

describe('cairn demo', () => {
  it('loads the hospital, and a second time nothing', async () => {
    const server = await testServer()
    const first = await cairnDemo(ASKED, settingsOf(server))
    assert.equal(first.err, '')
    assert.equal(first.code, 0)
    assert.match(first.out, new RegExp(`3 patients with ${versions} records: ${versions} were added`))
    assert.deepEqual(await countsOf(server), EXPECTED)
    const second = await cairnDemo(ASKED, settingsOf(server))
    assert.equal(second.code, 0, second.err)
    assert.match(second.out, /all were there already/)
    assert.deepEqual(await countsOf(server), EXPECTED)

    const templates = await server.call('GET /openehr/v1/definition/template/adl1.4', { scopes: 'api.read' })
    assert.equal(templates.json().length, 8)
    const queries = await server.call('GET /openehr/v1/definition/query/demo::', { scopes: 'api.read' })
    assert.deepEqual(
      queries.json().map(({ name, version }: { name: string; version: string }) => `${name} ${version}`),
      [
        'demo::latest_blood_pressures 1.0.0',
        'demo::patients_with_high_hba1c 1.0.0',
        'demo::problem_counts 1.0.0',
      ],
    )
    for (const [name, query_parameters] of [
      ['latest_blood_pressures', {}],
      ['patients_with_high_hba1c', { over: 30 }],
      ['problem_counts', {}],
    ] as const) {
      const found = await rows(server, `demo::${name}`, { fetch: 5, offset: 0, query_parameters })
      assert.ok(found.length > 0, name)
    }
    const datamaps = await server.call('GET /extra/v1/definition/datamap', { scopes: 'api.read' })
    assert.deepEqual(datamaps.json(), ['laboratory', 'problem_list', 'vital_signs'])
    for (const name of ['laboratory', 'problem_list', 'vital_signs']) {
      const page = await server.call(`GET /extra/v1/datamap/${name}?limit=1`, { scopes: 'api.read' })
      assert.equal(page.status, 200, page.text)
      assert.ok(page.json().totalCount > 0, name)
    }
  })

  it('stops at Ctrl-C and goes on from there', async () => {
    const server = await testServer()
    let sent = false
    const stopped = await cairnDemo(ASKED, settingsOf(server), child => {
      if (!sent) child.kill('SIGINT')
      sent = true
    })
    assert.equal(stopped.code, 130)
    assert.match(stopped.err, /^Stopped: \d+ records were added\. Run it again to go on from there\.\n$/)
    const half = await countsOf(server)
    assert.ok(Number(half.versions) > 0 && Number(half.versions) < versions)
    const resumed = await cairnDemo(ASKED, settingsOf(server))
    assert.equal(resumed.code, 0, resumed.err)
    assert.match(resumed.out, new RegExp(`${versions - Number(half.versions)} were added`))
    assert.deepEqual(await countsOf(server), EXPECTED)
  })

  it('two at once load it once', async () => {
    const server = await testServer()
    const both = await Promise.all([1, 2].map(() => cairnDemo(ASKED, settingsOf(server))))
    for (const { code, err } of both) assert.equal(code, 0, err)
    assert.deepEqual(await countsOf(server), EXPECTED)
  })

  it('leaves patients and templates of others alone', async () => {
    const server = await testServer()
    await newEhr(server)
    const refused = await cairnDemo(ASKED, settingsOf(server))
    assert.equal(refused.code, 1)
    assert.match(refused.err, /^This server has patients already, .*--among-others\.\n$/)
    const own = (
      await server.call('GET /openehr/v1/definition/template/adl1.4', { scopes: 'api.read' })
    ).json()
    assert.deepEqual(own, [])
    const among = await cairnDemo(['--patients', '1', '--among-others'], settingsOf(server))
    assert.equal(among.code, 0, among.err)
  })

  it('refuses where a datamap of the same name is another', async () => {
    const server = await testServer()
    const first = await cairnDemo(['--patients', '1'], settingsOf(server))
    assert.equal(first.code, 0, first.err)
    const address = '/extra/v1/definition/datamap/problem_list'
    const own =
      '<datamap template="Problem list"><paths add="who" path="/composer/name" comment="String"/></datamap>'
    const headers = { 'Content-Type': 'application/xml' }
    await server.call(`PUT ${address}`, { scopes: 'api.write', headers, body: own })
    const refused = await cairnDemo(ASKED, settingsOf(server))
    assert.equal(refused.code, 1)
    assert.match(refused.err, /^There is another datamap "problem_list" on this server.*\n$/)
    assert.equal((await countsOf(server)).patients, 1)
    const kept = await server.call(`GET ${address}`, {
      scopes: 'api.read',
      headers: { Accept: 'application/xml' },
    })
    assert.equal(kept.text, own)
  })

  it('refuses where a template of the same name is another', async () => {
    const server = await testServer()
    await server.call('POST /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: bloodPressureOpt('Problem list'),
    })
    const refused = await cairnDemo(ASKED, settingsOf(server))
    assert.equal(refused.code, 1)
    assert.match(refused.err, /^There is another template "Problem list" on this server.*\n$/)
    assert.equal((await countsOf(server)).patients, 0)
  })

  it('says in one sentence why it cannot', async () => {
    const server = await testServer()
    const nobody = `http://127.0.0.1:${await freePort()}`
    const made = await server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'reader', scopes: ['api.read'] }),
    })
    const { client_id, client_secret } = made.json()
    const reader = { CAIRN_CLIENT_ID: client_id, CAIRN_CLIENT_SECRET: client_secret }
    const cases: [settings: Record<string, string>, exitCode: number, says: RegExp][] = [
      [{ ...settingsOf(server), CAIRN_SERVER_URL: nobody }, 3, /^There is no answer from http:\S+\.\n$/],
      [{ CAIRN_SERVER_URL: server.url }, 4, /^Sign in .* CAIRN_CLIENT_ID and CAIRN_CLIENT_SECRET\.\n$/],
      [{ ...settingsOf(server), CAIRN_SCOPE: 'api.read' }, 4, /^[^\n]*api\.write[^\n]*\n$/],
      [{ ...settingsOf(server), ...reader }, 1, /^The scope .api\.write. cannot be granted[^\n]*\n$/],
    ]
    for (const [settings, exitCode, says] of cases) {
      const { code, err } = await cairnDemo(ASKED, settings)
      assert.equal(code, exitCode)
      assert.match(err, says)
    }
  })
})
