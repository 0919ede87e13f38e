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
  opt,
  ordinal,
  primitive,
  quantity,
  reference,
  scale,
  single,
  slot,
  state,
} from '../../../fixtures/opt-builder/index.ts'
import { type Finding, Problem } from '../../problem.ts'
import type { ComplexObject, ObjectConstraint, Template } from '../model.ts'
import { compileTemplate } from './compile.ts'

/** An evaluation with these members in its tree. */
const withItems = (...items: readonly Node[]): string =>
  opt({
    templateId: 'test',
    definition: archetype('openEHR-EHR-COMPOSITION.test.v1', [
      multiple('content', [
        archetype(
          'openEHR-EHR-EVALUATION.test.v1',
          [single('data', object('ITEM_TREE', [multiple('items', items)], { nodeId: 'at0001' }))],
          { constraintBindings: { ac0001: ['terminology:SNOMED-CT?subset=x'] } },
        ),
      ]),
    ]),
  })

const children = (node: ObjectConstraint | undefined, attribute: string): readonly ObjectConstraint[] =>
  node?.kind === 'object' ? (node.attributes.find(({ name }) => name === attribute)?.children ?? []) : []

const itemsOf = ({ definition }: Template): readonly ObjectConstraint[] => {
  const [entry] = children(definition, 'content')
  const [tree] = children(entry, 'data')
  return children(tree, 'items')
}

const valueConstraint = (node: Node): ObjectConstraint | undefined => {
  const [item] = itemsOf(compileTemplate(withItems(element('at0002', node))))
  return children(item, 'value')[0]
}

/** The constraint without what says where it stands. */
const bare = (node: ObjectConstraint | undefined): object => {
  assert.ok(node)
  const { scope: _, path: __, line: ___, rmType: ____, nodeId: _____, occurrences: ______, ...rest } = node
  return rest
}

const findingsOf = (xml: string | Uint8Array): readonly Finding[] => {
  try {
    compileTemplate(xml)
  } catch (problem) {
    assert.ok(problem instanceof Problem)
    assert.equal(problem.code, 'template.invalid')
    return problem.findings
  }
  return []
}

const faultsOf = (xml: string): readonly string[] => findingsOf(xml).map(({ code }) => code)

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

