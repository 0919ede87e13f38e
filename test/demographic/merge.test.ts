/** Two people who are one are merged, with the EHR of either, and separated again (decision 0122). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { verifyAll } from '../../packages/server/src/admin/index.ts'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { behindItsBack } from '../audit/trail.ts'
import { idOf } from '../records.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { backendToken, newParty, party, partyRef, uploadPartyTemplates } from './parties.ts'
import { found, newPerson, type PersonData, person, putDefinition } from './people.ts'

const server = await testServer()
await uploadPartyTemplates(server)
await putDefinition(server)

const call = (request: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.call(request, {
    ...('Authorization' in headers ? {} : { scopes: 'api.read api.write api.admin' }),
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

const merge = (into: string, from: string, more: object = {}) =>
  call('POST /extra/v1/person/merge', { into, from, ...more })

async function merged(into: string, from: string): Promise<void> {
  const answer = await merge(into, from)
  assert.equal(answer.status, 204, answer.text)
}

const separate = (uid: string) => call(`DELETE /extra/v1/person/merge/${uid}`)

const merges = async (uid: string) =>
  (await call(`GET /extra/v1/person/merge?person_uid=${uid}`)).json().data as readonly {
    into: string
    from: string
    fromName?: string
    ehrUid?: string
    reason: string
  }[]

const ehrOf = async (person: string): Promise<string | undefined> => {
  const answer = await call(`GET /openehr/v1/ehr?person_uid=${person}`)
  return answer.status === 404 ? undefined : answer.json().ehr_id.value
}

const personOf = async (ehrId: string): Promise<string | null> =>
  (await call(`GET /openehr/v1/ehr/${ehrId}`, undefined, { 'include-cairn-person-uid': 'yes' })).headers.get(
    'cairn-person-uid',
  )

const linkedTo = async (uid: string, status?: object): Promise<string> => {
  const answer = await call('POST /openehr/v1/ehr', status, { 'cairn-person-uid': uid })
  assert.equal(answer.status, 201, answer.text)
  return idOf(answer)
}

/** Names nobody else has. */
const own = (): string => `Zz${randomUUID().replaceAll(/\W|\d/g, '')}`

async function twins(more: Partial<PersonData> = {}) {
  const [name, maiden] = [own(), own()]
  const into = await newPerson(server, { family: name, given: ['Ada'] })
  const from = await newPerson(server, { family: maiden, given: ['Ada'], ...more })
  return { name, maiden, into, from }
}

const { stateKey } = await checkedVault(server.db, SECRET_KEY)

async function faults(): Promise<readonly string[]> {
  const { records, indexFaults, state } = await verifyAll(server.db, { stateKey, known: undefined }, () => {})
  return [
    ...[...records.faults, ...indexFaults].map(({ uid, what }) => `${uid} ${what}`),
    ...state.faults.map(({ kind, what }) => `${kind} ${what}`),
  ]
}

const about = (uid: string) => ({
  ...data.root('openEHR-EHR-EHR_STATUS.generic.v1'),
  subject: { _type: 'PARTY_SELF', external_ref: partyRef('PERSON', uid) },
  is_queryable: true,
  is_modifiable: true,
})

test('the EHR of the merged person goes over, and comes back when they are separated', async () => {
  const { into, from } = await twins()
  const ehrId = await linkedTo(from, about(from))
  await merged(into, from)
  assert.deepEqual([await personOf(ehrId), await ehrOf(into), await ehrOf(from)], [into, ehrId, ehrId])
  assert.deepEqual(await faults(), [], 'the EHR_STATUS may go on to refer to the merged person')
  const [listed] = await merges(from)
  assert.deepEqual([listed?.into, listed?.from, listed?.ehrUid], [into, from, ehrId])
  assert.equal((await separate(from)).status, 204)
  assert.deepEqual([await personOf(ehrId), await ehrOf(into), await ehrOf(from)], [from, undefined, ehrId])
  assert.deepEqual(await merges(into), [])
  assert.equal((await separate(from)).status, 404)
  assert.deepEqual(await faults(), [])
})

const byUid = async (uid: string): Promise<readonly string[]> =>
  (await call(`GET /extra/v1/person?person_uid=${uid}`))
    .json()
    .data.map(({ personUid }: { personUid: string }) => personUid)

