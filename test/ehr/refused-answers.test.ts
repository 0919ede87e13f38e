/** A refusal has no effect: a write whose answer cannot be written in the form asked for leaves nothing behind. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it, test } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { folder, note, objectOf, openRecords, status } from '../admin/records.ts'
import { KINDS, type PartyName, party, partyRef, uploadPartyTemplates } from '../demographic/parties.ts'
import { bloodPressureOpt, idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { contribution, version } from './contribution-changes.ts'

const server = await testServer()
const records = await openRecords(server)
await uploadPartyTemplates(server)

/** JSON and PostgreSQL hold it, XML 1.0 does not, not even escaped. */
const UNPRINTABLE = 'a\u0001b'

/** Rows of the tables that a write can touch. */
const counts = sql<{ counts: string }>({
  name: 'test.counts',
  text: `select concat_ws(' ',
    (select count(*) from cairn.ehr), (select count(*) from cairn.contribution), (select count(*) from cairn.version),
    (select count(*) from cairn.root where latest), (select count(*) from cairn.item_tag),
    (select count(*) from cairn.ehr where directory_id is not null), (select count(*) from cairn_party.version)) as counts`,
})
const stored = async () => (await server.db.query(counts))[0]?.counts

interface Write {
  readonly line: string
  readonly body: unknown
  readonly ifMatch?: string
}

/** A ROLE has a performer. */
const performer = async () =>
  partyRef('PERSON', idOf(await records.call('POST /demographic/person', party('person', 'Ada'))))

const dataOf = async (kind: PartyName, name: string) =>
  party(kind, name, kind === 'role' ? { performer: await performer() } : {})

const partyWrites = (kind: PartyName): (readonly [string, () => Promise<Write>])[] => [
  [
    `demographic_${kind}_create`,
    async () => ({ line: `POST /demographic/${kind}`, body: await dataOf(kind, UNPRINTABLE) }),
  ],
  [
    `demographic_${kind}_update`,
    async () => {
      const ifMatch = idOf(await records.call(`POST /demographic/${kind}`, await dataOf(kind, 'first')))
      const line = `PUT /demographic/${kind}/${objectOf(ifMatch)}`
      return { line, body: await dataOf(kind, UNPRINTABLE), ifMatch }
    },
  ],
]

/** A write of an unprintable text, by its operation in the API description. */
const WRITES: Readonly<Record<string, () => Promise<Write>>> = {
  ehr_create: async () => ({ line: 'POST /ehr', body: status({ name: { value: UNPRINTABLE } }) }),
  ehr_create_with_id: async () => ({
    line: `PUT /ehr/${randomUUID()}`,
    body: status({ name: { value: UNPRINTABLE } }),
  }),
  ehr_status_update: async () => {
    const ehrId = await records.ehr()
    const ifMatch = idOf(await records.call(`GET /ehr/${ehrId}/ehr_status`))
    return { line: `PUT /ehr/${ehrId}/ehr_status`, body: status({ name: { value: UNPRINTABLE } }), ifMatch }
  },
  composition_create: async () => ({
    line: `POST /ehr/${await records.ehr()}/composition`,
    body: note(UNPRINTABLE),
  }),
  composition_update: async () => {
    const ehrId = await records.ehr()
    const ifMatch = await records.composition(ehrId, 'first')
    return { line: `PUT /ehr/${ehrId}/composition/${objectOf(ifMatch)}`, body: note(UNPRINTABLE), ifMatch }
  },
  directory_create: async () => ({
    line: `POST /ehr/${await records.ehr()}/directory`,
    body: folder(UNPRINTABLE),
  }),
  directory_update: async () => {
    const ehrId = await records.ehr()
    const ifMatch = idOf(await records.call(`POST /ehr/${ehrId}/directory`, folder('first')))
    return { line: `PUT /ehr/${ehrId}/directory`, body: folder(UNPRINTABLE), ifMatch }
  },
  contribution_create: async () => ({
    line: `POST /ehr/${await records.ehr()}/contribution`,
    body: contribution([version({ change: 'creation', data: note(UNPRINTABLE) })]),
  }),
  ...Object.fromEntries(KINDS.flatMap(partyWrites)),
  demographic_contribution_create: async () => ({
    line: 'POST /demographic/contribution',
    body: contribution([version({ change: 'creation', data: party('person', UNPRINTABLE) })]),
  }),
}

/** Writes that can answer in XML all the same: why nothing can go wrong there. */
const SAFE: Readonly<Record<string, string>> = {
  template_upload: 'the answer is the OPT as it was sent',
  template_replace: 'the answer is the OPT as it was sent',
  datamap_definition_put: 'a definition with such a character is always refused',
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: unknown
  readonly responses: Readonly<
    Record<string, Readonly<Record<'content' | 'x-cairn-preferred-content', object>>>
  >
}

test('every write that can answer in another form than JSON is looked at here', async () => {
  const { paths } = (await server.call('GET /openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  const writes = Object.values(paths).flatMap(methods =>
    Object.entries(methods).flatMap(([method, { operationId, requestBody, responses }]) => {
      const types = Object.entries(responses)
        .filter(([code]) => code.startsWith('2'))
        .flatMap(([, answer]) => Object.keys(answer.content ?? answer['x-cairn-preferred-content'] ?? {}))
      const isWrite = (method === 'post' || method === 'put') && requestBody !== undefined
      return isWrite && types.some(type => type.endsWith('xml')) ? [operationId] : []
    }),
  )
  const known = new Set([...Object.keys(WRITES), ...Object.keys(SAFE)])
  assert.deepEqual(
    writes.filter(operation => !known.has(operation)),
    [],
  )
  assert.ok(Object.keys(WRITES).every(operation => writes.includes(operation)))
})

describe('what XML cannot hold', () => {
  for (const [operation, prepare] of Object.entries(WRITES)) {
    it(`is refused by ${operation} before it is stored, where the answer is to be XML`, async () => {
      const { line, body, ifMatch } = await prepare()
      const before = await stored()
      const headers = {
        Prefer: 'return=representation, resolve_refs',
        ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      }
      const refused = await records.call(line, body, { ...headers, Accept: 'application/xml' })
      assert.equal(refused.status, 400, refused.text)
      assert.equal(refused.json().code, 'format.invalid')
      assert.equal(await stored(), before)
      // The same write goes through where the answer can be written, and leaves the latest version to be followed.
      const taken = await records.call(line, body, headers)
      assert.ok(taken.status === 200 || taken.status === 201, taken.text)
      assert.notEqual(await stored(), before)
    })
  }
})

test('an answer that is not asked for is not made: XML is accepted, nothing is sent back', async () => {
  const line = `POST /ehr/${await records.ehr()}/composition`
  const answer = await records.call(line, note(UNPRINTABLE), { Accept: 'application/xml' })
  assert.equal(answer.status, 201, answer.text)
})

test('a template whose uid cannot stand in a header is stored and answered', async () => {
  const text = bloodPressureOpt('Uid of its own.v1').replace(
    /<uid>.*?<\/uid>|(?=<template_id>)/s,
    '<uid><value>ключ "1"</value></uid>',
  )
  const answer = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: text,
  })
  assert.equal(answer.status, 201, answer.text)
  assert.match(answer.headers.get('etag') ?? '', /^"template-\d+"$/)
})
