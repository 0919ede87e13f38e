/** A verification as it is asked for, by the command `cairn verify` and by the API: progress, result, and every fault. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { behindItsBack } from '../audit/trail.ts'
import { eventually } from '../eventually.ts'
import { runProgram } from '../http/program.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { makeVersions, SIGNATURE, tamperWith } from './tampering.ts'

const server = await testServer()
const { db } = server
const { ehrId, second } = await makeVersions(server)
const { textOf, setText, change } = tamperWith(db, ehrId)

describe('the command', () => {
  const run = (args: readonly string[]) =>
    runProgram(['verify', ...args], {
      CAIRN_DATABASE_URL: server.databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
    }).ended

  it('says how much it checked, for programs as JSON, and ends with 0 where nothing is wrong', async () => {
    const { code, stdout, stderr } = await run(['--json'])
    assert.equal(code, 0, stderr)
    const { versions, objects, seconds, faults, audit } = JSON.parse(stdout)
    assert.ok(versions > objects && objects > 5 && seconds > 0)
    assert.deepEqual(faults, [])
    assert.ok(audit.events > versions / 3 && audit.seals > 0)
    assert.deepEqual(audit.faults, [])
  })

  it('names every bad version and what is wrong, and ends with 1', async () => {
    const original = await textOf(second, 'data')
    await behindItsBack(db, await change(second, 'data', text => text.replace('120', '121')))
    try {
      const { code, stdout, stderr } = await run([])
      assert.equal(code, 1)
      const [line, summary = '', index = '', sealed = '', trail = '', ...notes] = stdout.trimEnd().split('\n')
      assert.equal(line, `${second}  ${SIGNATURE}  EHR ${ehrId}`)
      assert.match(
        summary,
        /^[\d,]+ versions of [\d,]+ objects checked in [\d.]+ s, [\d,]+ a second: 1 fault$/,
      )
      assert.match(index, /^query index and look-up rows: /)
      assert.match(sealed, /^[\d,]+ definitions, accounts and rights, and all tags: all as they were sealed$/)
      assert.match(trail, /^[\d,]+ audit events and [\d,]+ seals: all as they were sealed$/)
      assert.match(notes.at(-1) ?? '', /^end of the trail: --head \d+:[0-9a-f]{64}$/)
      // On a busy machine, lines of progress come before it.
      assert.match(
        stderr,
        /^([\d,]+ of [\d,]+ .* a second.*\n)*The records are not all as they were committed\.\n$/,
      )
    } finally {
      await behindItsBack(db, setText(second, 'data', original))
    }
  })
})

/** Keeps the versions of records locked while something is done. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const lock = sql<never>({
    name: 'test.lockVersions',
    text: 'lock table cairn.version in access exclusive mode',
  })
  await db.transaction(async queries => {
    await queries.execute(lock)
    await work()
  })
}

const WAITING = sql<{ ended: boolean }>({
  name: 'test.endWaiting',
  text: `select pg_terminate_backend(pid) as ended from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
})

it('a database that goes away during a verification is told in one sentence', async () => {
  let hasEnded = false
  const ended = runProgram(['verify'], {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
  }).ended
  void ended.then(() => {
    hasEnded = true
  })
  // Jobs of the server wait for the lock too, so the first connection that ends need not be that of the command.
  await whileLocked(() =>
    eventually('the command has ended', async () => {
      await db.query(WAITING)
      return hasEnded
    }),
  )
  const { code, stderr } = await ended
  assert.equal(code, 1)
  assert.match(stderr, /^([\d,]+ of .*\n)*The database went away before the command had ended\. Run it again/)
  assert.doesNotMatch(stderr, /\n\s+at /)
})

describe('the API', () => {
  const verify = (query = '') => server.call(`GET /admin/v1/verification${query}`, { scopes: 'api.admin' })
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))

  it('tells its progress, and at the end what it checked', async () => {
    const answer = await verify()
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('Content-Type'), 'application/x-ndjson')
    const lines = linesOf(answer.text)
    const { record, versions, objects, faults, audit } = lines.at(-1)
    assert.equal(record, 'result')
    assert.ok(versions > objects && objects > 5)
    assert.deepEqual([faults, audit.faults], [[], []])
    const progress = lines.slice(0, -1)
    assert.deepEqual([...new Set(progress.map(({ part }) => part))], ['versions', 'objects', 'seals'])
    for (const { done, total } of progress) assert.ok(done > 0 && done <= total)
    assert.equal(progress.findLast(({ part }) => part === 'versions').done, versions)
    const again = linesOf((await verify(`?head=${audit.head}`)).text).at(-1)
    assert.deepEqual(again.audit.faults, [])
  })

  it('lists every fault', async () => {
    const original = await textOf(second, 'data')
    await behindItsBack(db, await change(second, 'data', text => text.replace('120', '121')))
    try {
      const { faults } = linesOf((await verify()).text).at(-1)
      assert.deepEqual(faults, [{ ehr_id: ehrId, uid: second, what: SIGNATURE }])
    } finally {
      await behindItsBack(db, setText(second, 'data', original))
    }
    const lost = linesOf((await verify(`?head=9999:${'0'.repeat(64)}`)).text).at(-1)
    assert.deepEqual(
      lost.audit.faults.map(({ place }: { place: string }) => place),
      ['seal 9999'],
    )
  })

  it('refuses a head that no run has told, and a second run at the same time', async () => {
    const malformed = await verify('?head=12')
    assert.deepEqual([malformed.status, malformed.json().code], [400, 'request.malformed'])
    const turn = sql<never>({
      name: 'test.verificationTurn',
      text: "select pg_advisory_xact_lock(hashtextextended('cairn.verification', 0))",
    })
    await db.transaction(async queries => {
      await queries.execute(turn)
      const second = await verify()
      assert.deepEqual([second.status, second.json().code], [409, 'verification.running'])
    })
    assert.equal((await verify()).status, 200)
  })
})
