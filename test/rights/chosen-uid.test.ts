/** A uid that a caller with limited rights chooses tells nothing of objects out of reach. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { note } from '../admin/records.ts'
import { adminCall } from '../people/people.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { addPersonWith, openTokens } from './tokens.ts'

const server = await testServer()
await uploadTemplate(server)
const makeToken = await openTokens(server)
const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const datamap = await server.call('PUT /extra/v1/definition/datamap/pressure', {
  scopes: 'api.write',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    template: 'Blood pressure.v1',
    paths: [{ add: 'systolic', path: `${EVENT}/data[at0003]/items[at0004]/value` }],
  }),
})
assert.equal(datamap.status, 201, datamap.text)
const [mine, other] = [await newEhr(server), await newEhr(server)]
const hidden = idOf(await postComposition(server, other, note('out of reach'))).slice(0, 36)
await addPersonWith(server, 'ana', { assigned_roles: ['clinician'] })
await adminCall(server, 'POST /admin/v1/person/ana/assignment', { ehr_id: mine })
await addPersonWith(server, 'ben', { roles: ['clinician'] })

const as = async (person: string) => {
  const token = await makeToken({ scope: 'api.read api.write', person })
  return (request: string, body: unknown) =>
    server.call(request, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
}

const withUid = (uid: string) => ({ ...note('x'), uid: { _type: 'HIER_OBJECT_ID', value: uid } })

const contribution = (uid: string | undefined, data: unknown) => ({
  _type: 'CONTRIBUTION',
  ...(uid === undefined ? {} : { uid: { _type: 'HIER_OBJECT_ID', value: uid } }),
  versions: [
    {
      _type: 'ORIGINAL_VERSION',
      commit_audit: {
        _type: 'AUDIT_DETAILS',
        change_type: {
          value: 'creation',
          defining_code: { terminology_id: { value: 'openehr' }, code_string: '249' },
        },
      },
      lifecycle_state: {
        value: 'complete',
        defining_code: { terminology_id: { value: 'openehr' }, code_string: '532' },
      },
      data,
    },
  ],
  audit: {
    _type: 'AUDIT_DETAILS',
    change_type: {
      value: 'creation',
      defining_code: { terminology_id: { value: 'openehr' }, code_string: '249' },
    },
  },
})

/** The parts of an answer that a client can tell apart. */
const told = ({ status, text, headers }: Answer) => {
  const { requestId: _id, ...body } = JSON.parse(text)
  return { status, body, etag: headers.get('ETag'), location: headers.get('Location') }
}

describe('a uid that a caller chooses', () => {
  it('is refused for one who sees some EHRs, whether it is in use or not', async () => {
    const call = await as('ana')
    const composition = `POST /openehr/v1/ehr/${mine}/composition`
    const taken = told(await call(composition, withUid(hidden)))
    const free = told(await call(composition, withUid(randomUUID())))
    assert.deepEqual(taken, free)
    assert.equal(taken.status, 422)
    assert.deepEqual(
      taken.body.errors.map(({ code, path }: { code: string; path: string }) => [code, path]),
      [['uid.limited', '/uid/value']],
    )
    assert.equal((await call(composition, note('x'))).status, 201)
  })

  it('is refused for a record of a datamap in the same way', async () => {
    const call = await as('ana')
    for (const route of ['', '/check']) {
      const address = `POST /extra/v1/datamap/pressure${route}?ehrUid=${mine}`
      const taken = told(await call(address, { systolic: 120, uid: hidden }))
      const free = told(await call(address, { systolic: 120, uid: randomUUID() }))
      assert.deepEqual(taken, free)
      assert.equal(taken.status, 422)
      assert.deepEqual(
        taken.body.errors.map(({ code, path }: { code: string; path: string }) => [code, path]),
        [['uid.limited', 'uid']],
      )
      assert.ok((await call(address, { systolic: 120 })).status < 300)
    }
  })

  it('is refused in a contribution in the same way, with that of the contribution', async () => {
    const call = await as('ana')
    const commit = `POST /openehr/v1/ehr/${mine}/contribution`
    const taken = told(await call(commit, contribution(randomUUID(), withUid(hidden))))
    const free = told(await call(commit, contribution(randomUUID(), withUid(randomUUID()))))
    assert.deepEqual(taken, free)
    assert.deepEqual(
      taken.body.errors.map(({ code, path }: { code: string; path: string }) => [code, path]),
      [
        ['uid.limited', 'uid'],
        ['uid.limited', 'versions[0]/data/uid'],
      ],
    )
    assert.equal((await call(commit, contribution(undefined, note('x')))).status, 201)
  })

  it('is kept for one who sees all records, and 409 if it is in use', async () => {
    const call = await as('ben')
    const composition = `POST /openehr/v1/ehr/${mine}/composition`
    assert.equal((await call(composition, withUid(hidden))).status, 409)
    const uid = randomUUID()
    const created = await call(composition, withUid(uid))
    assert.equal(created.status, 201, created.text)
    assert.ok(idOf(created).startsWith(uid))
  })
})
