import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { corpusMissing } from '../fixtures/corpus.ts'
import {
  archetype,
  codes,
  constraintRef,
  element,
  multiple,
  type Node,
  named,
  object,
  opt,
  ordinal,
  primitive,
  quantity,
  scale,
  single,
  slot,
  state,
} from '../fixtures/opt-builder/index.ts'
import { Problem } from '../src/problem.ts'
import type { RmObject } from '../src/rm/index.ts'
import { compileTemplate, exampleOf, randomInstance } from '../src/template/index.ts'
import { checked, corpusTemplates, satisfiable, UNSATISFIABLE } from './random-instances.ts'
import { seeded } from './seeded.ts'

const NOW = '2024-05-17T10:30:00Z'
/** Bytes: 200 templates of the 260; the long tests take all. */
const SMALL = 200_000
const DETAILS = ['required', 'medium', 'complete'] as const

/** A composition with an evaluation with these items. */
const withItems = (items: readonly Node[], cardinality = '0..*', unique = false) =>
  checked(
    'built here',
    compileTemplate(
      opt({
        templateId: 'made',
        definition: archetype('openEHR-EHR-COMPOSITION.made.v1', [
          multiple(
            'content',
            [
              archetype('openEHR-EHR-EVALUATION.made.v1', [
                single(
                  'data',
                  object('ITEM_TREE', [multiple('items', items, cardinality, { unique })], {
                    nodeId: 'at0001',
                  }),
                ),
              ]),
            ],
            '1..*',
          ),
        ]),
      }),
    ),
  )

const value = (rmType: string, attribute: string, constraint: Node): Node =>
  object(rmType, [single(attribute, constraint)])

