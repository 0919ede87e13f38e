/** References between parties: to one that exists, both ways of a relationship, and no deletion of one that others refer to (decision 0109). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { idOf } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import {
  backendToken,
  newParty,
  type PartyName,
  party,
  partyRef,
  postParty,
  uploadPartyTemplates,
} from './parties.ts'

const server = await testServer()
await uploadPartyTemplates(server)

const objectOf = (uid: string): string => uid.split('::')[0] ?? ''

const call = (request: string, headers: Readonly<Record<string, string>> = {}, body?: unknown) =>
  server.call(request, {
    scopes: 'api.read api.write api.admin',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const put = (kind: PartyName, uid: string, body: unknown): Promise<Answer> =>
  call(`PUT /openehr/v1/demographic/${kind}/${objectOf(uid)}`, { 'If-Match': uid }, body)

const remove = (kind: PartyName, uid: string): Promise<Answer> =>
  call(`DELETE /openehr/v1/demographic/${kind}/${uid}`)

const RELATIVE = 'openEHR-DEMOGRAPHIC-PARTY_RELATIONSHIP.relative.v1'

const relationship = (source: string, target: string, type = 'PERSON') =>
  data.root(RELATIVE, {
    source: partyRef('PERSON', source),
    target: partyRef(type, target),
  })

const reverse = (source: string) => ({
  _type: 'LOCATABLE_REF',
  namespace: 'local',
  type: 'PERSON',
  id: { _type: 'HIER_OBJECT_ID', value: objectOf(source) },
  path: `/relationships[${RELATIVE}]`,
})

const newPerson = (name: string, more = {}) => newParty(server, 'person', party('person', name, more))

const findingsOf = (answer: Answer): readonly (readonly [path: string, code: string])[] =>
  answer.json().errors.map((each: { path: string; code: string }) => [each.path, each.code])

test('a reference to a party that does not exist is refused with its path', async () => {
  const nobody = randomUUID()
  const role = await postParty(
    server,
    'role',
    party('role', 'Doctor', { performer: partyRef('PERSON', nobody) }),
  )
  assert.equal(role.status, 422, role.text)
  assert.equal(role.json().code, 'data.invalid')
  assert.deepEqual(findingsOf(role), [['/performer', 'reference.unknown']])
  const person = await postParty(
    server,
    'person',
    party('person', 'Ada', { roles: [partyRef('ROLE', nobody)] }),
  )
  assert.deepEqual(findingsOf(person), [['/roles[1]', 'reference.unknown']])
})

test('a deleted party and one of another class are refused', async () => {
  const deleted = await newPerson('Gone')
  assert.equal((await remove('person', deleted)).status, 204)
  const ward = await newParty(server, 'organisation', party('organisation', 'Ward'))
  const post = (type: string, uid: string) =>
    postParty(server, 'role', party('role', 'Doctor', { performer: partyRef(type, uid) }))
  assert.deepEqual(findingsOf(await post('PERSON', deleted)), [['/performer', 'reference.unknown']])
  assert.deepEqual(findingsOf(await post('PERSON', ward)), [['/performer', 'reference.type']])
  for (const type of ['ORGANISATION', 'ACTOR', 'PARTY']) assert.equal((await post(type, ward)).status, 201)
})

test('references in other namespaces and by other ids are free', async () => {
  const others = [
    { ...partyRef('PERSON', randomUUID()), namespace: 'hospital' },
    { ...partyRef('PERSON', ''), id: { _type: 'GENERIC_ID', scheme: 'PMI', value: randomUUID() } },
  ]
  for (const performer of others)
    assert.equal((await postParty(server, 'role', party('role', 'Doctor', { performer }))).status, 201)
})

test('the source of a relationship is the party itself', async () => {
  const [ada, bea] = [await newPerson('Ada'), await newPerson('Bea')]
  const refused = await put(
    'person',
    ada,
    party('person', 'Ada', { relationships: [relationship(bea, bea)] }),
  )
  assert.equal(refused.status, 422)
  assert.deepEqual(findingsOf(refused), [[`/relationships[${RELATIVE}]/source`, 'reference.source']])
  const right = party('person', 'Ada', { relationships: [relationship(ada, bea)] })
  assert.equal((await put('person', ada, right)).status, 204)
})

test('both ways of a relationship agree', async () => {
  const [ada, bea] = [await newPerson('Ada'), await newPerson('Bea')]
  const reversed = party('person', 'Bea', { reverse_relationships: [reverse(ada)] })
  const early = await put('person', bea, reversed)
  assert.equal(early.status, 422, early.text)
  assert.deepEqual(findingsOf(early), [['/reverse_relationships[1]', 'reference.one_sided']])
  const related = await put(
    'person',
    ada,
    party('person', 'Ada', { relationships: [relationship(ada, bea)] }),
  )
  assert.equal(related.status, 204)
  const both = await put('person', bea, reversed)
  assert.equal(both.status, 204)
  const left = await put('person', idOf(related), party('person', 'Ada'))
  assert.deepEqual([left.status, left.json().code], [409, 'party.referenced'])
  assert.equal((await put('person', idOf(both), party('person', 'Bea'))).status, 204)
  assert.equal((await put('person', idOf(related), party('person', 'Ada'))).status, 204)
})

test('a party that others refer to is not deleted, and the answer names them', async () => {
  const ada = await newPerson('Ada')
  const role = await newParty(server, 'role', party('role', 'Doctor', { performer: partyRef('PERSON', ada) }))
  const refused = await remove('person', ada)
  assert.deepEqual([refused.status, refused.json().code], [409, 'party.referenced'])
  assert.match(refused.json().message, new RegExp(`ROLE ${objectOf(role)}\\.`))
  assert.equal((await call(`GET /openehr/v1/demographic/person/${objectOf(ada)}`)).status, 200)
  assert.equal((await remove('role', role)).status, 204)
  assert.equal((await remove('person', ada)).status, 204)
})

test('a party that refers to itself is deleted', async () => {
  const ada = await newPerson('Ada')
  const itself = party('person', 'Ada', { relationships: [relationship(ada, ada)] })
  const changed = await put('person', ada, itself)
  assert.equal(changed.status, 204)
  assert.equal((await remove('person', idOf(changed))).status, 204)
})

test('the person of an EHR is not deleted', async () => {
  const ada = await newPerson('Ada')
  assert.equal((await call('POST /openehr/v1/ehr', { 'cairn-person-uid': objectOf(ada) })).status, 201)
  const refused = await remove('person', ada)
  assert.deepEqual([refused.status, refused.json().code], [409, 'party.referenced'])
  assert.match(refused.json().message, /1 EHR\.$/)
})

test('a caller with limited rights sees a count of parties out of its reach, and refers to none of them', async () => {
  const ada = await newPerson('Ada')
  await newParty(server, 'role', party('role', 'Doctor', { performer: partyRef('PERSON', ada) }))
  const token = await backendToken(server, 'system/person-*.crud')
  const as = (request: string, body?: unknown, headers = {}) =>
    server.call(request, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const refused = await as(`DELETE /openehr/v1/demographic/person/${ada}`)
  assert.equal(refused.status, 409, refused.text)
  assert.match(refused.json().message, /: 1 other party\.$/)
  const ward = await newParty(server, 'organisation', party('organisation', 'Ward'))
  const member = (uid: string) =>
    party('person', 'Ada', { relationships: [relationship(uid, ward, 'ORGANISATION')] })
  const hidden = await as(`PUT /openehr/v1/demographic/person/${objectOf(ada)}`, member(ada), {
    'If-Match': ada,
  })
  assert.equal(hidden.status, 422, hidden.text)
  const known = await put('person', ada, member(ada))
  assert.equal(known.status, 204)
  const kept = await as(`PUT /openehr/v1/demographic/person/${objectOf(ada)}`, member(ada), {
    'If-Match': idOf(known),
  })
  assert.equal(kept.status, 204, 'what the party refers to already stays')
})

const versionOf = (change: number, body: unknown, more = {}) => ({
  _type: 'ORIGINAL_VERSION',
  commit_audit: { _type: 'AUDIT_DETAILS', change_type: coded(change), committer: { _type: 'PARTY_SELF' } },
  lifecycle_state: coded(change === 523 ? 523 : 532),
  ...(body === undefined ? {} : { data: body }),
  ...more,
})
const TERMS: Readonly<Record<number, string>> = {
  249: 'creation',
  251: 'modification',
  523: 'deleted',
  532: 'complete',
}
const coded = (code: number) => ({
  _type: 'DV_CODED_TEXT',
  value: TERMS[code],
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
    code_string: String(code),
  },
})
const contribute = (versions: readonly unknown[]) =>
  call(
    'POST /openehr/v1/demographic/contribution',
    {},
    {
      _type: 'CONTRIBUTION',
      versions,
      audit: { _type: 'AUDIT_DETAILS', change_type: coded(249), committer: { _type: 'PARTY_SELF' } },
    },
  )

test('parties of one contribution refer to each other, and are deleted together', async () => {
  const [ada, bea] = [randomUUID(), randomUUID()]
  const withUid = (id: string) => ({ uid: { _type: 'HIER_OBJECT_ID', value: id } })
  const pair = [
    versionOf(249, party('person', 'Ada', { ...withUid(ada), relationships: [relationship(ada, bea)] })),
    versionOf(249, party('person', 'Bea', { ...withUid(bea), reverse_relationships: [reverse(ada)] })),
  ]
  const made = await contribute(pair)
  assert.equal(made.status, 201, made.text)
  const latest = async (id: string) => idOf(await call(`GET /openehr/v1/demographic/person/${id}`))
  const [first, second] = [await latest(ada), await latest(bea)]
  const deletion = (preceding: string) =>
    versionOf(523, undefined, {
      preceding_version_uid: { _type: 'OBJECT_VERSION_ID', value: preceding },
    })
  assert.equal((await contribute([deletion(second)])).status, 409)
  const gone = await contribute([deletion(first), deletion(second)])
  assert.equal(gone.status, 201, gone.text)
})

test('a wrong reference in a contribution has the path of its version', async () => {
  const refused = await contribute([
    versionOf(249, party('person', 'Ada')),
    versionOf(249, party('role', 'Doctor', { performer: partyRef('PERSON', randomUUID()) })),
  ])
  assert.equal(refused.status, 400)
  assert.deepEqual(findingsOf(refused), [['versions[1]/data/performer', 'reference.unknown']])
})

test('of a deletion and a commit that refers at once, one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const ada = await newPerson('Ada')
    const [deleted, made] = await Promise.all([
      remove('person', ada),
      postParty(server, 'role', party('role', 'Doctor', { performer: partyRef('PERSON', ada) })),
    ])
    const answers = `${deleted.status} ${made.status}`
    assert.ok(['204 422', '409 201'].includes(answers), answers)
  }
})

test('two parties that begin to refer to each other at once wait for each other in one order', async () => {
  for (let round = 0; round < 5; round++) {
    const [ada, bea] = [await newPerson('Ada'), await newPerson('Bea')]
    const answers = await Promise.all([
      put('person', ada, party('person', 'Ada', { relationships: [relationship(ada, bea)] })),
      put('person', bea, party('person', 'Bea', { relationships: [relationship(bea, ada)] })),
    ])
    assert.deepEqual(
      answers.map(each => each.status),
      [204, 204],
    )
  }
})

test('the records verify', async () => {
  assert.deepEqual((await verifyRecords(server.db)).faults, [])
})
