/** People by the ids of their EHRs or their own: one request for a page of patients. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { ADMIN, backendToken, uploadPartyTemplates } from './parties.ts'
import { find, newPerson, putDefinition } from './people.ts'

const server = await testServer()
await uploadPartyTemplates(server)
assert.equal((await putDefinition(server)).status, 200)

const newLinked = async (person: string): Promise<string> =>
  idOf(
    await server.call('POST /openehr/v1/ehr', {
      scopes: 'api.write api.admin',
      headers: { 'cairn-person-uid': person },
    }),
  )

const ada = await newPerson(server, { family: 'Bauer', given: ['Ada'], born: '1950-02-03', sex: 'female' })
const ben = await newPerson(server, { family: 'Costa', given: ['Ben'] })
const cas = await newPerson(server, { family: 'Dijk', given: ['Cas'] })
const [ehrOfAda, ehrOfBen] = [await newLinked(ada), await newLinked(ben)]

interface Found {
  readonly personUid: string
  readonly ehrUid?: string
}

const idsIn = (data: readonly Found[]) => data.map(({ personUid, ehrUid }) => [personUid, ehrUid]).sort()

test('the people of a page of EHRs come in one answer, without those that have none', async () => {
  const unlinked = idOf(await server.call('POST /openehr/v1/ehr', { scopes: 'api.write' }))
  const asked = [ehrOfBen, unlinked, ehrOfAda.toUpperCase(), randomUUID()].join(',')
  const { data, totalCount, isComplete } = (await find(server, { ehr_uid: asked })).json()
  assert.deepEqual([totalCount, isComplete], [2, true])
  const both: [string, string][] = [
    [ada, ehrOfAda],
    [ben, ehrOfBen],
  ]
  assert.deepEqual(idsIn(data), both.sort())
  const found = data.find(({ personUid }: Found) => personUid === ada)
  assert.deepEqual(
    [found.name, found.birthDate, found.sex, found.reasons],
    [
      'Ada Bauer',
      '1950-02-03',
      'female',
      [{ criterion: 'ehr_uid', asked: ehrOfAda, found: ehrOfAda, how: 'same' }],
    ],
  )
})

test('people are listed by their own uids, with or without an EHR', async () => {
  const { data } = (await find(server, { person_uid: [ada, cas, randomUUID()].join(',') })).json()
  const both: [string, string | undefined][] = [
    [ada, ehrOfAda],
    [cas, undefined],
  ]
  assert.deepEqual(idsIn(data), both.sort())
})

test('a hundred ids fit, and the answer is one page', async () => {
  const ids = [...Array.from({ length: 99 }, () => randomUUID()), ada]
  const answer = await find(server, { person_uid: ids.join(',') })
  assert.deepEqual([answer.status, answer.json().data.length], [200, 1])
  assert.equal((await find(server, { person_uid: [...ids, ben].join(',') })).status, 400)
})

test('ids stand alone and are uids', async () => {
  for (const query of [
    { ehr_uid: ehrOfAda, name: 'Ada' },
    { ehr_uid: ehrOfAda, person_uid: ada },
    { ehr_uid: ehrOfAda, limit: '5' },
    { ehr_uid: '' },
    { person_uid: `${ada}::cairn.local::1` },
  ] as Record<string, string>[]) {
    const answer = await find(server, query)
    assert.deepEqual([answer.status, answer.json().code], [400, 'request.malformed'], JSON.stringify(query))
  }
})

test('a token needs the right to search, and a limit by template holds', async () => {
  const asked = (scopes: string) =>
    backendToken(server, scopes).then(token =>
      server.call(`GET /extra/v1/person?ehr_uid=${ehrOfAda}`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
    )
  assert.equal((await asked('api.read')).status, 403)
  assert.equal((await asked('system/person-*.r')).status, 403)
  assert.equal((await asked('system/person-Person.s')).json().data.length, 1)
  assert.equal((await asked('system/person-Other.s')).json().data.length, 0)
})

test('the audit trail has the people that the answer showed', async () => {
  await find(server, { ehr_uid: ehrOfBen })
  const events = (await server.call(`GET /admin/v1/audit?ehr_id=${ben}&action=R`, { scopes: ADMIN })).json()
    .events
  assert.ok(events.some(({ path }: { path: string }) => path === '/extra/v1/person'))
})
