/** A template with a node of every kind that a datamap can meet, and datamaps over it, compiled or with their faults. */
import assert from 'node:assert/strict'
import { Problem } from '@cairn-ehr/openehr'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import {
  archetype,
  codes,
  element,
  multiple,
  named,
  object,
  opt,
  ordinal,
  quantity,
  single,
  slot,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { checkDatamap, invalidDatamap } from '../../packages/server/src/datamap/definition/compile.ts'
import type { Datamap } from '../../packages/server/src/datamap/model.ts'

const twin = (name: string, units: string) =>
  object('ELEMENT', [named(name), single('value', quantity([{ units, magnitude: '0.0..300.0' }]))], {
    nodeId: 'at0004',
    occurrences: '0..1',
  })

const ITEMS = [
  twin('Systolic', 'mm[Hg]'),
  twin('Mean', 'kPa'),
  element(
    'at0005',
    object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0011', 'at0012']))]),
    '1..1',
  ),
  element('at0006', [object('DV_COUNT'), object('DV_TEXT')], '0..*'),
  element(
    'at0007',
    ordinal([
      [1, 'at0011'],
      [2, 'at0012'],
    ]),
    '0..1',
  ),
  element('at0008', [], '0..1'),
  object('CLUSTER', [multiple('items', element('at0010', object('DV_BOOLEAN'), '1..1'))], {
    nodeId: 'at0009',
    occurrences: '0..4',
  }),
  element('at0099', object('DV_TEXT'), '0..0'),
  slot('CLUSTER', { nodeId: 'at0020', includes: ['openEHR-EHR-CLUSTER\\.device(-\\w+)*\\.v1'] }),
]

export const EVALUATION = 'openEHR-EHR-EVALUATION.made.v1'

const template = compileTemplate(
  opt({
    templateId: 'Made.v1',
    definition: archetype(
      'openEHR-EHR-COMPOSITION.made.v1',
      [
        multiple(
          'content',
          archetype(
            EVALUATION,
            [single('data', object('ITEM_TREE', [multiple('items', ITEMS)], { nodeId: 'at0001' }))],
            {
              occurrences: '1..1',
              terms: {
                at0000: 'Findings',
                at0004: 'Pressure',
                at0005: 'Posture',
                at0006: 'Remark',
                at0009: 'Sample',
                at0010: 'Fasting',
                at0011: 'Lying',
                at0012: 'Standing',
              },
            },
          ),
          '1..*',
        ),
      ],
      { terms: { at0000: 'Encounter' } },
    ),
  }),
)

export const TREE = `/content[${EVALUATION}]/data[at0001]`

/** Throws `datamap.invalid` with all faults, as the endpoints do. */
export function compileDatamap(...of: Parameters<typeof checkDatamap>): Datamap {
  const { datamap, findings } = checkDatamap(...of)
  if (findings.length > 0) throw invalidDatamap(findings)
  return datamap
}

export const compile = (...rows: readonly (readonly [add: string, path: string])[]): Datamap =>
  compileDatamap({ template: 'Made.v1', paths: rows.map(([add, path]) => ({ add, path })) }, template)

export function faults(...rows: readonly (readonly [add: string, path: string])[]): readonly string[] {
  try {
    compile(...rows)
  } catch (problem) {
    assert.ok(problem instanceof Problem)
    assert.equal(problem.code, 'datamap.invalid')
    return problem.findings.map(({ path, message }) => `${path}: ${message}`)
  }
  return []
}