const KINDS: Readonly<Record<string, Node | readonly Node[]>> = {
  'any value': [],
  'a choice': [object('DV_COUNT'), object('DV_TEXT'), object('DV_DATE')],
  'a list of texts': value('DV_TEXT', 'value', primitive('C_STRING', { list: ['a', 'b'] })),
  'a pattern': value('DV_TEXT', 'value', primitive('C_STRING', { pattern: '[A-Z]{2}-\\d{3,5}(x|yz)?' })),
  'a boolean that is true': value(
    'DV_BOOLEAN',
    'value',
    primitive('C_BOOLEAN', { falseValid: false, trueValid: true }),
  ),
  'a count in a range': value('DV_COUNT', 'magnitude', primitive('C_INTEGER', { range: '>3' })),
  'a count in a list': value('DV_COUNT', 'magnitude', primitive('C_INTEGER', { list: [2, 4, 8] })),
  'a quantity with precision': quantity([
    { units: 'kg', magnitude: '0.5..0.6', precision: '2..2' },
    { units: 'g', magnitude: '>500', precision: '0..0' },
  ]),
  'a quantity of a property': quantity([], '124'),
  'an ordinal': ordinal([
    [0, 'at0011'],
    [5, 'at0012'],
  ]),
  'a scale': scale([
    [0.5, 'at0011'],
    [1.5, 'at0012'],
  ]),
  'a state': state([
    { name: 'open', terminal: false },
    { name: 'closed', terminal: true },
  ]),
  'local codes': value('DV_CODED_TEXT', 'defining_code', codes('local', ['at0011', 'at0012'])),
  'any code of a terminology': value('DV_CODED_TEXT', 'defining_code', codes('LOINC')),
  'a set of a terminology': value(
    'DV_CODED_TEXT',
    'defining_code',
    codes(undefined, [], 'terminology:ICD10?subset=x'),
  ),
  'a value set': value('DV_CODED_TEXT', 'defining_code', constraintRef('ac0001')),
  'a date without day': value('DV_DATE', 'value', primitive('C_DATE', { pattern: 'yyyy-??-XX' })),
  'a date in a range': value('DV_DATE', 'value', primitive('C_DATE', { range: '1999-01-01..1999-12-31' })),
  'a date and time to the hour': value(
    'DV_DATE_TIME',
    'value',
    primitive('C_DATE_TIME', { pattern: 'yyyy-mm-ddTHH:??:??' }),
  ),
  'a date and time in a range': value(
    'DV_DATE_TIME',
    'value',
    primitive('C_DATE_TIME', { range: '>2030-01-01T00:00:00' }),
  ),
  'a time with a zone': value(
    'DV_TIME',
    'value',
    primitive('C_TIME', { pattern: 'HH:MM:SS', timezone: 1001 }),
  ),
  'a time without': value('DV_TIME', 'value', primitive('C_TIME', { timezone: 1003 })),
  'a time in a range': value('DV_TIME', 'value', primitive('C_TIME', { range: '11:00:00..11:00:30' })),
  'a duration in weeks': value(
    'DV_DURATION',
    'value',
    primitive('C_DURATION', { pattern: 'PW', range: 'P2W..P600W' }),
  ),
  'a duration above none': value('DV_DURATION', 'value', primitive('C_DURATION', { range: '>PT0S' })),
  'a percentage': object('DV_PROPORTION', [
    single('numerator', primitive('C_REAL', { range: '0..100' })),
    single('type', primitive('C_INTEGER', { list: [2] })),
  ]),
  'a proportion that can be no percentage': object('DV_PROPORTION', [
    single('denominator', primitive('C_REAL', { range: '1..4' })),
  ]),
  'a fraction': object('DV_PROPORTION', [single('type', primitive('C_INTEGER', { list: [3, 4] }))]),
  'an interval of quantities': object('DV_INTERVAL<DV_QUANTITY>', [
    single('lower', quantity([{ units: 'kg', magnitude: '0..9' }])),
    single('upper', quantity([{ units: 'kg', magnitude: '5..20' }])),
  ]),
  'an interval of dates': object('DV_INTERVAL<DV_DATE>'),
  'media of a type': value('DV_MULTIMEDIA', 'media_type', codes('IANA_media-types', ['image/png'])),
  'a parsable of a formalism': value(
    'DV_PARSABLE',
    'formalism',
    primitive('C_STRING', { list: ['text/xml'] }),
  ),
  'an identifier of an issuer': value('DV_IDENTIFIER', 'issuer', primitive('C_STRING', { list: ['NHS'] })),
  'a uri': object('DV_URI'),
}

describe('instances satisfy every kind of constraint', () => {
  for (const [what, constraint] of Object.entries(KINDS))
    test(what, () => {
      const { template, faultsOf } = withItems([element('at0002', constraint, '1..3')])
      for (const detail of DETAILS)
        assert.deepEqual(faultsOf(exampleOf(template, { detail, now: NOW })), [], detail)
      fc.assert(
        fc.property(fc.integer(), seed => {
          assert.deepEqual(faultsOf(randomInstance(template, seeded(seed))), [])
        }),
        { numRuns: 40 },
      )
    })

  test('occurrences, cardinality, names and slots', () => {
    const cluster = (nodeId: string, members: readonly Node[], occurrences: string): Node =>
      object('CLUSTER', [multiple('items', members, '1..*')], { nodeId, occurrences })
    const twin = (name: string, constraint: Node): Node =>
      object('ELEMENT', [named(name), single('value', constraint)], { nodeId: 'at0005', occurrences: '0..1' })
    const items = [
      cluster('at0002', [element('at0003', object('DV_TEXT'), '0..1')], '0..*'),
      element('at0004', object('DV_BOOLEAN'), '0..*'),
      twin('Left', object('DV_COUNT')),
      twin('Right', object('DV_TEXT')),
      element('at0005', object('DV_DATE'), '0..1'),
      slot('CLUSTER', {
        nodeId: 'at0006',
        includes: ['openEHR-EHR-CLUSTER\\.device(-\\w+)*\\.v1'],
        occurrences: '1..2',
      }),
    ]
    for (const [cardinality, unique] of [
      ['3..5', false],
      ['1..*', true],
      ['2..2', true],
    ] as const) {
      const { template, faultsOf } = withItems(items, cardinality, unique)
      fc.assert(
        fc.property(fc.integer(), seed => {
          assert.deepEqual(faultsOf(randomInstance(template, seeded(seed))), [])
        }),
        { numRuns: 100 },
      )
      for (const detail of DETAILS) assert.deepEqual(faultsOf(exampleOf(template, { detail, now: NOW })), [])
    }
  })
})

