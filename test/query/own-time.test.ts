/** A call for analysis can ask for a time limit of its own; whoever may export has all the time that the query needs. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import type { Answer } from '../server.ts'
import { becomesBusy, becomesIdle } from './activity.ts'
import { asking, newEhr, record } from './queries.ts'

const LIMIT_MS = 1000
const asked = await asking({ env: { CAIRN_QUERY_TIMEOUT_MS: String(LIMIT_MS) } })
const { server } = asked
const ehr = await newEhr(server)
for (let count = 0; count < 3; count++) await record(asked, ehr)

const NAMES = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c'
const WAYS = {
  'rows by SQL': [NAMES, 'name\r\nroot\r\nroot\r\nroot\r\n'],
  'one row by SQL': ['SELECT COUNT(*) AS n FROM COMPOSITION c', 'n\r\n3\r\n'],
  'rows over documents': [
    `${NAMES} WHERE TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'`,
    'name\r\nroot\r\nroot\r\nroot\r\n',
  ],
} as const

const send = (q: string, controls: string, options: Parameters<typeof server.call>[1]): Promise<Answer> =>
  server.call(`POST /openehr/v1/query/aql?format=csv${controls}`, {
    ...options,
    headers: { 'Content-Type': 'application/json', ...options?.headers },
    body: JSON.stringify({ q }),
  })
const READER = { scopes: 'api.read' }
const EXPORTER = { scopes: 'api.read api.admin' }

const lockDocuments = sql({
  name: 'test.lock',
  text: 'lock table cairn.version, cairn.root in access exclusive mode',
})

/** Runs `work` while no query can read; `until` is called when it waits in the database. */
async function whileLocked<T>(work: () => Promise<T>, until: () => Promise<void>): Promise<T> {
  let result: Promise<T> | undefined
  await server.db.transaction(async queries => {
    await queries.execute(lockDocuments)
    result = work()
    result.catch(() => {})
    assert.ok(await becomesBusy(server.db))
    await until()
  })
  assert.ok(result)
  return result
}

/** The usual limit, three times: longer than the database, and the driver, let a usual query wait. */
async function severalLimits(): Promise<void> {
  for (let count = 0; count < 3; count++) {
    const answer = await send(NAMES, '', READER)
    assert.equal(answer.status, 408, answer.text)
    assert.match(answer.json().message, /longer than .*\(CAIRN_QUERY_TIMEOUT_MS\)/)
  }
}

describe('timeout=0', () => {
  for (const [how, [q, csv]] of Object.entries(WAYS))
    it(`lets a query of somebody who may export take as long as it needs: ${how}`, async () => {
      const answer = await whileLocked(() => send(q, '&timeout=0', EXPORTER), severalLimits)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.text, csv)
      assert.ok(await becomesIdle(server.db))
    })

  it('is for researchers, whose rights are to export without identity', async () => {
    await addPersonWith(server, 'rita', { roles: ['researcher'] })
    const token = await (await openTokens(server))({ scope: 'api.read', person: 'rita' })
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await whileLocked(() => send(NAMES, '&timeout=0', { headers }), severalLimits)
    assert.equal(answer.status, 200, answer.text)
    assert.match(answer.text, /^name(\r\n.+){3}\r\n$/)
  })

  it('is refused for others, as any time above the limit is', async () => {
    for (const seconds of [0, 2, 2 ** 31 - 1]) {
      const answer = await send(NAMES, `&timeout=${seconds}`, READER)
      assert.equal(answer.status, 403, answer.text)
      assert.equal(answer.json().code, 'auth.insufficient_scope')
      assert.match(answer.json().message, /may export.*longer than 1 seconds \(CAIRN_QUERY_TIMEOUT_MS\)/)
    }
  })
})

describe('timeout', () => {
  it('ends a query at the time that it says', async () => {
    const answer = await whileLocked(
      () => send(NAMES, '&timeout=2', EXPORTER),
      async () => assert.ok(await becomesIdle(server.db)),
    )
    assert.equal(answer.status, 408, answer.text)
    assert.match(answer.json().message, /longer than 2 seconds \(timeout\)/)
  })

  it('is for everybody up to the limit', async () => {
    const answer = await send(NAMES, '&timeout=1', READER)
    assert.ok([200, 408].includes(answer.status), answer.text)
  })

  it('is a number of seconds, and for formats for analysis', async () => {
    for (const given of ['-1', 'none', '1.5'])
      assert.equal((await send(NAMES, `&timeout=${given}`, EXPORTER)).status, 400)
    const { status, text } = await asked.send(
      `GET /openehr/v1/query/aql?timeout=1&q=${encodeURIComponent(NAMES)}`,
    )
    assert.equal(status, 400)
    assert.match(text, /timeout is for formats for analysis/)
  })
})

describe('cairn aql --out', () => {
  const folder = testFolder()
  const cairn = cairnIn(folder, settingsOf(server))
  const file = (name: string) => join(folder, name)
  const reader = { env: { CAIRN_SCOPE: 'api.read' } }

  it('has no time limit for a client that may export', async () => {
    const { code, err } = await whileLocked(
      () => cairn(['aql', NAMES, '--out', file('all.csv')]),
      severalLimits,
    )
    assert.equal(code, 0, err)
    assert.equal(readFileSync(file('all.csv'), 'utf8'), WAYS['rows by SQL'][1])
  })

  it('has the usual one for others, and says so', async () => {
    const { code, err } = await whileLocked(
      () => cairn(['aql', NAMES, '--out', file('cut.csv')], reader),
      async () => assert.ok(await becomesIdle(server.db)),
    )
    assert.equal(code, 1)
    assert.match(err, /^The query took longer than .*\(CAIRN_QUERY_TIMEOUT_MS\)[^\n]*\n$/)
    assert.ok(!existsSync(file('cut.csv')))
  })

  it('has that of --timeout, where it is allowed', async () => {
    const { code, err } = await whileLocked(
      () => cairn(['aql', NAMES, '--out', file('cut.csv'), '--timeout', '2']),
      async () => assert.ok(await becomesIdle(server.db)),
    )
    assert.equal(code, 1)
    assert.match(err, /^The query took longer than 2 seconds \(timeout\)/)
    const refused = await cairn(['aql', NAMES, '--out', file('cut.csv'), '--timeout', '3600'], reader)
    assert.equal(refused.code, 4)
    assert.match(refused.err, /^Only those who may export/)
  })

  it('works for a client that has no scope to export with', async () => {
    const made = await server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'reader', scopes: ['api.read'] }),
    })
    assert.equal(made.status, 201, made.text)
    const { client_id, client_secret } = made.json()
    const env = { CAIRN_CLIENT_ID: client_id, CAIRN_CLIENT_SECRET: client_secret }
    const { code, err } = await cairn(['aql', NAMES, '--out', file('read.csv')], { env })
    assert.equal(code, 0, err)
    assert.equal(readFileSync(file('read.csv'), 'utf8'), WAYS['rows by SQL'][1])
  })

  it('is what --timeout is for', async () => {
    const { code, err } = await cairn(['aql', NAMES, '--timeout', '5'])
    assert.equal(code, 2)
    assert.match(err, /--timeout goes with --out/)
  })
})
