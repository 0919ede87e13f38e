import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileTemplate } from '@cairn-ehr/openehr/template'
import {
  archetype,
  codes,
  element,
  multiple,
  named,
  object,
  opt,
  quantity,
  single,
} from '../../../../../openehr/fixtures/opt-builder/index.ts'
import { templateTexts, textOf } from './template-texts.ts'

const LAB = 'openEHR-EHR-CLUSTER.lab.v1'
const ROOT = 'openEHR-EHR-CLUSTER.report.v1'

/** A template has the archetype twice, each time under another name. */
const lab = (concept: string) =>
  archetype(LAB, [multiple('items', element('at0001', quantity([{ units: 'mmol/l' }])))], {
    terms: { at0000: concept, at0001: 'Result' },
  })

const texts = templateTexts(
  compileTemplate(
    opt({
      templateId: 'Report.v1',
      definition: archetype(
        ROOT,
        [
          multiple('items', [
            lab('Glucose'),
            lab('Sodium'),
            object('ELEMENT', [named('Left', 'Right')], { nodeId: 'at0002' }),
            element(
              'at0003',
              object('DV_CODED_TEXT', [single('defining_code', codes('HOUSE', ['A1', 'B2']))]),
            ),
          ]),
        ],
        { terms: { at0000: 'Report', at0002: 'Side', at0003: 'Code', 'HOUSE::A1': 'First' } },
      ),
    }),
  ),
)

const shown = (archetypeId: string, id: string, stored: string): string | undefined => {
  const found = texts.archetypes.get(archetypeId)?.get(id)
  return found && textOf(found, stored)
}

describe('the texts of a template', () => {
  it('are the terms of its nodes', () => {
    assert.equal(shown(LAB, 'at0001', 'Result'), 'Result')
    assert.equal(shown(LAB, 'at0001', 'Meyer'), 'Result')
    assert.equal(shown(ROOT, ROOT, 'Meyer'), 'Report')
  })

  it('are none where a typed name could stand for several', () => {
    assert.equal(shown(LAB, LAB, 'Sodium'), 'Sodium')
    assert.equal(shown(LAB, LAB, 'Meyer'), undefined)
  })

  it('are the names that it allows', () => {
    assert.equal(shown(ROOT, 'at0002', 'Right'), 'Right')
    assert.equal(shown(ROOT, 'at0002', 'Meyer'), 'Side')
  })

  it('belong to one archetype each', () => {
    assert.equal(shown(LAB, 'at0002', 'Side'), undefined)
    assert.equal(shown('openEHR-EHR-CLUSTER.meyer.v1', 'at0001', 'Result'), undefined)
  })

  it('have codes of other terminologies, with and without rubrics, and units', () => {
    assert.deepEqual(
      [...texts.codes],
      [
        ['HOUSE::A1', 'First'],
        ['HOUSE::B2', undefined],
      ],
    )
    assert.deepEqual([...texts.units], ['mmol/l'])
  })
})
