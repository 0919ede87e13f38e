/** Whole numbers are integers in Parquet and Arrow, by the class of the value and not by its looks. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { tableFromIPC } from 'apache-arrow'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import {
  archetype,
  data,
  element,
  multiple,
  object,
  opt,
  ordinal,
  quantity,
  single,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { newEhr, postComposition } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const EVALUATION = 'openEHR-EHR-EVALUATION.counted.v1'
const TEMPLATE = 'Counted.v1'
const PAIN = [
  [1, 'at0011'],
  [2, 'at0012'],
] as const

const OPT = opt({
  templateId: TEMPLATE,
  definition: archetype('openEHR-EHR-COMPOSITION.counted.v1', [
    multiple(
      'content',
      archetype(
        EVALUATION,
        [
          single(
            'data',
            object(
              'ITEM_TREE',
              [
                multiple('items', [
                  element('at0004', object('DV_COUNT'), '0..1'),
                  element('at0005', ordinal(PAIN), '0..1'),
                  element('at0006', quantity([{ units: 'kg', magnitude: '0.0..300.0' }]), '0..1'),
                ]),
              ],
              { nodeId: 'at0001' },
            ),
          ),
        ],
        {
          occurrences: '0..*',
          terms: { at0000: 'Counted', at0004: 'Count', at0005: 'Pain', at0006: 'Weight' },
        },
      ),
    ),
  ]),
})

const record = (weight: number) =>
  data.composition('openEHR-EHR-COMPOSITION.counted.v1', TEMPLATE, {
    content: [
      data.entry(EVALUATION, {
        data: data.locatable('ITEM_TREE', 'at0001', {
          items: [
            data.element('at0004', { _type: 'DV_COUNT', magnitude: 7 }),
            data.element('at0005', {
              _type: 'DV_ORDINAL',
              value: 2,
              symbol: data.codedText('local', 'at0012'),
            }),
            data.element('at0006', { _type: 'DV_QUANTITY', magnitude: weight, units: 'kg' }),
          ],
        }),
      }),
    ],
  })

const ITEM = (code: string) => `d/data[at0001]/items[${code}]/value`
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS EVALUATION d[${EVALUATION}]`
const Q = `SELECT ${ITEM('at0004')}/magnitude AS count, ${ITEM('at0004')} AS whole_count, ${ITEM('at0005')}/value AS pain,
  ${ITEM('at0006')}/magnitude AS weight ${FROM}`

async function bytesOf(path: string, accept: string): Promise<Uint8Array> {
  const answer = await fetch(`${server.url}${path}`, {
    headers: { Authorization: `Bearer ${await server.token('api.read')}`, Accept: accept },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  assert.equal(answer.status, 200, Buffer.from(bytes).toString())
  return bytes
}

const ofQuery = (q: string, accept: string) =>
  bytesOf(`/openehr/v1/query/aql?q=${encodeURIComponent(q)}`, accept)

async function parquetTypes(bytes: Uint8Array): Promise<Record<string, string | undefined>> {
  const { schema } = parquetMetadata(bytes.slice().buffer)
  return Object.fromEntries(schema.slice(1).map(({ name, type }) => [name, type]))
}

describe('whole numbers', () => {
  before(async () => {
    const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/xml' },
      body: OPT,
    })
    assert.equal(uploaded.status, 201, uploaded.text)
    const ehrId = await newEhr(server)
    for (const weight of [80, 81]) {
      const made = await postComposition(server, ehrId, record(weight))
      assert.equal(made.status, 201, made.text)
    }
  })

  it('are INT64 in Parquet; a quantity is not, however round its values are', async () => {
    const bytes = await ofQuery(Q, 'application/vnd.apache.parquet')
    assert.deepEqual(await parquetTypes(bytes), {
      count: 'INT64',
      whole_count: 'INT64',
      pain: 'INT64',
      weight: 'DOUBLE',
      _other: 'BYTE_ARRAY',
    })
    const [row] = await parquetReadObjects({ file: bytes.slice().buffer })
    assert.deepEqual(row, { count: 7n, whole_count: 7n, pain: 2n, weight: 80, _other: null })
  })

  it('are Int64 in Arrow', async () => {
    const { schema } = tableFromIPC(await ofQuery(Q, 'application/vnd.apache.arrow.stream'))
    assert.deepEqual(
      schema.fields.map(({ type }) => String(type)),
      ['Int64', 'Int64', 'Int64', 'Float64', 'Utf8'],
    )
  })

  it('are counts and the extremes of whole numbers, and no averages', async () => {
    const path = `${ITEM('at0004')}/magnitude`
    const q = `SELECT COUNT(*) AS rows, MAX(${path}) AS most, AVG(${path}) AS mean ${FROM}`
    const types = await parquetTypes(await ofQuery(q, 'application/vnd.apache.parquet'))
    assert.deepEqual([types['rows'], types['most'], types['mean']], ['INT64', 'INT64', 'DOUBLE'])
  })

  it('are INT64 in a datamap, as are the numbers of its records', async () => {
    const made = await server.call('PUT /extra/v1/definition/datamap/counted', {
      scopes: 'api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        template: TEMPLATE,
        paths: [
          { add: 'Count', path: `/content[${EVALUATION}]/data[at0001]/items[at0004]/value` },
          { add: 'Weight', path: `/content[${EVALUATION}]/data[at0001]/items[at0006]/value` },
        ],
      }),
    })
    assert.equal(made.status, 201, made.text)
    const bytes = await bytesOf('/extra/v1/datamap/counted', 'application/vnd.apache.parquet')
    const types = await parquetTypes(bytes)
    assert.deepEqual(
      [types['Count'], types['Weight'], types['version_tree_id']],
      ['INT64', 'DOUBLE', 'INT64'],
    )
  })
})
