/** Listed records fit the schema that the server gives: cells of every kind, null flavours and drafts included. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compileTemplate, exampleOf, randomInstance } from '@cairn-ehr/openehr/template'
import {
  archetype,
  codes,
  element,
  multiple,
  type Node,
  object,
  opt,
  ordinal,
  primitive,
  quantity,
  single,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { fits, type Json } from '../../packages/openehr/test/json-schema.ts'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { newEhr } from '../records.ts'
import { testServer } from '../server.ts'

const KINDS: readonly Node[] = [
  object('DV_TEXT'),
  object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0101', 'at0102']))]),
  object('DV_CODED_TEXT'),
  ordinal([
    [1, 'at0101'],
    [2, 'at0102'],
  ]),
  quantity([{ units: 'kg', magnitude: '0.0..300.0' }]),
  quantity([{ units: 'kg' }, { units: 'g' }]),
  object('DV_COUNT', [single('magnitude', primitive('C_INTEGER', { range: '0..9' }))]),
  object('DV_BOOLEAN'),
  object('DV_DATE'),
  object('DV_TIME'),
  object('DV_DATE_TIME'),
  object('DV_DURATION'),
  object('DV_URI'),
  object('DV_IDENTIFIER'),
  object('DV_PROPORTION'),
  object('DV_INTERVAL<DV_QUANTITY>', [
    single('lower', quantity([{ units: 'kg' }])),
    single('upper', quantity([{ units: 'kg' }])),
  ]),
  object('DV_MULTIMEDIA'),
  object('DV_PARSABLE'),
]

const ITEMS = KINDS.flatMap((kind, at) => [
  element(`at${1000 + at}`, kind, '1..1'),
  element(`at${2000 + at}`, kind, '0..*'),
])

const TEMPLATE = opt({
  templateId: 'Kinds.v1',
  definition: archetype('openEHR-EHR-COMPOSITION.kinds.v1', [
    multiple(
      'content',
      archetype(
        'openEHR-EHR-EVALUATION.kinds.v1',
        [single('data', object('ITEM_TREE', [multiple('items', ITEMS)], { nodeId: 'at0001' }))],
        { occurrences: '1..1', terms: { at0101: 'Left', at0102: 'Right' } },
      ),
      '1..*',
    ),
  ]),
})

const server = await testServer()
const call = (request: string, body?: string, type = 'application/json') =>
  server.call(request, {
    scopes: 'api.read api.write',
    ...(body === undefined ? {} : { headers: { 'Content-Type': type }, body }),
  })

it('every record of a datamap fits its schema', async () => {
  assert.equal(
    (await call('POST /openehr/v1/definition/template/adl1.4', TEMPLATE, 'application/xml')).status,
    201,
  )
  const suggested = await call('GET /extra/v1/definition/datamap-suggestion?template_id=Kinds.v1')
  assert.equal(
    (await call('PUT /extra/v1/definition/datamap/kinds', suggested.text, 'application/xml')).status,
    201,
  )
  const template = compileTemplate(TEMPLATE)
  const ehr = await newEhr(server)
  const documents = [
    ...(['required', 'medium', 'complete'] as const).map(detail =>
      exampleOf(template, { detail, now: '2026-11-14T10:00:00Z' }),
    ),
    ...Array.from({ length: 12 }, (_, seed) => randomInstance(template, seeded(seed))),
  ]
  for (const document of documents) {
    const { uid: _uid, ...fresh } = document
    const answer = await call(`POST /openehr/v1/ehr/${ehr}/composition`, JSON.stringify(fresh))
    assert.equal(answer.status, 201, answer.text)
  }
  const { content: _content, ...draft } = documents[0] ?? {}
  const incomplete = await server.call(`POST /openehr/v1/ehr/${ehr}/composition`, {
    scopes: 'api.write',
    headers: {
      'Content-Type': 'application/json',
      'openehr-version': 'lifecycle_state.code_string="553"',
    },
    body: JSON.stringify(draft),
  })
  assert.equal(incomplete.status, 201, incomplete.text)
  const schema: Json = (await call('GET /extra/v1/definition/datamap/kinds/schema')).json()
  const listed = await call('GET /extra/v1/datamap/kinds?limit=100')
  assert.equal(listed.status, 200, listed.text)
  const { data, totalCount }: { data: readonly Json[]; totalCount: number } = listed.json()
  assert.equal(totalCount, documents.length + 1)
  const fullest = Object.entries(data[2] ?? {})
  assert.deepEqual(
    fullest.filter(([, cell]) => cell === null || (Array.isArray(cell) && cell.length === 0)),
    [],
  )
  for (const record of data) {
    const properties = schema['properties'] as Readonly<Record<string, Json>>
    const misfits = Object.entries(record).filter(
      ([label, cell]) => !fits(cell, properties[label] ?? { not: {} }, schema),
    )
    assert.deepEqual(misfits, [])
    assert.ok(fits(record, schema))
  }
})
