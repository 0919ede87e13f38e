import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  archetype,
  codes,
  element,
  multiple,
  type Node,
  named,
  object,
  opt,
  ordinal,
  primitive,
  quantity,
  reference,
  single,
  slot,
} from '../../../fixtures/opt-builder/index.ts'
import { Problem } from '../../problem.ts'
import { exampleOf } from '../example/index.ts'
import type { Template } from '../model.ts'
import { jsonSchema } from '../schema/index.ts'
import { webTemplate } from '../web/build.ts'
import { flatPaths } from '../web/flat-paths.ts'
import { compileTemplate } from './compile.ts'

const withItems = (...items: readonly Node[]): string =>
  opt({
    templateId: 'hostile',
    definition: archetype('openEHR-EHR-COMPOSITION.hostile.v1', [
      multiple('content', [
        archetype('openEHR-EHR-EVALUATION.hostile.v1', [
          single('data', object('ITEM_TREE', [multiple('items', items)], { nodeId: 'at0001' })),
        ]),
      ]),
    ]),
  })

/** Compiles, and makes of a template all that can be made; only problems of known codes may be thrown. */
const survive = (xml: string): 'refused' | 'compiled' => {
  let template: Template
  try {
    template = compileTemplate(xml)
  } catch (problem) {
    assert.ok(problem instanceof Problem && problem.code === 'template.invalid', String(problem))
    return 'refused'
  }
  webTemplate(template)
  flatPaths(template)
  jsonSchema(template)
  try {
    exampleOf(template, { detail: 'complete', now: '2024-05-17T10:30:00Z' })
  } catch (problem) {
    assert.ok(problem instanceof Problem && problem.code === 'template.unsatisfiable', String(problem))
  }
  return 'compiled'
}

const WHOLE = withItems(
  element('at0002', quantity([{ units: 'kg', magnitude: '0..9', precision: '1..1' }]), '0..*'),
  element('at0003', ordinal([[1, 'at0011']])),
  element('at0004', [
    object('DV_CODED_TEXT', [single('defining_code', codes('local', ['at0011']))]),
    object('DV_TEXT'),
  ]),
  element('at0005', object('DV_DATE', [single('value', primitive('C_DATE', { pattern: 'yyyy-mm-??' }))])),
  object('ELEMENT', [named('A', 'B'), single('value', object('DV_INTERVAL<DV_COUNT>'))], {
    nodeId: 'at0006',
  }),
  object('CLUSTER', [multiple('items', [reference('ELEMENT', '/data[at0001]/items[at0002]')], '1..*')], {
    nodeId: 'at0007',
  }),
  slot('CLUSTER', { nodeId: 'at0008', includes: ['openEHR-EHR-CLUSTER\\.x\\.v1'], occurrences: '1..1' }),
)

describe('whatever is done to a template', () => {
  test('it compiles or is refused: a piece cut out, repeated or replaced', () => {
    const words = [
      '',
      '0',
      '-1',
      'x',
      '1e400',
      '<a/>',
      '&lt;',
      'C_STRING',
      'DV_TEXT',
      'ELEMENT',
      'at0002',
      '\u0000',
      '__proto__',
      'true',
    ]
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(
        fc.nat(WHOLE.length),
        fc.nat(400),
        fc.constantFrom(...words),
        fc.boolean(),
        (from, length, word, twice) => {
          const piece = WHOLE.slice(from, from + length)
          outcomes.add(
            survive(WHOLE.slice(0, from) + (twice ? piece + piece : word) + WHOLE.slice(from + length)),
          )
        },
      ),
      { numRuns: 120 },
    )
    assert.ok(outcomes.has('refused'))
  })

  test('it compiles or is refused: the text of one element replaced', () => {
    const places = [...WHOLE.matchAll(/>([^<>]+)</g)].map(({ index }) => index + 1)
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.constantFrom(
          '',
          '0',
          '-1',
          '999999999',
          '1e99',
          'C_STRING',
          'DV_TEXT',
          'ELEMENT',
          'at0002',
          '.*',
          'constructor',
          '__proto__',
        ),
        (at, word) => {
          const end = WHOLE.indexOf('<', at)
          outcomes.add(survive(WHOLE.slice(0, at) + word + WHOLE.slice(end)))
        },
      ),
      { numRuns: 120 },
    )
    assert.deepEqual([...outcomes].sort(), ['compiled', 'refused'])
  })
})

describe('what is made to take long does not', () => {
  const quick = (name: string, xml: () => string): void => {
    test(name, { timeout: 120_000 }, () => {
      survive(xml())
    })
  }

  const deep = (levels: number, names: readonly string[]): Node =>
    object(
      'CLUSTER',
      [
        named(...names),
        multiple('items', levels === 0 ? [element('at0002', object('DV_TEXT'))] : [deep(levels - 1, names)]),
      ],
      { nodeId: `at00${10 + levels}`, occurrences: '1..*' },
    )
  quick('names that multiply on every level', () =>
    withItems(
      deep(
        8,
        Array.from({ length: 40 }, (_, n) => `name ${n}`),
      ),
    ),
  )
  quick('members beyond all measure', () =>
    withItems(element('at0002', object('DV_TEXT'), '999999999999..*')),
  )
  quick('members that multiply on every level', () => {
    const many = (levels: number): Node =>
      object(
        'CLUSTER',
        [
          multiple('items', [
            levels === 0 ? element('at0002', object('DV_TEXT'), '100..*') : many(levels - 1),
          ]),
        ],
        {
          nodeId: `at00${10 + levels}`,
          occurrences: '100..*',
        },
      )
    return withItems(many(5))
  })
  quick('many siblings with many annotations', () => {
    const ids = Array.from({ length: 1_500 }, (_, n) => `at${1000 + n}`)
    const path = (id: string): string =>
      `[openEHR-EHR-COMPOSITION.hostile.v1]/content[openEHR-EHR-EVALUATION.hostile.v1]/data[at0001]/items[${id}]`
    const annotations = ids.map(id => `<annotations path="${path(id)}"><items id="a">b</items></annotations>`)
    return withItems(...ids.map(id => element(id, object('DV_TEXT')))).replace(
      '</template>',
      `${annotations.join('')}</template>`,
    )
  })
  quick('references to a large part', () =>
    withItems(
      object(
        'CLUSTER',
        [
          multiple(
            'items',
            Array.from({ length: 500 }, (_, n) => element(`at${1000 + n}`, object('DV_TEXT'))),
          ),
        ],
        {
          nodeId: 'at0002',
        },
      ),
      ...Array.from({ length: 2_000 }, () => reference('CLUSTER', '/data[at0001]/items[at0002]')),
    ),
  )
  quick('numbers of a million digits', () =>
    withItems(element('at0002', quantity([{ units: 'kg', magnitude: '1..7' }]))).replace(
      '<lower>1<',
      `<lower>${'1'.repeat(1e6)}x<`,
    ),
  )
  quick('a slot with a million blanks', () =>
    withItems(slot('CLUSTER', { nodeId: 'at0002', includes: [`a${' '.repeat(1e6)}b`] })),
  )
})
