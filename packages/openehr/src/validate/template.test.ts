import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  archetype,
  data,
  element,
  multiple,
  named,
  object,
  opt,
  primitive,
  quantity,
  single,
} from '../../test/opt-builder/index.ts'
import { compileTemplate } from '../template/index.ts'
import { compileValidator } from './index.ts'

const TEMPLATE = 'A test'
const COMPOSITION = 'openEHR-EHR-COMPOSITION.test.v1'
const EVALUATION = 'openEHR-EHR-EVALUATION.test.v1'

test('smoke', () => {
  const template = compileTemplate(
    opt({
      templateId: TEMPLATE,
      definition: archetype(COMPOSITION, [
        multiple(
          'content',
          archetype(EVALUATION, [
            single(
              'data',
              object(
                'ITEM_TREE',
                [
                  multiple(
                    'items',
                    [
                      element('at0002', quantity([{ units: 'kg', magnitude: '0.0..200.0' }], '124'), '1..1'),
                      element('at0003', object('DV_TEXT'), '0..1'),
                    ],
                    '1..*',
                  ),
                ],
                { nodeId: 'at0001' },
              ),
            ),
          ]),
          '1..*',
        ),
      ]),
    }),
  )
  console.log(template.warnings)
  const validate = compileValidator(template)
  const c = (items: unknown[]) =>
    data.composition(COMPOSITION, TEMPLATE, {
      content: [data.entry(EVALUATION, { data: data.locatable('ITEM_TREE', 'at0001', { items }) })],
    })
  console.log(validate(c([data.element('at0002', { _type: 'DV_QUANTITY', magnitude: 80, units: 'kg' })])))
  console.log(
    validate(
      c([
        data.element('at0002', { _type: 'DV_QUANTITY', magnitude: 800, units: 'kg', x: 1 }),
        data.element('at0009', { _type: 'DV_TEXT', value: '' }),
        data.element('at0003', { _type: 'DV_TEXT', value: '' }),
        data.element('at0003', { _type: 'DV_TEXT', value: 'x' }),
      ]),
    ),
  )
})
