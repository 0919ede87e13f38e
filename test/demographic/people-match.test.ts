/** People who may be the same, with a score that says why (decision 0105). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '../server.ts'
import { ADMIN, backendToken, uploadPartyTemplates } from './parties.ts'
import { newPerson, putDefinition } from './people.ts'

const server = await testServer({
  env: { CAIRN_PERSON_MATCH_WEIGHTS: 'name=4,birth_date=3,sex=1,identifier=8' },
})
await uploadPartyTemplates(server)
await putDefinition(server)

const NHS = { type: 'NHS', issuer: 'NHS England' }

const people = {
  jon: await newPerson(server, {
    family: 'Smith',
    given: ['Jonathan'],
    born: '1980-05-03',
    sex: 'male',
    identifiers: [{ id: '943 476 5919', ...NHS }],
  }),
  misspelt: await newPerson(server, {
    family: 'Smyth',
    given: ['Jonathan'],
    born: '1980-03-05',
    sex: 'male',
  }),
  married: await newPerson(server, {
    family: 'Jones',
    given: ['Mary'],
    identifiers: [{ id: '9434765919', ...NHS }],
  }),
  sister: await newPerson(server, { family: 'Smith', given: ['Joan'], born: '1982-11-30', sex: 'female' }),
  otherNumber: await newPerson(server, {
    family: 'Smith',
    given: ['Jonathan'],
    born: '1980-05-03',
    identifiers: [{ id: '111 222 3333', ...NHS }],
  }),
}

const match = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.call('POST /extra/v1/person/match', {
    ...('Authorization' in headers ? {} : { scopes: ADMIN }),
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

interface Scored {
  personUid: string
  score: number
  parts: { part: string; weight: number; agreement: number }[]
}

const scored = async (body: unknown): Promise<Record<string, Scored>> => {
  const answer = await match(body)
  assert.equal(answer.status, 200, answer.text)
  const byUid = new Map<string, Scored>(answer.json().data.map((each: Scored) => [each.personUid, each]))
  return Object.fromEntries(
    Object.entries(people).flatMap(([name, uid]) =>
      byUid.has(uid) ? [[name, byUid.get(uid) as Scored]] : [],
    ),
  )
}

test('a person is compared with all others, and not with itself', async () => {
  const found = await scored({ personUid: people.jon, leastScore: 0.3 })
  assert.deepEqual(Object.keys(found).sort(), ['married', 'misspelt', 'otherNumber'])
  // A similar and an equal part of the name, day and month exchanged, the same sex.
  assert.deepEqual(found['misspelt']?.parts, [
    { part: 'name', weight: 4, agreement: 0.8 },
    { part: 'birth_date', weight: 3, agreement: 0.5 },
    { part: 'sex', weight: 1, agreement: 1 },
  ])
  assert.equal(found['misspelt']?.score, 0.713)
  assert.deepEqual(
    found['married']?.parts.map(({ part, agreement }) => [part, agreement]),
    [
      ['name', 0],
      ['identifier', 1],
    ],
  )
  assert.equal(found['otherNumber']?.parts.find(({ part }) => part === 'identifier')?.agreement, 0)
})

test('data of somebody who is not stored are compared too', async () => {
  const found = await scored({ name: 'smith jonathan', birthDate: '1980-05-03', sex: 'Male' })
  assert.equal(found['jon']?.score, 1)
  assert.equal(found['sister'], undefined)
  const byNumber = await scored({ identifiers: [{ value: '943-476-5919' }] })
  assert.deepEqual(Object.keys(byNumber).sort(), ['jon', 'married'])
})

test('faulty bodies answer 400, unknown people 404, and rights on people are needed', async () => {
  for (const body of [
    {},
    [],
    { name: '' },
    { name: 'a', size: 1 },
    { birthDate: '1980' },
    { name: 'a', birthDate: 'x' },
    { personUid: 'x' },
    { name: 'a', leastScore: 2 },
  ])
    assert.equal((await match(body)).status, 400, JSON.stringify(body))
  assert.equal((await match({ personUid: '00000000-0000-4000-8000-000000000000' })).status, 404)
  const Authorization = `Bearer ${await backendToken(server, 'system/composition-*.cruds')}`
  assert.equal((await match({ name: 'smith' }, { Authorization })).status, 403)
})
