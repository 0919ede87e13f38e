import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  archetype,
  constraintRef,
  element,
  multiple,
  object,
  opt,
  primitive,
  quantity,
  single,
} from '../../../fixtures/opt-builder/index.ts'
import { findingsOf, itemsOf, withItems } from '../../../test/opt/compiled.ts'
import type { ComplexObject } from '../model.ts'
import { compileTemplate } from './compile.ts'

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

  test('an OET is told what it is, and what to upload instead', () => {
    const oet = `<template xmlns="openEHR/v1/Template" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <id>9d2b…</id><name>Vital signs</name>
      <definition xsi:type="COMPOSITION" archetype_id="openEHR-EHR-COMPOSITION.encounter.v1" name="Vital signs"/>
    </template>`
    for (const xml of [oet, oet.replace('xmlns="openEHR/v1/Template"', '')]) {
      const [{ code, message } = { code: '', message: '' }, ...others] = findingsOf(xml)
      assert.deepEqual([code, others], ['opt.source', []])
      assert.match(message, /source of a template \(OET\).*export an operational template \(OPT 1\.4\)/)
    }
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
