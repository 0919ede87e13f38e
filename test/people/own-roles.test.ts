/** An administrator gives people no more than the administrator has: not by a role, an invitation or a changed role (decision 0081). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { askToken } from '../auth/token-request.ts'
import { type Answer, SECRET_KEY, testServer } from '../server.ts'
import { addRole, adminCall, invitePerson, newPerson } from './people.ts'

const server = await testServer()
const READING = ['user/composition-*.rs', 'user/template-*.r', 'user/aql-*.rs']

type Send = (request: string, body?: unknown) => Promise<Answer>

/** A client that has `api.admin` and no other scope. */
async function bareAdministrator(): Promise<Send> {
  const vault = await checkedVault(server.db, SECRET_KEY)
  const { client, secret } = await createClient(server.db, vault, { name: 'bare', scopes: ['api.admin'] })
  const answer = await askToken(server, {
    basic: `${client.clientId}:${secret}`,
    form: { scope: 'api.admin' },
  })
  const headers = {
    Authorization: `Bearer ${answer.json().access_token}`,
    'Content-Type': 'application/json',
  }
  return (request, body) =>
    server.call(request, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

const bare = await bareAdministrator()
const stateOf = async (path: string): Promise<unknown> => (await adminCall(server, `GET ${path}`)).json()

await addRole(server, { name: 'reader', rights: READING, assignable: true })
await addRole(server, { name: 'blind-reader', rights: READING, deidentified: true })
await addRole(server, { name: 'audit-reader', rights: ['user/audit-*.r'] })
await invitePerson(server, 'nora', ['nurse'])
await invitePerson(server, 'aron', ['auditor'])
await invitePerson(server, 'gone', ['nurse'])
assert.equal((await adminCall(server, 'PUT /admin/v1/person/gone', { disabled: true })).status, 200)

const person = { person_id: 'made-up', name: 'Made Up' }
const BEYOND: readonly (readonly [what: string, request: string, body?: object])[] = [
  ['a new person', 'POST /admin/v1/person', { ...person, roles: ['nurse'] }],
  ['a new administrator', 'POST /admin/v1/person', { ...person, roles: ['administrator'] }],
  [
    'a role for assigned EHRs',
    'POST /admin/v1/person',
    { ...person, roles: [], assigned_roles: ['clinician'] },
  ],
  ['a role that administrators made', 'POST /admin/v1/person', { ...person, roles: ['reader'] }],
  ['one role more', 'PUT /admin/v1/person/aron', { roles: ['auditor', 'researcher'] }],
  ['one role more for assigned EHRs', 'PUT /admin/v1/person/aron', { assigned_roles: ['reader'] }],
  ['an account that was disabled', 'PUT /admin/v1/person/gone', { disabled: false }],
  ['a link for somebody who has more', 'POST /admin/v1/person/nora/invitation'],
  ['a new role', 'POST /admin/v1/role', { name: 'wide', rights: READING }],
  ['a role with a scope', 'POST /admin/v1/role', { name: 'wide', scopes: ['api.read'], rights: READING }],
  ['more rights of a role', 'PUT /admin/v1/role/audit-reader', { rights: READING }],
  ['records with identity', 'PUT /admin/v1/role/blind-reader', { deidentified: false }],
]

describe('a client with api.admin alone', () => {
  for (const [what, request, body] of BEYOND)
    it(`is refused: ${what}`, async () => {
      const before = await Promise.all(['/admin/v1/person', '/admin/v1/role'].map(stateOf))
      const answer = await bare(request, body)
      assert.deepEqual([answer.status, answer.json().code], [403, 'role.beyond_own'], answer.text)
      assert.match(
        answer.json().message,
        /^You do not have (api|user)\S+.* yourself\. .*operator with "cairn account"/,
      )
      assert.deepEqual(await Promise.all(['/admin/v1/person', '/admin/v1/role'].map(stateOf)), before)
    })

  it('gives what it has, and takes away what it likes', async () => {
    const allowed = [
      ['POST /admin/v1/person', { person_id: 'ada', name: 'Ada', roles: ['auditor'] }, 201],
      ['POST /admin/v1/person/ada/invitation', undefined, 201],
      ['POST /admin/v1/role', { name: 'audit-only', rights: ['user/audit-*.r'] }, 201],
      ['PUT /admin/v1/role/reader', { description: 'Reads.', rights: READING.slice(0, 1) }, 200],
      ['PUT /admin/v1/person/nora', { name: 'Nora N.', roles: [], disabled: true }, 200],
    ] as const
    for (const [request, body, status] of allowed) {
      const answer = await bare(request, body)
      assert.equal(answer.status, status, `${request}: ${answer.text}`)
    }
  })
})

describe('an administrator who is a person', () => {
  it('invites people of every built-in role, administrators too', async () => {
    const browser = await newPerson(server, 'chief', ['administrator'])
    const { csrf_token } = JSON.parse((await browser.send('/auth/v1/session', {})).text)
    for (const role of ['clinician', 'nurse', 'researcher', 'integrator', 'auditor', 'administrator']) {
      const answer = await browser.send('/admin/v1/person', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf_token },
        body: JSON.stringify({ person_id: `by-chief-${role}`, name: role, roles: [role] }),
      })
      assert.equal(answer.status, 201, `${role}: ${answer.text}`)
    }
  })
})