test('a search by the data of either finds the one that stays, once, and says why', async () => {
  const { name, maiden, into, from } = await twins({
    born: '1980-05-03',
    identifiers: [{ id: `N-${own()}`, type: 'MRN' }],
  })
  await merged(into, from)
  const [byMaiden, ...others] = await found(server, { name: maiden })
  assert.deepEqual([byMaiden?.personUid, others.length], [into, 0])
  assert.ok(byMaiden?.reasons.some(({ how }) => how === 'merged'))
  assert.deepEqual(
    (await found(server, { name })).map(each => each.personUid),
    [into],
  )
  assert.deepEqual(await byUid(from), [into])
  const matched = await call('POST /extra/v1/person/match', { name: `Ada ${maiden}`, leastScore: 0.1 })
  const uids = matched.json().data.map(({ personUid }: { personUid: string }) => personUid)
  assert.equal(uids.includes(from), false, 'a merged person is no possible duplicate')
  await separate(from)
  assert.deepEqual(
    (await found(server, { name: maiden })).map(each => each.personUid),
    [from],
  )
})

test('a merged person is not changed, deleted, linked or merged again', async () => {
  const { into, from } = await twins()
  const third = await newPerson(server, { family: own() })
  await merged(into, from)
  const at = `/openehr/v1/demographic/person/${from}`
  const etag = (await call(`GET ${at}`)).headers.get('etag') ?? ''
  const refused = await call(`PUT ${at}`, person({ family: own() }), { 'If-Match': etag })
  assert.deepEqual([refused.status, refused.json().code], [409, 'person.merged'])
  assert.match(refused.json().message, new RegExp(into))
  const latest = etag.replaceAll('"', '')
  assert.equal((await call(`DELETE /openehr/v1/demographic/person/${latest}`)).status, 409)
  assert.equal((await call('POST /openehr/v1/ehr', undefined, { 'cairn-person-uid': from })).status, 409)
  for (const [a, b] of [
    [third, from],
    [from, third],
    [into, from],
    [third, into],
  ] as const)
    assert.deepEqual([(await merge(a, b)).json().code, a === b], ['person.merged', false], `${a} ${b}`)
  const stays = (await call(`GET /openehr/v1/demographic/person/${into}`)).headers.get('etag') ?? ''
  const deleted = await call(`DELETE /openehr/v1/demographic/person/${stays.replaceAll('"', '')}`)
  assert.deepEqual([deleted.status, deleted.json().code], [409, 'party.referenced'])
  await separate(from)
  assert.equal((await call(`PUT ${at}`, person({ family: own() }), { 'If-Match': etag })).status, 204)
})

test('two people with an EHR each are merged after their EHRs', async () => {
  const { into, from } = await twins()
  const [stays, goes] = [await linkedTo(into), await linkedTo(from)]
  const refused = await merge(into, from)
  assert.deepEqual([refused.status, refused.json().code], [409, 'person.linked'])
  assert.equal((await call(`POST /openehr/v1/admin/ehr/${stays}/merge`, { from: goes })).status, 200)
  await merged(into, from)
  assert.deepEqual([await ehrOf(into), await ehrOf(from)], [stays, stays])
  assert.equal((await separate(from)).status, 204)
  assert.equal(await ehrOf(from), undefined)
  assert.deepEqual(await faults(), [])
})