describe('a bad template is refused with every fault, its line and its path', () => {
  test('and nothing but faults comes of what is no template at all', () => {
    for (const xml of [
      '',
      '   ',
      'no xml',
      '<a>',
      '<composition/>',
      '<template/>',
      '<!DOCTYPE a><template/>',
    ])
      assert.ok(findingsOf(xml).length > 0, xml)
    assert.ok(findingsOf(new Uint8Array([0xff, 0xfe, 0x00])).length > 0)
  })

  test('when mandatory parts are missing, all of them at once', () => {
    assert.deepEqual(
      findingsOf('<template xmlns="http://schemas.openehr.org/v1"/>').map(({ expected }) => expected),
      ['language', 'template_id', 'concept', 'definition'],
    )
  })

  const good = withItems(element('at0002', quantity([{ units: 'kg' }])))
  const broken: readonly [what: string, xml: string, code: string][] = [
    ['an unknown element', good.replace('<concept>', '<bullfrog/><concept>'), 'opt.unknown_element'],
    ['a second concept', good.replace('<concept>', '<concept>x</concept><concept>'), 'opt.repeated_element'],
    ['an empty concept', good.replace('<concept>test', '<concept>'), 'opt.empty'],
    ['an empty template id', good.replace('<value>test<', '<value><'), 'opt.empty'],
    ['an unknown class', good.replace('ITEM_TREE', 'ITEM_BUSH'), 'opt.rm_type'],
    ['a class that does not fit', good.replace('ITEM_TREE', 'DV_TEXT'), 'opt.rm_type'],
    ['an unknown attribute', good.replace('>items<', '>leaves<'), 'opt.rm_attribute'],
    ['an unknown constraint', good.replace('"C_DV_QUANTITY"', '"C_DV_QUALITY"'), 'opt.unknown_type'],
    ['a wrong archetype id', good.replace('>openEHR-EHR-EVALUATION.test.v1<', '>test<'), 'opt.archetype_id'],
    [
      'an archetype of another class',
      good.replace('>openEHR-EHR-EVALUATION.test.v1<', '>openEHR-EHR-ACTION.test.v1<'),
      'opt.archetype_id',
    ],
    ['a bound that is no number', good.replace('<lower>0</lower>', '<lower>few</lower>'), 'opt.interval'],
    ['a negative count', good.replace('<lower>0</lower>', '<lower>-1</lower>'), 'opt.interval'],
    [
      'a negated match',
      good.replace('<rm_attribute_name>items', '<match_negated>true</match_negated><rm_attribute_name>items'),
      'opt.match_negated',
    ],
    [
      'an empty interval',
      withItems(element('at0002', quantity([{ units: 'kg', magnitude: '9..1' }]))),
      'opt.interval',
    ],
    [
      'a pattern that only backtracking can match',
      withItems(
        element('at0002', object('DV_TEXT', [single('value', primitive('C_STRING', { pattern: '(?=a)b' }))])),
      ),
      'opt.pattern',
    ],
    [
      'a pattern that is none',
      withItems(
        element(
          'at0002',
          object('DV_DATE', [single('value', primitive('C_DATE', { pattern: 'dd.mm.yyyy' }))]),
        ),
      ),
      'opt.pattern',
    ],
    [
      'a boolean that can be neither',
      withItems(
        element(
          'at0002',
          object('DV_BOOLEAN', [
            single('value', primitive('C_BOOLEAN', { trueValid: false, falseValid: false })),
          ]),
        ),
      ),
      'opt.boolean',
    ],
    [
      'an attribute constrained twice',
      opt({
        templateId: 'test',
        definition: archetype('openEHR-EHR-COMPOSITION.test.v1', [multiple('content'), multiple('content')]),
      }),
      'opt.repeated_attribute',
    ],
  ]
  for (const [what, xml, code] of broken)
    test(what, () => {
      assert.notEqual(xml, good)
      const found = findingsOf(xml).filter(finding => finding.code === code)
      assert.ok(found.length > 0, JSON.stringify(findingsOf(xml)))
      for (const { line, path, message } of found)
        assert.ok(line && line > 0 && path !== '' && message !== '')
    })

  test('two faults are two findings, each at its line', () => {
    const lines = good.replace('<children ', '\n<children ').replace('ITEM_TREE', 'ITEM_BUSH')
    const both = lines.replace('<concept>test', '<concept>')
    const found = findingsOf(both)
    assert.deepEqual(found.map(({ code }) => code).sort(), ['opt.empty', 'opt.rm_type'])
    assert.equal(new Set(found.map(({ line }) => line)).size, 2)
  })

  test('a template of a thousand levels ends in a fault, not in a crash', () => {
    const deep = `${'<attributes>'.repeat(1000)}${'</attributes>'.repeat(1000)}`
    assert.ok(findingsOf(good.replace('<concept>', `${deep}<concept>`)).length > 0)
  })
})

describe('what harms nothing is a warning', () => {
  const warningsOf = (xml: string): readonly string[] => compileTemplate(xml).warnings.map(({ code }) => code)

  test('a code without a term', () => {
    const xml = withItems(element('at0002', object('DV_TEXT')))
    const without = xml.replace(/<term_definitions code="at0002">.*?<\/term_definitions>/s, '')
    assert.notEqual(without, xml)
    assert.deepEqual(warningsOf(without), ['opt.missing_term'])
  })

  test('an ac-code that is bound to nothing', () => {
    const coded = object('DV_CODED_TEXT', [single('defining_code', constraintRef('ac0002'))])
    assert.deepEqual(warningsOf(withItems(element('at0002', coded))), ['opt.unbound_constraint'])
  })

  test('an attribute that tools are known to invent, which is then ignored', () => {
    const xml = withItems(element('at0002', object('DV_TEXT'))).replace(
      '<rm_attribute_name>value<',
      '<rm_attribute_name>null_flavor<',
    )
    assert.deepEqual(warningsOf(xml), ['opt.rm_attribute'])
    const [item] = itemsOf(compileTemplate(xml)) as readonly ComplexObject[]
    assert.deepEqual(item?.attributes, [])
  })

  test('members that a list has no room for', () => {
    const xml = opt({
      templateId: 'test',
      definition: archetype('openEHR-EHR-COMPOSITION.test.v1', [
        multiple(
          'content',
          [
            archetype('openEHR-EHR-SECTION.a.v1', [], { occurrences: '1..1' }),
            archetype('openEHR-EHR-SECTION.b.v1', [], { occurrences: '1..1' }),
          ],
          '0..1',
        ),
      ]),
    })
    assert.deepEqual(warningsOf(xml), ['opt.cardinality'])
  })
})
