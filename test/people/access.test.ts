/** "What may this person do": the API and `cairn account show` answer the same. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { runProgram } from '../http/program.ts'
import { newEhr } from '../records.ts'
import { openTokens } from '../rights/tokens.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { askFor, authorize, redeem } from './app.ts'
import { addRole, adminCall, newApp, newPerson } from './people.ts'

const server = await testServer()

const program = (...args: string[]) =>
  runProgram(args, {
    CAIRN_DATABASE_URL: server.databaseUrl,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_BASE_URL: server.url.replace('127.0.0.1', 'localhost'),
    CAIRN_LOG_LEVEL: 'silent',
  }).ended

const accessOf = async (id: string) => {
  const answer = await adminCall(server, `GET /admin/v1/person/${id}/access`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

describe('what a person may do', () => {
  it('is roles and rules, with their reach', async () => {
    await addRole(server, {
      name: 'pressure',
      description: 'Blood pressure',
      rights: ['user/composition-Pressure.**.rs', 'user/template-*.r'],
    })
    await newPerson(server, 'ana', ['pressure', 'researcher'])
    await adminCall(server, 'PUT /admin/v1/person/ana', { assigned_roles: ['nurse'] })
    const { roles, rules, scopes, ehrs } = await accessOf('ana')
    assert.deepEqual(
      roles.map((each: Record<string, unknown>) => [each['name'], each['built_in'], each['ehrs']]),
      [
        ['pressure', false, 'all'],
        ['researcher', true, 'all'],
        ['nurse', true, 'assigned'],
      ],
    )
    assert.equal(roles[0].description, 'Blood pressure')
    assert.deepEqual(scopes, ['api.break_glass'], 'for who sees assigned EHRs only')
    const rule = (scope: string, reach: string[], from: string[], deidentified = false) => ({
      scope,
      reach,
      deidentified,
      roles: from,
    })
    assert.deepEqual(rules, [
      rule('user/composition-Pressure.**.rs', ['all'], ['pressure']),
      rule('user/template-*.r', ['all'], ['pressure']),
      rule('user/composition-*.rs', ['all'], ['researcher'], true),
      rule('user/template-*.r', ['all'], ['researcher'], true),
      rule('user/aql-*.rs', ['all'], ['researcher'], true),
      rule('user/composition-*.rs', ['assigned'], ['nurse']),
      rule('user/template-*.r', ['assigned'], ['nurse']),
      rule('user/aql-*.rs', ['assigned'], ['nurse']),
      rule('user/composition-*.cu', ['assigned'], ['nurse']),
      ...['person', 'organisation', 'group', 'agent', 'role'].map(kind =>
        rule(`user/${kind}-*.rs`, ['assigned'], ['nurse']),
      ),
    ])
    assert.deepEqual(ehrs, { reach: 'all', assigned: 0, taken: [] })
  })

  it('is EHRs by assignment, and those taken in an emergency', async () => {
    const [first, second, third] = [await newEhr(server), await newEhr(server), await newEhr(server)]
    await newPerson(server, 'ben', [])
    assert.equal((await accessOf('ben')).ehrs.reach, 'none')
    await adminCall(server, 'PUT /admin/v1/person/ben', { assigned_roles: ['nurse'] })
    const at = '/admin/v1/person/ben/assignment'
    const later = '2999-01-01T00:00:00Z'
    for (const body of [{ ehr_id: first }, { ehr_id: second }, { ehr_id: third, from: later }])
      assert.equal((await adminCall(server, `POST ${at}`, body)).status, 201)
    const ended = (await adminCall(server, `POST ${at}`, { ehr_id: third })).json().assignment_id
    assert.equal((await adminCall(server, `DELETE /admin/v1/assignment/${ended}`)).status, 200)
    const before = await accessOf('ben')
    assert.deepEqual(before.ehrs, { reach: 'assigned', assigned: 2, taken: [] })
    assert.deepEqual(
      before.assignments.map((each: { ehr_id: string }) => each.ehr_id),
      [first, second, third],
    )
    const token = await (await openTokens(server))({ scope: 'api.read api.break_glass', person: 'ben' })
    const taken = await server.call('POST /auth/v1/break-glass', {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ehrId: third, reason: 'found unconscious in the street' }),
    })
    assert.equal(taken.status, 201, taken.text)
    const { ehrs, rules } = await accessOf('ben')
    assert.deepEqual([ehrs.assigned, ehrs.taken[0].ehr_id], [3, third])
    assert.deepEqual(rules[0].reach, ['assigned', 'taken'])
  })

  it('is ways to sign in, sessions and apps', async () => {
    const browser = await newPerson(server, 'cleo', ['clinician'])
    await server.db.execute(
      sql({
        name: 'test.passkey',
        text: `insert into cairn.passkey (credential_id, person_id, public_key, counter, transports, name)
               values ('credential', 'cleo', '\\x00', 0, '{}', 'Phone of Cleo')`,
      }),
    )
    const app = await newApp(server)
    const asked = askFor(app, 'openid offline_access api.read')
    const code = (await authorize(browser, asked)).searchParams.get('code') ?? ''
    assert.equal((await redeem(server, app, asked, code)).status, 200)
    const { sign_in, sessions, apps, scopes } = await accessOf('cleo')
    assert.deepEqual(
      [
        sign_in.password,
        sign_in.authenticator_app,
        sign_in.passkeys,
        sign_in.recovery_codes,
        sign_in.provider,
        sign_in.invitation_ends_at,
      ],
      [true, false, [{ passkey_id: 'credential', name: 'Phone of Cleo' }], 10, undefined, undefined],
    )
    assert.deepEqual(scopes, ['api.read'])
    assert.deepEqual(
      sessions.map(({ method }: { method: string }) => method),
      ['invitation'],
    )
    assert.deepEqual([apps.length, apps[0].client_id, apps[0].active], [1, app.clientId, true])
    assert.ok(apps[0].scopes.includes('offline_access'))
    const { invitation } = (await adminCall(server, 'POST /admin/v1/person/cleo/invitation')).json()
    await adminCall(server, 'DELETE /admin/v1/person/cleo/session')
    const after = await accessOf('cleo')
    assert.equal(after.sign_in.invitation_ends_at, invitation.expires_at)
    assert.deepEqual(after.sessions, [])
  })

  it('is told of a disabled account, of nobody unknown, and to administrators alone', async () => {
    await newPerson(server, 'dora', ['nurse'])
    await adminCall(server, 'PUT /admin/v1/person/dora', { disabled: true })
    assert.equal((await accessOf('dora')).disabled, true)
    assert.equal((await adminCall(server, 'GET /admin/v1/person/nobody/access')).status, 404)
    const scopes = 'api.read api.write'
    assert.equal((await server.call('GET /admin/v1/person/dora/access', { scopes })).status, 403)
  })

  it('is shown by cairn account show', async () => {
    const shown = await program('account', 'show', 'ana', '--json')
    assert.equal(shown.code, 0, shown.stderr)
    assert.deepEqual(JSON.parse(shown.stdout), await accessOf('ana'))
    const { stdout } = await program('account', 'show', 'ana')
    assert.match(
      stdout,
      /roles +pressure \(in all EHRs\), researcher \(in all EHRs\), nurse \(in assigned EHRs\)/,
    )
    assert.match(stdout, /user\/composition-\*\.rs +in all EHRs, without identity +researcher/)
    assert.match(stdout, /password +set/)
    assert.match((await program('account', 'show', 'nobody')).stderr, /There is no person "nobody"/)
  })
})
