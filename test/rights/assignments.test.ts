/** Roles over assigned EHRs: by EHR, by episode, by tag, from a time to a time; and access that a person takes in an emergency. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { note } from '../admin/records.ts'
import { eventually } from '../eventually.ts'
import { askFor, authorizePath, signInToApp } from '../people/app.ts'
import { newBrowser } from '../people/browser.ts'
import { adminCall, newApp, newPerson, signIn } from '../people/people.ts'
import { bloodPressureOpt, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import { addPersonWith, openTokens } from './tokens.ts'

const clock = { ahead: 0 }
const server = await testServer({ now: () => Date.now() + clock.ahead })
await uploadTemplate(server)
const makeToken = await openTokens(server)

const ADMIN = 'api.read api.write api.admin'
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** A person of their own, with a token for all that the person may. */
async function clinician(personId: string, role = 'clinician') {
  await addPersonWith(server, personId, { assigned_roles: [role] })
  const token = await makeToken({ scope: 'api.read api.write api.break_glass', person: personId })
  const call = (request: string, body?: unknown, headers: Record<string, string> = {}) =>
    server.call(request, {
      headers: { ...JSON_TYPE, ...headers, Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const sees = async (ehrId: string) => (await call(`GET /openehr/v1/ehr/${ehrId}`)).status === 200
  const assign = async (body: unknown) => {
    const answer = await adminCall(server, `POST /admin/v1/person/${personId}/assignment`, body)
    assert.equal(answer.status, 201, answer.text)
    return answer.json()
  }
  return { call, sees, assign }
}

describe('a role over assigned EHRs', () => {
  it('reaches an EHR from when it is assigned until that is ended, at once', async () => {
    const { call, sees, assign } = await clinician('by-ehr')
    const [mine, other] = [await newEhr(server), await newEhr(server)]
    assert.equal(await sees(mine), false)
    const { assignment_id } = await assign({ ehr_id: mine, reason: 'on the ward' })
    assert.equal(await sees(mine), true)
    assert.equal(await sees(other), false)
    const created = await call(`POST /openehr/v1/ehr/${mine}/composition`, note('by the clinician'))
    assert.equal(created.status, 201, created.text)
    const denied = await call(`POST /openehr/v1/ehr/${other}/composition`, note('by the clinician'))
    assert.equal(denied.status, 404, denied.text)
    const ended = await adminCall(server, `DELETE /admin/v1/assignment/${assignment_id}`)
    assert.equal(ended.status, 200, ended.text)
    assert.equal(await sees(mine), false)
    const listed = (await adminCall(server, 'GET /admin/v1/person/by-ehr/assignment')).json()
    assert.equal(listed.length, 1)
    assert.equal(listed[0].reason, 'on the ward')
  })

  it('reaches an EHR from a time to a time', async () => {
    const { sees, assign } = await clinician('by-time')
    const [before, now, after] = [await newEhr(server), await newEhr(server), await newEhr(server)]
    await assign({ ehr_id: before, from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })
    await assign({ ehr_id: now, from: '2020-01-01T00:00:00Z', to: '2199-01-02T00:00:00Z' })
    await assign({ ehr_id: after, from: '2199-01-01T00:00:00Z' })
    assert.deepEqual([await sees(before), await sees(now), await sees(after)], [false, true, false])
  })

  it('reaches the EHR of an episode until that ends', async () => {
    const { sees, assign } = await clinician('by-episode')
    const ehrId = await newEhr(server)
    const episode = (body: unknown, request: string) =>
      server.call(request, { scopes: ADMIN, headers: JSON_TYPE, body: JSON.stringify(body) })
    const started = { name: 'Ward 3', startsAt: '2026-01-02T03:04:05+01:00' }
    const { uid } = (await episode(started, `POST /extra/v1/ehr/${ehrId}/episode`)).json()
    await assign({ ehr_id: ehrId, episode_id: uid })
    assert.equal(await sees(ehrId), true)
    const ended = await episode(
      { ...started, endsAt: '2026-01-03T03:04:05+01:00' },
      `PUT /extra/v1/ehr/${ehrId}/episode/${uid}`,
    )
    assert.equal(ended.status, 200, ended.text)
    assert.equal(await sees(ehrId), false)
  })

  it('reaches the EHRs whose status has a tag, as long as it has', async () => {
    const { sees, assign } = await clinician('by-tag')
    const [mine, other] = [await newEhr(server), await newEhr(server)]
    const tag = async (ehrId: string, tags: unknown) => {
      const status = await server.call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`, { scopes: ADMIN })
      const uid = idOf(status).slice(0, 36)
      const answer = await server.call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status/${uid}/tags`, {
        scopes: ADMIN,
        headers: JSON_TYPE,
        body: JSON.stringify(tags),
      })
      assert.equal(answer.status, 204, answer.text)
    }
    await assign({ tag_key: 'ward', tag_value: '3B' })
    await tag(mine, [{ key: 'ward', value: '3B' }])
    await tag(other, [{ key: 'ward', value: '4' }])
    assert.deepEqual([await sees(mine), await sees(other)], [true, false])
    await tag(mine, [])
    assert.equal(await sees(mine), false)
  })

  it('gives the rights of the role: a nurse deletes nothing, and nobody uploads a template', async () => {
    const { call, assign } = await clinician('nurse', 'nurse')
    const ehrId = await newEhr(server)
    await assign({ ehr_id: ehrId })
    const uid = idOf(await postComposition(server, ehrId))
    const deleted = await call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid}`)
    assert.equal(deleted.status, 403, deleted.text)
    const changed = await call(
      `PUT /openehr/v1/ehr/${ehrId}/composition/${uid.slice(0, 36)}`,
      note('by a nurse'),
      {
        'If-Match': `"${uid}"`,
      },
    )
    assert.equal(changed.status, 204, changed.text)
    const uploaded = await call('POST /openehr/v1/definition/template/adl1.4', bloodPressureOpt('x'), {
      'Content-Type': 'application/xml',
    })
    assert.equal(uploaded.status, 403, uploaded.text)
  })

  it('shows in queries only rows of assigned EHRs, in counts too', async () => {
    const { call, assign } = await clinician('asks')
    const [mine, other] = [await newEhr(server), await newEhr(server)]
    await postComposition(server, mine)
    await postComposition(server, other)
    await assign({ ehr_id: mine })
    const rowsOf = async (q: string) =>
      (await call(`GET /openehr/v1/query/aql?${new URLSearchParams({ q })}`)).json().rows
    assert.deepEqual(await rowsOf('SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c'), [[mine]])
    assert.deepEqual(await rowsOf('SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c'), [[1]])
    assert.deepEqual(await rowsOf(`SELECT c FROM EHR e[ehr_id/value='${other}'] CONTAINS COMPOSITION c`), [])
  })

  it('makes the person the committer, and names the person with the client in the audit trail', async () => {
    const { call, assign } = await clinician('commits')
    const ehrId = await newEhr(server)
    await assign({ ehr_id: ehrId })
    const created = await call(`POST /openehr/v1/ehr/${ehrId}/composition`, note('mine'))
    const object = idOf(created).slice(0, 36)
    const version = await call(`GET /openehr/v1/ehr/${ehrId}/versioned_composition/${object}/version`)
    assert.equal(version.json().commit_audit.committer.name, 'commits')
    const { events } = (
      await adminCall(server, `GET /admin/v1/audit?ehr_id=${ehrId}&person=commits&action=C`)
    ).json()
    assert.equal(events.length, 1)
    assert.ok(events[0].client_id)
  })

  const faulty: [what: string, body: unknown][] = [
    ['nothing', {}],
    ['an EHR and a tag', { ehr_id: '0195f1f2-3333-7444-8555-666677778888', tag_key: 'ward' }],
    ['an episode alone', { episode_id: '0195f1f2-3333-7444-8555-666677778888' }],
    ['no UUID', { ehr_id: 'x' }],
    ['an end before its start', { tag_key: 'a', from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }],
    ['a member that is not known', { tag_key: 'a', colour: 'red' }],
    ['no object', []],
  ]
  for (const [what, body] of faulty)
    it(`an assignment of ${what} is refused`, async () => {
      const answer = await adminCall(server, 'POST /admin/v1/person/by-ehr/assignment', body)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.json().code, 'request.malformed')
    })

  it('an assignment or a person that is not there answers 404', async () => {
    const answers = await Promise.all([
      adminCall(server, 'POST /admin/v1/person/nobody/assignment', { tag_key: 'a' }),
      adminCall(server, 'DELETE /admin/v1/assignment/0195f1f2-3333-7444-8555-666677778888'),
      adminCall(server, 'DELETE /admin/v1/assignment/x'),
    ])
    assert.deepEqual(
      answers.map(each => [each.status, each.json().code]),
      [
        [404, 'person.not_found'],
        [404, 'assignment.not_found'],
        [404, 'assignment.not_found'],
      ],
    )
  })
})

describe('a person in an emergency', () => {
  const endNow = sql<never, [id: string]>({
    name: 'test.endNow',
    text: `update cairn.assignment set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where assignment_id = $1`,
  })

  it('takes an hour of access with a reason; it is marked in the audit trail and listed for review', async () => {
    const { call, sees } = await clinician('glass')
    const ehrId = await newEhr(server)
    const refused = await call('POST /auth/v1/break-glass', { ehrId })
    assert.equal(refused.status, 400, refused.text)
    assert.equal(await sees(ehrId), false)
    const taken = await call('POST /auth/v1/break-glass', {
      ehrId,
      reason: 'unconscious in the emergency room',
    })
    assert.equal(taken.status, 201, taken.text)
    const { assignment_id: id, from, to } = taken.json()
    assert.equal(Date.parse(to) - Date.parse(from), 3_600_000)
    assert.equal(await sees(ehrId), true)
    const marked = async () => {
      const { events } = (await adminCall(server, `GET /admin/v1/audit?ehr_id=${ehrId}&person=glass`)).json()
      return events.map((event: { path: string; detail?: { break_glass?: string } }) => [
        event.path.split('/').at(-1),
        event.detail?.break_glass,
      ])
    }
    const expected = [
      [ehrId, id],
      ['break-glass', id],
      [ehrId, undefined],
    ]
    await eventually('the events', async () => (await marked()).length === expected.length)
    assert.deepEqual(await marked(), expected)
    const listed = (await adminCall(server, 'GET /admin/v1/break-glass?reviewed=false')).json()
    const [mine] = listed.filter((each: { assignment_id: string }) => each.assignment_id === id)
    assert.deepEqual(
      [mine.person_id, mine.ehr_id, mine.reason],
      ['glass', ehrId, 'unconscious in the emergency room'],
    )
    const reviewed = await adminCall(server, `POST /admin/v1/break-glass/${id}/review`, {
      review: 'was needed',
    })
    assert.equal(reviewed.status, 200, reviewed.text)
    const left = (await adminCall(server, 'GET /admin/v1/break-glass?reviewed=false')).json()
    assert.ok(!left.some((each: { assignment_id: string }) => each.assignment_id === id))
    await server.db.execute(endNow, [id])
    assert.equal(await sees(ehrId), false)
  })

  it('takes nothing of an EHR that is not there, and nothing where the person has no role for assigned EHRs', async () => {
    const { call } = await clinician('glass-nowhere')
    const body = { ehrId: '0195f1f2-3333-7444-8555-666677778888', reason: 'a reason that is long enough' }
    assert.equal((await call('POST /auth/v1/break-glass', body)).status, 400)
    const asClient = await server.call('POST /auth/v1/break-glass', {
      scopes: 'api.read',
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    })
    assert.equal(asClient.status, 403)
    assert.equal(asClient.json().code, 'auth.insufficient_scope')
  })

  it('is not taken by an app that may read: that is a scope of its own, which the person agrees to', async () => {
    const ehrId = await newEhr(server)
    await addPersonWith(server, 'glass-app', { assigned_roles: ['clinician'] })
    const reason = 'unconscious in the emergency room'
    for (const scope of [
      'api.read api.write',
      'user/composition-*.cruds',
      'api.read user/composition-*.rs',
    ]) {
      const token = await makeToken({ scope, person: 'glass-app' })
      const refused = await server.call('POST /auth/v1/break-glass', {
        headers: { ...JSON_TYPE, Authorization: `Bearer ${token}` },
        body: JSON.stringify({ ehrId, reason }),
      })
      assert.equal(refused.status, 403, scope)
      assert.match(
        refused.headers.get('www-authenticate') ?? '',
        /error="insufficient_scope".*scope="api\.break_glass"/,
      )
    }
    const listed = (await adminCall(server, 'GET /admin/v1/person/glass-app/assignment')).json()
    assert.deepEqual(listed, [])
  })

  it('is a scope that only an app of people can have, that it asks for by name, and that the page shows', async () => {
    const asBackend = await adminCall(server, 'POST /admin/v1/client', {
      name: 'Backend',
      scopes: ['api.read', 'api.break_glass'],
    })
    assert.equal(asBackend.status, 400, asBackend.text)
    await newPerson(server, 'glass-consent', [])
    await adminCall(server, 'PUT /admin/v1/person/glass-consent', { assigned_roles: ['clinician'] })
    const browser = newBrowser(server)
    await signIn(browser, 'glass-consent')
    const without = await newApp(server, { scopes: ['api.read'] })
    const refused = new URL(
      (await browser.open(authorizePath(askFor(without, 'api.read api.break_glass').parameters))).url,
    )
    assert.equal(refused.searchParams.get('error'), 'invalid_scope')
    const registered = await newApp(server, { scopes: ['api.read', 'api.break_glass'] })
    const unasked = await signInToApp(server, browser, registered, 'api.read')
    assert.equal(unasked.scope, 'api.read')
    const page = await browser.open(authorizePath(askFor(registered, 'api.read api.break_glass').parameters))
    assert.match(page.text, /Open records in an emergency that are not assigned to you/)
    const asked = await signInToApp(server, browser, registered, 'api.read api.break_glass')
    assert.equal(asked.scope, 'api.read api.break_glass')
  })

  it('is reviewed by an auditor, who reads the audit trail and no records', async () => {
    await newPerson(server, 'auditor', ['auditor'])
    const token = await makeToken({ scope: 'user/audit-*.ru user/composition-*.r', person: 'auditor' })
    const headers = { Authorization: `Bearer ${token}` }
    assert.equal((await server.call('GET /admin/v1/audit', { headers })).status, 200)
    assert.equal((await server.call('GET /admin/v1/break-glass', { headers })).status, 200)
    assert.equal((await server.call(`GET /openehr/v1/ehr/${await newEhr(server)}`, { headers })).status, 403)
    assert.equal((await server.call('GET /admin/v1/client', { headers })).status, 403)
  })
})
