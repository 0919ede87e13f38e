/** Errors of the database, as clients see them: a full disk, a lock, a limit. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const scopes = 'api.read api.write'
const run = (text: string) => server.db.execute(sql({ name: 'test.fault', text, prepare: false }))

/** Makes every new contribution fail as the database itself would. */
const failing = (state: string) =>
  run(`create or replace function cairn.fail_for_test(id uuid) returns boolean language plpgsql as
       $$ begin raise exception 'could not extend file "base/1/2"' using errcode = '${state}'; end $$`)
await failing('53100')
// No trigger, which a distributed table cannot have: there, the node fails that has the EHR.
await run(
  'alter table cairn.contribution add constraint fail_for_test check (cairn.fail_for_test(contribution_id))',
)

for (const [state, status, code, retry] of [
  ['53100', 507, 'service.storage_full', null],
  ['55P03', 503, 'service.busy', '2'],
  ['57014', 503, 'service.unavailable', '5'],
  ['57P03', 503, 'service.unavailable', '5'],
  ['53200', 503, 'service.unavailable', '5'],
  ['25006', 503, 'service.unavailable', '5'],
  ['40P01', 503, 'service.busy', '1'],
  ['40001', 503, 'service.busy', '1'],
] as const)
  it(`SQLSTATE ${state} is ${status} ${code}`, async () => {
    await failing(state)
    const answer = await server.call('POST /openehr/v1/ehr', { scopes })
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.json().code, code)
    assert.equal(answer.headers.get('retry-after'), retry)
    assert.doesNotMatch(answer.text, /SQLSTATE|base\/1/)
    assert.equal((await server.call('GET /openehr/v1/definition/template/adl1.4', { scopes })).status, 200)
  })

it('none of them is a fault of ours in the log', () =>
  assert.deepEqual(
    server.logged.filter(line => line.includes('internal error while')),
    [],
  ))