test('an EHR_STATUS that refers to the person that stays keeps them together', async () => {
  const { into, from } = await twins()
  const ehrId = await linkedTo(from)
  await merged(into, from)
  const put = async (uid: string) => {
    const etag = (await call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`)).headers.get('etag') ?? ''
    return (await call(`PUT /openehr/v1/ehr/${ehrId}/ehr_status`, about(uid), { 'If-Match': etag })).status
  }
  assert.equal(await put(into), 204)
  assert.deepEqual((await separate(from)).json().code, 'person.merged')
  assert.equal(await put(from), 204)
  assert.equal((await separate(from)).status, 204)
  assert.deepEqual(await faults(), [])
})

test('of merges in opposite directions at once, one holds', async () => {
  for (let round = 0; round < 4; round++) {
    const { into, from } = await twins()
    const answers = await Promise.all([merge(into, from), merge(from, into), merge(into, from)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409, 409])
    assert.equal((await merges(into)).length, 1)
  }
})

test('bodies that name no two people are refused', async () => {
  const { into } = await twins()
  const ward = (await newParty(server, 'organisation', party('organisation', 'Ward'))).split('::')[0]
  for (const body of [
    {},
    [],
    { into },
    { into, from: into },
    { into, from: 'x' },
    { into, from: into, size: 1 },
  ])
    assert.equal((await call('POST /extra/v1/person/merge', body)).status, 400, JSON.stringify(body))
  for (const from of [randomUUID(), ward ?? ''])
    assert.deepEqual((await merge(into, from)).json().code, 'person.unknown')
})

test('a merge is in the list with its reason, in the audit and in the feed', async () => {
  const { maiden, into, from } = await twins()
  assert.equal((await merge(into, from, { reason: 'same passport' })).status, 204)
  const [listed] = await merges(into)
  assert.deepEqual([listed?.reason, listed?.fromName], ['same passport', `Ada ${maiden}`])
  await separate(from)
  const read = async (scopes: string) => {
    const Authorization = `Bearer ${await backendToken(server, scopes)}`
    const answer = await call('GET /extra/v1/changes?limit=1000', undefined, { Authorization })
    const changes: { type: string; subject: string; data: { merged_object_id?: string } }[] =
      answer.json().changes
    return changes
      .filter(({ subject, type }) => subject === into && /merged|separated/.test(type))
      .map(({ type, data: { merged_object_id } }) => [type, merged_object_id])
  }
  assert.deepEqual(await read('api.read system/person-*.r'), [
    ['person.merged', from],
    ['person.separated', from],
  ])
  assert.deepEqual(await read('api.read'), [], 'records alone show nothing of people')
  for (const uid of [into, from]) {
    const events = (await call(`GET /admin/v1/audit?ehr_id=${uid}`)).text
    assert.match(events, /"POST","route":"\/extra\/v1\/person\/merge"/)
    assert.match(events, /"DELETE","route":"\/extra\/v1\/person\/merge/)
  }
})

test('rights on people are needed, and reach no further than they say', async () => {
  const { into, from } = await twins()
  const as = async (scopes: string) => {
    const Authorization = `Bearer ${await backendToken(server, scopes)}`
    return (await call('POST /extra/v1/person/merge', { into, from }, { Authorization })).status
  }
  assert.equal(await as('api.read api.write'), 403)
  assert.equal(await as('system/person-*.rs'), 403)
  assert.equal(await as('system/person-Other.ru'), 422, 'people out of reach do not exist')
  assert.equal(await as('system/person-*.ru'), 204)
})

test('an erasure takes the merged people along; erasing one of them ends its merge', async () => {
  const { into, from, name, maiden } = await twins()
  const second = await newPerson(server, { family: own() })
  const ehrId = await linkedTo(into)
  await merged(into, from)
  await merged(into, second)
  assert.equal((await call(`DELETE /openehr/v1/admin/party/${second}`)).status, 204)
  assert.deepEqual(
    (await merges(into)).map(each => each.from),
    [from],
  )
  assert.equal((await call(`DELETE /openehr/v1/admin/ehr/${ehrId}`)).status, 204)
  for (const uid of [into, from])
    assert.equal((await call(`GET /openehr/v1/demographic/person/${uid}`)).status, 404)
  assert.equal((await separate(from)).status, 404)
  assert.deepEqual([...(await found(server, { name })), ...(await found(server, { name: maiden }))], [])
  assert.match(
    (await call(`GET /admin/v1/audit?ehr_id=${from}`)).text,
    /"DELETE","route":"\/openehr\/v1\/admin\/ehr\//,
  )
  assert.deepEqual(await faults(), [])
})

test('verify finds merges that were added, changed or removed in the database', async () => {
  const cases: readonly [statement: (from: string, third: string) => string, fault: RegExp][] = [
    [
      (from, third) => `update cairn_party.person_merge set into_id = '${third}' where ehr_id = '${from}'`,
      /^person_merge was changed/,
    ],
    [from => `delete from cairn_party.person_merge where ehr_id = '${from}'`, /^person_merge was removed/],
    [
      (from, third) =>
        `insert into cairn_party.person_merge (ehr_id, into_id, merge_id, client_id, reason)
         values ('${third}', '${from}', gen_random_uuid(), 'x', 'x')`,
      /^person_merge was added/,
    ],
    [
      from => `update cairn_party.person_merge set into_id = '${randomUUID()}' where ehr_id = '${from}'`,
      /was merged into one that does not exist/,
    ],
  ]
  for (const [statement, fault] of cases) {
    const { into, from } = await twins()
    await merged(into, from)
    const isFound = async () =>
      (await faults()).some(each => fault.test(each.replace(/^[\da-f-]{36} (is a person that )?/, '')))
    assert.equal(await isFound(), false)
    await behindItsBack(server.db, statement(from, await newPerson(server, { family: own() })))
    assert.ok(await isFound(), String(fault))
  }
})
