import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  archetype,
  codes,
  constraintRef,
  element,
  multiple,
  type Node,
  named,
  object,
  ordinal,
  primitive,
  quantity,
  reference,
  scale,
  single,
  slot,
  state,
} from '../../../fixtures/opt-builder/index.ts'
import { bare, children, faultsOf, itemsOf, valueConstraint, withItems } from '../../../test/opt/compiled.ts'
import type { ComplexObject, ObjectConstraint, Template } from '../model.ts'
import { compileTemplate } from './compile.ts'

describe('a template', () => {
  test('has its ids, language, root and paths', () => {
    const template = compileTemplate(withItems(element('at0002', object('DV_TEXT'), '0..3')))
    assert.equal(template.templateId, 'test')
    assert.equal(template.language, 'en')
    assert.deepEqual(template.languages, ['en'])
    assert.equal(template.definition.archetype.archetypeId, 'openEHR-EHR-COMPOSITION.test.v1')
    const [item] = itemsOf(template)
    assert.equal(item?.path, '/content[openEHR-EHR-EVALUATION.test.v1]/data[at0001]/items[at0002]')
    assert.deepEqual(item?.occurrences, { lower: 0, upper: 3, lowerIncluded: true, upperIncluded: true })
    assert.equal(children(item, 'value')[0]?.path, `${item?.path}/value`)
  })

  test('is the same whatever its namespace, its prefixes and its padding', () => {
    const xml = withItems(element('at0002', object('DV_TEXT')))
    const other = xml
      .replaceAll('http://schemas.openehr.org/v1', 'http://schemas.openehr.org/v2')
      .replaceAll(/xsi:type="C_/g, 'xsi:type="oe:C_')
      .replace('<template ', '<template xmlns:oe="http://schemas.openehr.org/v2" ')
      .replaceAll('<rm_type_name>', '<rm_type_name>\n    ')
      .replaceAll('</rm_type_name>', '\n  </rm_type_name>')
    const [plain, varied] = [compileTemplate(xml), compileTemplate(other)]
    const shape = (template: Template): string =>
      JSON.stringify(template.definition, (key, value: unknown) => (key === 'line' ? 0 : value))
    assert.equal(shape(varied), shape(plain))
  })

  test('keeps the at-codes of each archetype apart', () => {
    const inner = archetype('openEHR-EHR-CLUSTER.inner.v1', [], { terms: { at0000: 'Inner' } })
    const [cluster] = itemsOf(compileTemplate(withItems(inner)))
    assert.ok(cluster?.kind === 'object')
    assert.equal(cluster.scope.archetypeId, 'openEHR-EHR-CLUSTER.inner.v1')
    assert.equal(cluster.scope.terms.get('at0000')?.['text'], 'Inner')
  })

  test('has terms and bindings in all languages it carries', () => {
    const ontology =
      '<component_ontologies archetype_id="openEHR-EHR-EVALUATION.test.v1"><term_definitions language="de"><items code="at0002"><items id="text">Größe</items></items></term_definitions></component_ontologies></template>'
    const template = compileTemplate(
      withItems(element('at0002', object('DV_TEXT'))).replace('</template>', ontology),
    )
    const [item] = itemsOf(template)
    assert.deepEqual(template.languages, ['en', 'de'])
    assert.equal(item?.scope.translations.get('de')?.get('at0002')?.['text'], 'Größe')
    assert.equal(item?.scope.translations.get('en')?.get('at0002')?.['text'], 'at0002')
  })

  test('puts annotations, view hints and default values on the nodes they name', () => {
    const path = `[openEHR-EHR-COMPOSITION.test.v1]/content[openEHR-EHR-EVALUATION.test.v1]/data[at0001]/items[at0002, 'Right']`
    const after = `<annotations path="${path}"><items id="source">guideline</items></annotations>
      <constraints><attributes><rm_attribute_name>value</rm_attribute_name><children><default_value xsi:type="DV_TEXT"><value>none</value></default_value></children><differential_path>${path}</differential_path></attributes></constraints>
      <view><constraints path="${path}"><items id="pass_through"><value>true</value></items></constraints></view></template>`
    const twin = (name: string): Node =>
      object('ELEMENT', [named(name), single('value', object('DV_TEXT'))], { nodeId: 'at0002' })
    const template = compileTemplate(withItems(twin('Left'), twin('Right')).replace('</template>', after))
    const [left, right] = itemsOf(template) as readonly ComplexObject[]
    assert.equal(left?.annotations, undefined)
    assert.deepEqual([...(right?.annotations ?? [])], [['source', 'guideline']])
    assert.deepEqual([...(right?.viewConstraints ?? [])], [['pass_through', 'true']])
    assert.deepEqual(children(right, 'value')[0]?.defaultValue, { _type: 'DV_TEXT', value: 'none' })
    assert.equal(children(left, 'value')[0]?.defaultValue, undefined)
  })
})

describe('every kind of constraint is read', () => {
  const magnitude = { lower: 0, upper: 300, lowerIncluded: true, upperIncluded: true }
  const precision = { lower: 1, upper: 1, lowerIncluded: true, upperIncluded: true }
  const cases: readonly [name: string, node: Node, expected: object][] = [
    [
      'C_DV_QUANTITY',
      quantity([{ units: 'mm[Hg]', magnitude: '0..300', precision: '1..1' }], '125'),
      {
        kind: 'C_DV_QUANTITY',
        property: { terminology: 'openehr', code: '125' },
        items: [{ units: 'mm[Hg]', magnitude, precision }],
      },
    ],
    [
      'C_DV_ORDINAL',
      ordinal([[1, 'at0005']]),
      {
        kind: 'C_DV_ORDINAL',
        items: [{ value: 1, symbol: { terminology: 'local', code: 'at0005', text: 'at0005' } }],
      },
    ],
    [
      'C_DV_SCALE',
      scale([[0.5, 'at0005']]),
      {
        kind: 'C_DV_SCALE',
        items: [{ value: 0.5, symbol: { terminology: 'local', code: 'at0005', text: 'at0005' } }],
      },
    ],
    [
      'C_DV_STATE',
      state([
        { name: 'open', terminal: false },
        { name: 'closed', terminal: true },
      ]),
      {
        kind: 'C_DV_STATE',
        states: [
          { name: 'open', terminal: false, next: [] },
          { name: 'closed', terminal: true, next: [] },
        ],
      },
    ],
  ]
  for (const [name, node, expected] of cases)
    test(name, () => assert.deepEqual(bare(valueConstraint(node)), expected))

  const codedText = (code: Node): ObjectConstraint | undefined =>
    children(valueConstraint(object('DV_CODED_TEXT', [single('defining_code', code)])), 'defining_code')[0]

  test('C_CODE_PHRASE, with a terminology before the code too', () => {
    const constraint = codedText(codes('LOINC', ['LOINC::8480-6', '8462-4']))
    assert.deepEqual(bare(constraint), {
      kind: 'C_CODE_PHRASE',
      terminology: 'LOINC',
      codes: ['8480-6', '8462-4'],
    })
  })

  test('C_CODE_REFERENCE', () => {
    const constraint = codedText(codes(undefined, [], 'terminology:SNOMED-CT?subset=x'))
    assert.deepEqual(bare(constraint), {
      kind: 'C_CODE_PHRASE',
      codes: [],
      referenceSetUri: 'terminology:SNOMED-CT?subset=x',
    })
  })

  test('C_CODE_REFERENCE without a value set is worth a warning, and any code goes', () => {
    const xml = withItems(
      element('at0002', object('DV_CODED_TEXT', [single('defining_code', codes(undefined, [], 'x'))])),
    ).replace('<referenceSetUri>x</referenceSetUri>', '')
    const template = compileTemplate(xml)
    assert.deepEqual(
      template.warnings.filter(({ code }) => code === 'opt.no_value_set').map(({ message }) => message),
      ['The C_CODE_REFERENCE names no value set: any code passes'],
    )
    const [item] = itemsOf(template)
    const [coded] = children(item, 'value')
    assert.deepEqual(bare(children(coded, 'defining_code')[0]), { kind: 'C_CODE_PHRASE', codes: [] })
  })

  test('CONSTRAINT_REF, with what its code is bound to', () => {
    const constraint = codedText(constraintRef('ac0001'))
    assert.deepEqual(bare(constraint), { kind: 'CONSTRAINT_REF', reference: 'ac0001' })
    assert.deepEqual(constraint?.scope.constraintBindings.get('ac0001'), ['terminology:SNOMED-CT?subset=x'])
  })

  test('ARCHETYPE_SLOT, with its assertions as patterns', () => {
    const [open] = itemsOf(
      compileTemplate(
        withItems(
          slot('CLUSTER', {
            nodeId: 'at0009',
            includes: ['openEHR-EHR-CLUSTER\\.device\\.v1'],
            excludes: ['.*'],
          }),
        ),
      ),
    )
    assert.deepEqual(bare(open), {
      kind: 'slot',
      includes: ['openEHR-EHR-CLUSTER\\.device\\.v1'],
      excludes: [],
    })
  })

  const range = { lower: 1, upper: 5, lowerIncluded: true, upperIncluded: true }
  const primitives: readonly [rmType: string, attribute: string, node: Node, expected: object][] = [
    [
      'DV_TEXT',
      'value',
      primitive('C_STRING', { list: ['a', 'b'] }),
      { kind: 'C_STRING', list: ['a', 'b'], listOpen: false },
    ],
    [
      'DV_TEXT',
      'value',
      primitive('C_STRING', { pattern: 'a+' }),
      { kind: 'C_STRING', pattern: 'a+', listOpen: false },
    ],
    [
      'DV_BOOLEAN',
      'value',
      primitive('C_BOOLEAN', { trueValid: true, falseValid: false }),
      { kind: 'C_BOOLEAN', trueValid: true, falseValid: false },
    ],
    ['DV_COUNT', 'magnitude', primitive('C_INTEGER', { range: '1..5' }), { kind: 'C_INTEGER', range }],
    ['DV_COUNT', 'magnitude', primitive('C_INTEGER', { list: [1, 2] }), { kind: 'C_INTEGER', list: [1, 2] }],
    [
      'DV_PROPORTION',
      'numerator',
      primitive('C_REAL', { range: '>0.5' }),
      { kind: 'C_REAL', range: { lower: 0.5, lowerIncluded: false, upperIncluded: false } },
    ],
    [
      'DV_DATE',
      'value',
      primitive('C_DATE', { pattern: 'yyyy-mm-??' }),
      { kind: 'C_DATE', pattern: 'yyyy-mm-??' },
    ],
    [
      'DV_TIME',
      'value',
      primitive('C_TIME', { pattern: 'HH:MM:SS', timezone: 1001 }),
      { kind: 'C_TIME', pattern: 'HH:MM:SS', timezone: 'mandatory' },
    ],
    [
      'DV_DATE_TIME',
      'value',
      primitive('C_DATE_TIME', { pattern: 'yyyy-mm-ddTHH:??:??' }),
      { kind: 'C_DATE_TIME', pattern: 'yyyy-mm-ddTHH:??:??' },
    ],
    [
      'DV_DURATION',
      'value',
      primitive('C_DURATION', { pattern: 'PYM', range: 'P1M..P2Y' }),
      {
        kind: 'C_DURATION',
        pattern: 'PYM',
        range: { lower: 'P1M', upper: 'P2Y', lowerIncluded: true, upperIncluded: true },
      },
    ],
  ]
  for (const [rmType, attribute, node, expected] of primitives)
    test(`${rmType}.${attribute} ${JSON.stringify(expected)}`, () => {
      const [item] = children(valueConstraint(object(rmType, [single(attribute, node)])), attribute)
      assert.ok(item?.kind === 'primitive')
      assert.deepEqual(item.item, expected)
    })
})

describe('ARCHETYPE_INTERNAL_REF', () => {
  const cluster = (nodeId: string, ...members: readonly Node[]): Node =>
    object('CLUSTER', [multiple('items', members)], { nodeId, occurrences: '0..1' })

  test('becomes what it refers to, at its own place and with its own occurrences', () => {
    const [, second] = itemsOf(
      compileTemplate(
        withItems(
          cluster('at0002', element('at0003', object('DV_TEXT'))),
          cluster(
            'at0004',
            reference('ELEMENT', '/data[at0001]/items[at0002]/items[at0003]', { occurrences: '0..5' }),
          ),
        ),
      ),
    )
    const [copy] = children(second, 'items')
    assert.equal(copy?.nodeId, 'at0003')
    assert.equal(copy?.occurrences.upper, 5)
    assert.match(copy?.path ?? '', /\/items\[at0004\]\/items\[at0003\]$/)
  })

  test('that leads nowhere is a fault', () => {
    assert.deepEqual(faultsOf(withItems(reference('ELEMENT', '/data[at0001]/items[at0099]'))), [
      'opt.reference',
    ])
  })

  test('that leads back to itself is a fault, directly or by way of another', () => {
    const own = cluster('at0002', reference('CLUSTER', '/data[at0001]/items[at0002]'))
    assert.deepEqual(faultsOf(withItems(own)), ['opt.reference'])
    const pair = [
      cluster('at0002', reference('CLUSTER', '/data[at0001]/items[at0003]')),
      cluster('at0003', reference('CLUSTER', '/data[at0001]/items[at0002]')),
    ]
    assert.ok(faultsOf(withItems(...pair)).includes('opt.reference'))
  })

  test('cannot blow a small template up', () => {
    const level = (n: number): Node =>
      cluster(
        `at00${10 + n}`,
        ...(n === 0 ? [element('at0002', object('DV_TEXT'))] : []),
        ...(n > 0 ? [0, 1, 2, 3].map(() => reference('CLUSTER', `/data[at0001]/items[at00${9 + n}]`)) : []),
      )
    const bomb = withItems(...Array.from({ length: 16 }, (_, n) => level(n)))
    assert.ok(faultsOf(bomb).includes('opt.too_large'))
  })
})
