/** Roles that administrators make: who may, what is refused, and that a change holds at once for everybody who has the role. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { note } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { newEhr, postComposition, uploadTemplate } from '../records.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { type Answer, type RunningServer, testServer } from '../server.ts'
import { addRole, adminCall, newPerson } from './people.ts'

const server = await testServer()

const pathsOf = (answer: Answer): string[] => answer.json().errors.map((each: { path: string }) => each.path)

const PARTIES = ['person', 'organisation', 'group', 'agent', 'role'].map(kind => `user/${kind}-*.rs`)
const READING = ['user/composition-*.rs', 'user/template-*.r', 'user/aql-*.rs']

describe('the built-in roles', () => {
  it('are listed first, marked, and with their meaning', async () => {
    const roles = (await adminCall(server, 'GET /admin/v1/role')).json()
    assert.deepEqual(
      roles
        .slice(0, 6)
        .map((each: { name: string; built_in: boolean; assignable: boolean }) => [
          each.name,
          each.built_in,
          each.assignable,
        ]),
      [
        ['clinician', true, true],
        ['nurse', true, true],
        ['researcher', true, false],
        ['integrator', true, true],
        ['auditor', true, false],
        ['administrator', true, false],
      ],
    )
    const nurse = (await adminCall(server, 'GET /admin/v1/role/nurse')).json()
    assert.deepEqual(
      [nurse.scopes, nurse.rights, nurse.deidentified],
      [['api.read'], [...READING, 'user/composition-*.cu', ...PARTIES], false],
    )
  })

  it('cannot be changed, removed or replaced', async () => {
    const calls = [
      ['PUT /admin/v1/role/nurse', { rights: READING }, 'role.built_in'],
      ['DELETE /admin/v1/role/nurse', undefined, 'role.built_in'],
      ['DELETE /admin/v1/role/nurse?take_from_people=true', undefined, 'role.built_in'],
      ['POST /admin/v1/role', { name: 'nurse', rights: READING }, 'role.exists'],
    ] as const
    for (const [request, body, code] of calls) {
      const answer = await adminCall(server, request, body)
      assert.deepEqual([answer.status, answer.json().code], [409, code], request)
    }
  })
})

describe('a role', () => {
  it('is created, read, listed, changed and deleted', async () => {
    const wanted = {
      name: 'vital-signs',
      description: 'Reads vital signs',
      scopes: [],
      rights: ['user/composition-Vital.**.rs', 'user/aql-*.rs'],
      deidentified: false,
      assignable: true,
    }
    const made = await adminCall(server, 'POST /admin/v1/role', wanted)
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(made.json(), { ...wanted, built_in: false, people: 0 })
    const again = await adminCall(server, 'POST /admin/v1/role', wanted)
    assert.deepEqual([again.status, again.json().code], [409, 'role.exists'])
    await addPersonWith(server, 'vera', { roles: ['vital-signs'], assigned_roles: ['vital-signs'] })
    const changed = await adminCall(server, 'PUT /admin/v1/role/vital-signs', { description: 'Reads' })
    assert.deepEqual(changed.json(), { ...wanted, description: 'Reads', built_in: false, people: 1 })
    assert.deepEqual((await adminCall(server, 'GET /admin/v1/role/vital-signs')).json(), changed.json())
    const all = (await adminCall(server, 'GET /admin/v1/role')).json()
    assert.deepEqual(all.at(-1), changed.json())
    await adminCall(server, 'PUT /admin/v1/person/vera', { roles: [], assigned_roles: [] })
    assert.equal((await adminCall(server, 'DELETE /admin/v1/role/vital-signs')).status, 204)
    for (const request of ['GET', 'DELETE'])
      assert.equal((await adminCall(server, `${request} /admin/v1/role/vital-signs`)).status, 404)
    assert.equal((await adminCall(server, 'PUT /admin/v1/role/vital-signs', {})).status, 404)
  })

  const WRONG: readonly (readonly [why: string, body: Record<string, unknown>, paths: readonly string[]])[] =
    [
      ['a name in capitals', { name: 'Ward' }, ['/name']],
      ['a member that there is not', { name: 'x', power: 1 }, ['/power']],
      ['no right at all', { name: 'x' }, ['/rights']],
      [
        'rights that are none',
        { name: 'x', rights: ['user/composition-*.rs', 'composition', 'user/composition-***.r', 'api.read'] },
        ['/rights/1', '/rights/2', '/rights/3'],
      ],
      [
        'another compartment',
        { name: 'x', rights: ['patient/composition-*.r', 'system/aql-*.s'] },
        ['/rights/0', '/rights/1'],
      ],
      ['a scope that there is not', { name: 'x', scopes: ['api.root'] }, ['/scopes']],
      [
        'api.read, which would undo its limit',
        { name: 'x', scopes: ['api.lenient', 'api.read'], rights: ['user/composition-Vital.**.rs'] },
        ['/scopes/1'],
      ],
      [
        'api.write, which is more than it may',
        { name: 'x', scopes: ['api.write'], rights: READING },
        ['/scopes/0'],
      ],
      [
        'api.admin, which exports all records, beside a limit',
        { name: 'x', scopes: ['api.admin'], rights: ['user/composition-Vital.**.rs'] },
        ['/scopes/0'],
      ],
      [
        'scopes, without identity',
        { name: 'x', scopes: ['api.read'], rights: READING, deidentified: true },
        ['/scopes'],
      ],
      [
        'changes, without identity',
        { name: 'x', rights: ['user/aql-*.s', 'user/composition-*.cr'], deidentified: true },
        ['/rights/1'],
      ],
      [
        'assigned EHRs, without identity',
        { name: 'x', rights: READING, deidentified: true, assignable: true },
        ['/assignable'],
      ],
      [
        'assigned EHRs, for administrators',
        { name: 'x', scopes: ['api.admin'], rights: READING, assignable: true },
        ['/assignable'],
      ],
      [
        'assigned EHRs, without a right on records',
        { name: 'x', rights: ['user/audit-*.r'], assignable: true },
        ['/assignable'],
      ],
    ]
  for (const [why, body, paths] of WRONG)
    it(`is refused with ${why}`, async () => {
      const answer = await adminCall(server, 'POST /admin/v1/role', body)
      assert.deepEqual([answer.status, pathsOf(answer)], [400, paths], answer.text)
    })

  it('is held to the same rules when it is changed', async () => {
    const path = await addRole(server, { name: 'some', rights: ['user/composition-Vital.**.rs'] })
    for (const [body, at] of [
      [{ scopes: ['api.read'] }, '/scopes/0'],
      [{ rights: ['nothing'] }, '/rights/0'],
      [{ name: 'other' }, '/name'],
    ] as const) {
      const answer = await adminCall(server, `PUT ${path}`, body)
      assert.deepEqual([answer.status, pathsOf(answer)], [400, [at]], answer.text)
    }
  })

  it('is given only if it exists, and for assigned EHRs only if it can be held to them', async () => {
    await addRole(server, { name: 'everywhere', rights: READING })
    const wanted = {
      person_id: 'pia',
      name: 'Pia',
      roles: ['nurse', 'nowhere'],
      assigned_roles: ['everywhere'],
    }
    const created = await adminCall(server, 'POST /admin/v1/person', wanted)
    assert.deepEqual([created.status, pathsOf(created)], [400, ['/roles/1', '/assigned_roles/0']])
    await addPersonWith(server, 'pia', { roles: ['everywhere'] })
    const changed = await adminCall(server, 'PUT /admin/v1/person/pia', { roles: ['nowhere'] })
    assert.deepEqual([changed.status, pathsOf(changed)], [400, ['/roles/0']])
  })

  it('that people have is deleted only together with taking it from them', async () => {
    const path = await addRole(server, { name: 'taken', rights: READING, assignable: true })
    await addPersonWith(server, 'tom', { roles: ['taken', 'nurse'] })
    await addPersonWith(server, 'tina', { assigned_roles: ['taken'] })
    const kept = await adminCall(server, `DELETE ${path}`)
    assert.deepEqual([kept.status, kept.json().code], [409, 'role.in_use'])
    assert.match(kept.json().message, /^2 people have the role "taken"/)
    const narrowed = await adminCall(server, `PUT ${path}`, { assignable: false })
    assert.deepEqual([narrowed.status, narrowed.json().code], [409, 'role.in_use'])
    assert.match(narrowed.json().message, /^One person has the role "taken" for assigned EHRs/)
    assert.equal((await adminCall(server, `DELETE ${path}?take_from_people=maybe`)).status, 400)
    assert.equal((await adminCall(server, `DELETE ${path}?take_from_people=true`)).status, 204)
    // A new role of the same name belongs to nobody.
    await addRole(server, { name: 'taken', rights: READING, assignable: true })
    const people = ['tom', 'tina'].map(id => adminCall(server, `GET /admin/v1/person/${id}`))
    assert.deepEqual(
      (await Promise.all(people)).map(each => [each.json().roles, each.json().assigned_roles]),
      [
        [['nurse'], []],
        [[], []],
      ],
    )
  })

  it('is made, changed and deleted by administrators alone', async () => {
    const path = await addRole(server, { name: 'theirs', rights: READING })
    const scopes = 'api.read api.write api.lenient'
    for (const [method, target] of [
      ['GET', '/admin/v1/role'],
      ['GET', path],
      ['POST', '/admin/v1/role'],
      ['PUT', path],
      ['DELETE', path],
    ])
      assert.equal((await server.call(`${method} ${target}`, { scopes })).status, 403, `${method} ${target}`)
    const browser = await newPerson(server, 'ute', ['integrator'])
    const session = JSON.parse((await browser.send('/auth/v1/session', {})).text)
    for (const [request, body] of [
      ['/admin/v1/role', { name: 'mine', scopes: ['api.admin'] }],
      ['/admin/v1/person', { person_id: 'me2', name: 'Me', roles: ['administrator'] }],
    ] as const) {
      const answer = await browser.send(request, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': session.csrf_token },
        body: JSON.stringify(body),
      })
      assert.equal(answer.status, 403, answer.text)
    }
  })

  it('is named in the audit trail, with who made, changed and deleted it', async () => {
    const path = await addRole(server, { name: 'audited', rights: READING })
    await adminCall(server, `PUT ${path}`, { description: 'changed' })
    await adminCall(server, `DELETE ${path}`)
    const events = (await adminCall(server, 'GET /admin/v1/audit')).json().events as {
      client_id: string
      action: string
      outcome: string
      detail: { role?: string } | null
    }[]
    const found = events.filter(({ detail }) => detail?.role === 'audited')
    assert.deepEqual(found.map(({ action, outcome, client_id }) => [action, outcome, client_id]).sort(), [
      ['C', 'success', server.client.id],
      ['D', 'success', server.client.id],
      ['U', 'success', server.client.id],
    ])
  })
})

describe('a change of a role', () => {
  it('holds at once in every process, for tokens and sessions that people have already', async () => {
    const other = await testServer({
      beside: server,
      env: { CAIRN_BASE_URL: server.url.replace('127.0.0.1', 'localhost') },
    })
    await uploadTemplate(server, 'Mine.pressure.v1')
    await uploadTemplate(server, 'Other.pressure.v1')
    const ehrId = await newEhr(server)
    await postComposition(server, ehrId, note('mine', 'Mine.pressure.v1'))
    await postComposition(server, ehrId, note('other', 'Other.pressure.v1'))
    const path = await addRole(server, {
      name: 'changing',
      rights: ['user/composition-Mine.**.rs', 'user/aql-*.rs'],
    })
    const browser = await newPerson(server, 'cleo', ['changing'])
    const token = await (await openTokens(server))({ scope: 'api.read api.write', person: 'cleo' })
    const query = `/openehr/v1/query/aql?${new URLSearchParams({
      q: 'SELECT c/composer/name FROM COMPOSITION c ORDER BY c/composer/name',
    })}`
    const seenBy = async () => {
      const headers = { Authorization: `Bearer ${token}` }
      const answers = [
        ...(await Promise.all([server, other].map(each => each.call(`GET ${query}`, { headers })))),
        await browser.send(query, {}),
      ]
      return answers.map(({ status, text }) =>
        status === 200 ? JSON.parse(text).rows.flat().join(' ') : status,
      )
    }
    // Processes read people again who changed a moment ago: this person did long ago.
    await behindItsBack(server.db, `update cairn.person set changed_in = '3' where person_id = 'cleo'`)
    assert.deepEqual(await seenBy(), ['mine', 'mine', 'mine'])
    await adminCall(other, `PUT ${path}`, { rights: ['user/composition-Other.**.rs', 'user/aql-*.rs'] })
    assert.deepEqual(await seenBy(), ['other', 'other', 'other'])
    await adminCall(server, `PUT ${path}`, { rights: ['user/composition-*.rs', 'user/aql-*.rs'] })
    assert.deepEqual(await seenBy(), ['mine other', 'mine other', 'mine other'])
    await adminCall(other, `DELETE ${path}?take_from_people=true`)
    assert.deepEqual(await seenBy(), [403, 403, 403])
  })
})

/** Sends a change as an administrator who is signed in. */
async function asAdministrator(at: RunningServer, personId: string, roles: readonly string[]) {
  const browser = await newPerson(at, personId, roles)
  const { csrf_token } = JSON.parse((await browser.send('/auth/v1/session', {})).text)
  return async (method: string, path: string, body?: unknown) => {
    const answer = await browser.send(path, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf_token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, code: answer.text === '' ? undefined : JSON.parse(answer.text).code }
  }
}

