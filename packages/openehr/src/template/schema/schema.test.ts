import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  archetype,
  codes,
  element,
  multiple,
  named,
  object,
  opt,
  ordinal,
  primitive,
  quantity,
  single,
  slot,
} from '../../../fixtures/opt-builder/index.ts'
import { fits, type Json } from '../../../test/json-schema.ts'
import { seeded } from '../../../test/seeded.ts'
import type { RmObject } from '../../rm/index.ts'
import { exampleOf, randomInstance } from '../example/index.ts'
import { compileTemplate } from '../opt/compile.ts'
import { jsonSchema } from './index.ts'

const template = compileTemplate(
  opt({
    templateId: 'schema',
    definition: archetype('openEHR-EHR-COMPOSITION.schema.v1', [
      multiple(
        'content',
        [
          archetype('openEHR-EHR-EVALUATION.schema.v1', [
            single(
              'data',
              object(
                'ITEM_TREE',
                [
                  multiple(
                    'items',
                    [
                      element(
                        'at0002',
                        quantity([{ units: 'kg', magnitude: '1..9', precision: '0..1' }]),
                        '1..1',
                      ),
                      element(
                        'at0003',
                        ordinal([
                          [1, 'at0011'],
                          [2, 'at0012'],
                        ]),
                        '1..1',
                      ),
                      element(
                        'at0004',
                        object('DV_CODED_TEXT', [
                          single('defining_code', codes('local', ['at0011', 'at0012'])),
                        ]),
                        '0..2',
                      ),
                      element(
                        'at0005',
                        object('DV_DATE', [single('value', primitive('C_DATE', { pattern: 'yyyy-mm-??' }))]),
                        '1..1',
                      ),
                      element(
                        'at0006',
                        object('DV_DURATION', [single('value', primitive('C_DURATION', { pattern: 'PYM' }))]),
                        '1..1',
                      ),
                      element(
                        'at0007',
                        object('DV_COUNT', [single('magnitude', primitive('C_INTEGER', { range: '>3' }))]),
                        '1..1',
                      ),
                      object('ELEMENT', [named('Left', 'Right'), single('value', object('DV_TEXT'))], {
                        nodeId: 'at0008',
                        occurrences: '1..2',
                      }),
                      slot('CLUSTER', { nodeId: 'at0009', includes: ['openEHR-EHR-CLUSTER\\.device\\.v1'] }),
                    ],
                    '3..*',
                  ),
                ],
                { nodeId: 'at0001' },
              ),
            ),
          ]),
        ],
        '1..*',
      ),
    ]),
  }),
)

const schema = jsonSchema(template) as Json
const accepts = (instance: unknown): boolean => fits(instance, schema)
const example = exampleOf(template, { detail: 'complete', now: '2024-05-17T10:30:00Z' })

/** A copy of the example in which one item is changed. */
const changed = (nodeId: string, change: (item: Record<string, unknown>) => void): unknown => {
  const copy = structuredClone(example) as unknown as {
    content: { data: { items: Record<string, unknown>[] } }[]
  }
  const item = copy.content[0]?.data.items.find(one => one['archetype_node_id'] === nodeId)
  assert.ok(item)
  change(item)
  return copy
}

describe('the JSON Schema of a template', () => {
  test('says what it is', () => {
    assert.equal(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema')
    assert.equal(schema['title'], 'schema')
  })

  test('accepts instances', () => {
    assert.ok(accepts(example))
    for (let seed = 0; seed < 50; seed++)
      assert.ok(accepts(randomInstance(template, seeded(seed))), `seed ${seed}`)
  })

  const value = (part: RmObject) => (item: Record<string, unknown>) => {
    item['value'] = { ...(item['value'] as object), ...part }
  }
  const rejected: readonly [what: string, nodeId: string, change: (item: Record<string, unknown>) => void][] =
    [
      ['other units', 'at0002', value({ units: 'g' })],
      ['a magnitude outside its range', 'at0002', value({ magnitude: 10 })],
      ['too many decimals', 'at0002', value({ precision: 2 })],
      ['an ordinal with the number of another', 'at0003', value({ value: 2 })],
      [
        'another data type',
        'at0003',
        item => {
          item['value'] = { _type: 'DV_BOOLEAN', value: true }
        },
      ],
      [
        'a code that is not in the list',
        'at0004',
        value({ defining_code: { terminology_id: { value: 'local' }, code_string: 'at0013' } }),
      ],
      ['a date without its month', 'at0005', value({ value: '2024' })],
      ['a duration with days', 'at0006', value({ value: 'P3D' })],
      ['a count that is too low', 'at0007', value({ magnitude: 3 })],
      [
        'a name of its own',
        'at0008',
        item => {
          item['name'] = { _type: 'DV_TEXT', value: 'Middle' }
        },
      ],
      [
        'an unknown node',
        'at0002',
        item => {
          item['archetype_node_id'] = 'at0099'
        },
      ],
      [
        'a class that does not exist',
        'at0002',
        item => {
          item['_type'] = 'ELEMENTS'
        },
      ],
      [
        'neither value nor null flavour',
        'at0002',
        item => {
          delete item['value']
        },
      ],
      [
        'no name',
        'at0002',
        item => {
          delete item['name']
        },
      ],
    ]
  for (const [what, nodeId, change] of rejected)
    test(`rejects ${what}`, () => assert.equal(accepts(changed(nodeId, change)), false))

  test('rejects another template’s root', () =>
    assert.equal(accepts({ ...example, archetype_node_id: 'openEHR-EHR-COMPOSITION.other.v1' }), false))

  test('accepts a specialisation of an archetype', () =>
    assert.ok(accepts({ ...example, archetype_node_id: 'openEHR-EHR-COMPOSITION.schema-special.v1' })))
})