describe('an example', () => {
  const { template } = withItems([
    element('at0002', object('DV_TEXT'), '0..*'),
    element('at0003', object('DV_DATE_TIME'), '1..1'),
  ])
  const itemsAt = (detail: (typeof DETAILS)[number]): readonly string[] => {
    const example = exampleOf(template, { detail, now: NOW }) as unknown as {
      readonly content: readonly {
        readonly data: { readonly items: readonly { readonly archetype_node_id: string }[] }
      }[]
    }
    return example.content[0]?.data.items.map(item => item.archetype_node_id) ?? []
  }

  test('shows what is required, one of everything, or two', () => {
    assert.deepEqual(itemsAt('required'), ['at0003'])
    assert.deepEqual(itemsAt('medium'), ['at0002', 'at0003'])
    assert.deepEqual(itemsAt('complete'), ['at0002', 'at0002', 'at0003'])
  })

  test('is the same each time, at the time it is given', () => {
    const once = exampleOf(template, { detail: 'complete', now: NOW })
    assert.deepEqual(exampleOf(template, { detail: 'complete', now: NOW }), once)
    assert.ok(JSON.stringify(once).includes(`"value":"${NOW}"`))
  })

  test('speaks the language asked for', () => {
    const { language, territory } = exampleOf(template, {
      detail: 'required',
      language: 'de',
      now: NOW,
    }) as Record<string, RmObject>
    assert.equal(language?.['code_string'], 'de')
    assert.equal(territory?.['code_string'], 'DE')
  })

  test('leaves a value unknown whose pattern is beyond it', () => {
    const word = value('DV_TEXT', 'value', primitive('C_STRING', { pattern: '\\ba\\b' }))
    const { template: hard, faultsOf } = withItems([element('at0002', word, '1..1')])
    const example = exampleOf(hard, { detail: 'required', now: NOW })
    assert.deepEqual(faultsOf(example), [])
    assert.ok(JSON.stringify(example).includes('"null_flavour"'))
  })

  test('of a template that contradicts itself is a problem, not a wrong example', () => {
    const { template: impossible } = withItems([element('at0002', object('DV_TEXT'), '3..3')], '1..2')
    assert.throws(
      () => exampleOf(impossible, { detail: 'required', now: NOW }),
      (problem: unknown) => problem instanceof Problem && problem.code === 'template.unsatisfiable',
    )
  })
})

describe('templates of the corpus', { skip: corpusMissing }, () => {
  test('that no data can satisfy are known', () => {
    const found = corpusTemplates(SMALL).filter(({ template }) => {
      try {
        exampleOf(template, { detail: 'required', now: NOW })
        return false
      } catch (problem) {
        return problem instanceof Problem && problem.code === 'template.unsatisfiable'
      }
    })
    assert.deepEqual(found.map(({ file }) => file).sort(), Object.keys(UNSATISFIABLE).sort())
  })

  test('have examples and random instances that validate', () => {
    const faults: string[] = []
    for (const { file, template, faultsOf } of satisfiable(SMALL)) {
      const note = (what: string, instance: RmObject): void => {
        for (const fault of faultsOf(instance)) faults.push(`${file}, ${what}: ${fault}`)
      }
      for (const detail of DETAILS) note(detail, exampleOf(template, { detail, now: NOW }))
      note('seed 1', randomInstance(template, seeded(1)))
    }
    assert.deepEqual(faults, [])
  })
})