describe('a role with api.admin', async () => {
  const fresh = await testServer()
  const path = await addRole(fresh, { name: 'account-manager', scopes: ['api.admin'] })

  it('makes an administrator, of whom the last one stays', async () => {
    const call = await asAdministrator(fresh, 'root', ['account-manager'])
    assert.equal((await call('GET', '/admin/v1/role')).status, 200)
    assert.equal((await call('GET', '/openehr/v1/definition/template/adl1.4')).status, 403)
    // The client is the only other one.
    assert.equal((await call('POST', `/admin/v1/client/${fresh.client.id}/disable`)).status, 200)
    const less = { scopes: [], rights: ['user/audit-*.r'] }
    const last = { status: 409, code: 'client.last_administrator' }
    assert.deepEqual(await call('PUT', '/admin/v1/person/root', { roles: ['nurse'] }), last)
    assert.deepEqual(await call('PUT', '/admin/v1/person/root', { disabled: true }), last)
    assert.deepEqual(await call('PUT', path, less), last)
    assert.deepEqual(await call('DELETE', `${path}?take_from_people=true`), last)
    const other = { name: 'other-manager', scopes: ['api.admin'] }
    assert.equal((await call('POST', '/admin/v1/role', other)).status, 201)
    const second = { person_id: 'second', name: 'Second', roles: ['other-manager'] }
    assert.equal((await call('POST', '/admin/v1/person', second)).status, 201)
    assert.equal((await call('PUT', path, less)).status, 200)
    assert.equal((await call('GET', '/admin/v1/role')).status, 403)
  })
})
