/** An EHR that another session has locked: its writers wait, and those of other EHRs do not wait for them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer({
  env: { CAIRN_LOCK_TIMEOUT_MS: '600000', CAIRN_DATABASE_TIMEOUT_MS: '600000' },
})
const scopes = 'api.read api.write'
await uploadTemplate(server)
const makeEhr = async () =>
  ((await server.call('POST /openehr/v1/ehr', { scopes })).headers.get('etag') ?? '').replaceAll('"', '')
const [locked = '', ...others] = await Promise.all(Array.from({ length: 9 }, makeEhr))

const body = JSON.stringify(bloodPressure([{ systolic: 120 }]))
const write = (ehr: string, headers: Readonly<Record<string, string>> = {}) =>
  server.call(`POST /openehr/v1/ehr/${ehr}/composition`, {
    scopes,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
const lock = sql<{ id: string }, [ehrId: string]>({
  name: 'test.lock',
  text: 'select ehr_id as id from cairn.ehr where ehr_id = $1 for update',
})
const waitingForLocks = sql<{ count: number }>({
  name: 'test.waiting',
  text: `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
})

for (const [what, headers] of [
  ['', {}],
  [' with tags', { 'openehr-item-tag': 'key="ward",value="A"' }],
] as const)
  it(`25 commits${what} to a locked EHR keep nobody else from writing`, async () => {
    let answered = 0
    const writes = await server.db.transaction(async holder => {
      await holder.query(lock, [locked])
      const waiting = Array.from({ length: 25 }, () => write(locked, headers).finally(() => answered++))
      await eventually('they wait', async () => ((await server.db.query(waitingForLocks))[0]?.count ?? 0) > 0)
      let served = 0
      const rest = others.flatMap(ehr => [write(ehr), write(ehr, headers)])
      for (const each of rest) void each.then(({ status }) => status === 201 && served++)
      await eventually('the others have written', () => served === rest.length)
      assert.equal(answered, 0)
      return { waiting }
    })
    const answers = await Promise.all(writes.waiting)
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  })
