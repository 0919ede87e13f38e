import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { writeXml } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileTemplate, exampleOf } from '@cairn-ehr/openehr/template'
import fc from 'fast-check'
import { openChecker } from './checker.ts'
import {
  type Control,
  codedParts,
  controlOf,
  durationParts,
  durationText,
  numberFrom,
  partyIn,
  partyParts,
  proportionParts,
  quantityParts,
} from './controls.ts'
import type { FormNode } from './definition.ts'
import { findingsByPath, formPaths, isOpenAtFirst } from './findings.ts'
import { foldedHint } from './folded-hint.ts'
import { isoNow, withZone } from './iso-now.ts'
import { isForRecords, partyKindOf } from './template-use.ts'
import { formatOf, templateIn } from './text-format.ts'
import {
  type FormValues,
  hasValues,
  newValues,
  occurrenceCount,
  partsAt,
  withoutOccurrence,
  withoutPath,
  withParts,
} from './values.ts'

const optOf = (name: string) =>
  readFileSync(new URL(`../../../../cli/demo/${name}.opt`, import.meta.url), 'utf8')

const DEMO = [
  'vital-signs',
  'laboratory-report',
  'medication-list',
  'problem-list',
  'discharge-summary',
  'person',
  'organisation',
  'provider',
]

const ADA = { kind: 'person', uid: '7d44b88c-4199-4bad-97dc-d78268e01398' } as const

const checker = openChecker(optOf('vital-signs'))
const { tree } = checker.definition
const NOW = '2026-11-16T08:00:00Z'
const COMPLETE = { lifecycle: 'complete', now: NOW } as const
const NEW = newValues(tree.id, { composer: 'Ada', language: 'en', territory: 'GB', now: NOW }, true)

const all = (node: FormNode): FormNode[] => [node, ...node.children.flatMap(all)]
const named = (name: string): FormNode => {
  const found = all(tree).find(node => node.name === name)
  assert.ok(found, name)
  return found
}

/** Every field with a path of its first occurrence. */
function fieldsOf(node: FormNode, path: string): (readonly [FormNode, string])[] {
  if (node.kind === 'field') return [[node, path]]
  return node.children
    .filter(({ kind }) => kind !== 'slot')
    .flatMap(child => fieldsOf(child, `${path}/${child.id}${child.max === 1 ? '' : ':0'}`))
}

/** A value as the control would write it. */
function sampleOf(control: Control): FormValues {
  const SAMPLES: { [Kind in Control['kind']]: (of: Extract<Control, { kind: Kind }>) => FormValues } = {
    text: ({ suffix }) => ({ [suffix]: 'text' }),
    number: ({ suffix }) => ({ [suffix]: numberFrom('1') }),
    boolean: () => ({ '': true }),
    date: () => ({ '': '2026-11' }),
    time: () => ({ '': '09:30:00' }),
    datetime: () => ({ '': isoNow(new Date(NOW), 'datetime') }),
    duration: ({ parts }) => ({ '': durationText({ [parts[0] ?? 'day']: '1' }) }),
    quantity: ({ units, ranges }) => {
      const unit = units[0]?.value ?? '1'
      return quantityParts(units, /\d+/.exec(ranges[unit] ?? '')?.[0] ?? '1', unit)
    },
    proportion: ({ types }) => proportionParts(types, {}, { numerator: '1', denominator: '2' }),
    coded: ({ options }) => codedParts(options[0]?.value ?? ''),
    offered: ({ options }) => ({ '': options[0]?.value }),
    code: ({ valueSet = 'local' }) => {
      const [terminology] = valueSet.replace(/^terminology:/, '').split('?')
      return { code: '1', value: 'one', terminology }
    },
    party: () => partyParts(ADA),
    parts: ({ suffixes }) => ({
      [suffixes[0] ?? '']: 'text',
      ...(suffixes.includes('formalism') ? { formalism: 'text' } : {}),
    }),
  }
  return (SAMPLES[control.kind] as (of: Control) => FormValues)(control)
}

const WEIGHT = 'vital_signs/body_weight/any_event:0/weight'

describe('the form of a template', () => {
  it('has the nodes of the template, and none that the context fills', () => {
    assert.equal(named('Systolic').kind, 'field')
    assert.equal(named('Blood pressure').kind, 'group')
    assert.ok(!all(tree).some(({ id }) => id === 'encoding' || id === 'subject'))
    assert.ok(tree.children.some(({ id }) => id === 'composer'))
  })

  it('offers the codes of openEHR for attributes of the reference model', () => {
    const setting = all(tree).find(({ id }) => id === 'setting')
    assert.ok(setting)
    const control = controlOf(setting, 'en')
    assert.ok(control.kind === 'coded' && control.options.some(({ value }) => value === '238'))
  })

  it('of a person asks for the kind of a relationship and for the other party, not for its source', () => {
    const person = openChecker(optOf('person')).definition.tree
    const relationship = all(person).find(({ rmType }) => rmType === 'PARTY_RELATIONSHIP')
    assert.deepEqual(
      relationship?.children.map(({ id, rmType }) => [id, rmType]),
      [
        ['_name', 'DV_TEXT'],
        ['target', 'PARTY_REF'],
      ],
    )
  })

  it('is valid when it is filled in', () => {
    const values = withParts(
      NEW,
      WEIGHT,
      quantityParts([{ value: 'kg', label: 'kg', description: '' }], '70,5', undefined),
    )
    assert.equal(values[`${WEIGHT}|magnitude`], 70.5)
    const { findings, composition } = checker.check(values, COMPLETE)
    assert.deepEqual(findings, [])
    assert.equal(composition?._type, 'COMPOSITION')
  })

  it('has findings at the field that they are about', () => {
    const values = { ...NEW, [`${WEIGHT}|magnitude`]: -5, [`${WEIGHT}|unit`]: 'kg' }
    const { findings } = checker.check(values, COMPLETE)
    const byPath = findingsByPath(findings, formPaths(tree, values, new Map()), tree.id)
    assert.ok((byPath.get(WEIGHT) ?? []).length > 0, JSON.stringify(findings))
  })

  it('tells a number that is none at its field', () => {
    const values = withParts(NEW, WEIGHT, { magnitude: numberFrom('seventy'), unit: 'kg' })
    const { findings } = checker.check(values, COMPLETE)
    const byPath = findingsByPath(findings, formPaths(tree, values, new Map()), tree.id)
    assert.equal(byPath.get(WEIGHT)?.length, 1)
  })

  for (const name of DEMO)
    it(`keeps a whole record of "${name}", and what the form does not show`, () => {
      const template = compileTemplate(optOf(name))
      const example = exampleOf(template, { detail: 'medium', now: NOW })
      const own = openChecker(optOf(name))
      const { composition, findings } = own.check(own.valuesOf(example), COMPLETE)
      assert.deepEqual(findings, [])
      assert.deepEqual(JSON.parse(JSON.stringify(composition)), JSON.parse(JSON.stringify(example)))
    })

  for (const name of DEMO)
    it(`writes values that the validator takes, by each control of "${name}"`, () => {
      const own = openChecker(optOf(name))
      const root = own.definition.tree
      const begin =
        root.rmType === 'COMPOSITION'
          ? newValues(root.id, { composer: 'Ada', language: 'en', territory: 'GB', now: NOW }, true)
          : { [`${root.id}/_uid`]: ADA.uid }
      for (const [node, path] of fieldsOf(root, root.id)) {
        if (node.rmType === 'CODE_PHRASE') continue
        const values = withParts(begin, path, sampleOf(controlOf(node, 'en')))
        const { findings } = own.check(values, { lifecycle: 'incomplete', now: NOW })
        const wrong = findings.filter(finding => finding.path.startsWith(path))
        assert.deepEqual(wrong, [], path)
      }
    })
})

describe('values of a form', () => {
  const values: FormValues = {
    'a/b:0/c|magnitude': 1,
    'a/b:1/c|magnitude': 2,
    'a/b:2/c': 3,
    'a/_order': 'b,b,d',
    'a/bc': 4,
  }

  it('are counted by occurrence', () => {
    assert.equal(occurrenceCount(values, 'a/b'), 3)
    assert.equal(occurrenceCount(values, 'a/bc'), 0)
  })

  it('are found by an index as by a search of all keys', () => {
    const segment = fc.constantFrom('a', 'b', 'b:0', 'b:2', 'c', 'c:1', '_order')
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map(all => all.join('/'))
    const key = fc.tuple(path, fc.constantFrom('', '|code', '|unit')).map(([at, suffix]) => at + suffix)
    fc.assert(
      fc.property(fc.dictionary(key, fc.integer(), { noNullPrototype: true }), path, (given, at) => {
        const keys = Object.keys(given)
        const below = keys.filter(
          each => each === at || each.startsWith(`${at}|`) || each.startsWith(`${at}/`),
        )
        assert.equal(hasValues(given, at), below.length > 0)
        const own = below.filter(each => !each.slice(at.length).includes('/'))
        assert.deepEqual(
          partsAt(given, at),
          Object.fromEntries(own.map(each => [each.slice(at.length + 1), given[each]])),
        )
        const indexes = keys.flatMap(each => {
          const [, digits] = /^:(\d+)(?:[|/]|$)/.exec(each.startsWith(at) ? each.slice(at.length) : '') ?? []
          return digits === undefined ? [] : [Number(digits)]
        })
        assert.equal(occurrenceCount(given, at), Math.max(-1, ...indexes) + 1)
      }),
    )
  })

  it('move up when an occurrence is taken away', () => {
    assert.deepEqual(withoutOccurrence(values, 'a/b', 1), { 'a/b:0/c|magnitude': 1, 'a/b:1/c': 3, 'a/bc': 4 })
  })

  it('are taken away by an empty text', () => {
    assert.deepEqual(withParts({ 'a|code': 'x', b: 1 }, 'a', { code: '' }), { b: 1 })
    assert.deepEqual(partsAt({ a: 1, 'a|unit': 'kg', 'ab|unit': 'g' }, 'a'), { '': 1, unit: 'kg' })
    assert.deepEqual(withoutPath({ 'a/b|c': 1, 'a/bc': 2 }, 'a/b'), { 'a/bc': 2 })
  })
})

describe('a group', () => {
  const systolic = named('Systolic')
  const event = all(tree).find(node => node.children.includes(systolic)) ?? assert.fail()
  const own = systolic.max === 1 ? systolic.id : `${systolic.id}:0`
  const values: FormValues = {
    [`e/${own}|magnitude`]: 120,
    [`e/${own}|unit`]: 'mm[Hg]',
    'e/time': '2026-11-16T08:00:00Z',
  }

  it('of hundreds is closed at first if it has values, so that the others are drawn in time', () => {
    const isOpen = (occurrences: number, of: FormValues) =>
      isOpenAtFirst(event, of, 'e', { fields: 10, occurrences })
    assert.deepEqual([isOpen(100, values), isOpen(101, values), isOpen(101, {})], [true, false, true])
  })

  it('that is closed says what it holds, without times', () => {
    assert.equal(foldedHint(event, values, 'e'), '120 mmHg')
    assert.equal(foldedHint(event, {}, 'e'), '')
  })
})

describe('controls', () => {
  it('take durations apart and put them together', () => {
    assert.deepEqual(durationParts('P1DT2H'), { day: '1', hour: '2' })
    assert.equal(durationText({ day: '1', hour: '2' }), 'P1DT2H')
    assert.equal(durationText({}), '')
    assert.equal(durationParts('-P1D'), undefined)
  })

  it('name a party of this server, and leave references to other systems alone', () => {
    assert.deepEqual(partyIn(partyParts(ADA)), ADA)
    assert.equal(partyIn({ ...partyParts(ADA), namespace: 'elsewhere' }), undefined)
    assert.deepEqual(withParts({}, 'target', partyParts(undefined)), {})
  })

  it('know the denominator of a percentage', () => {
    assert.deepEqual(proportionParts(['percent'], {}, { numerator: '40' }), {
      '': undefined,
      numerator: 40,
      denominator: 100,
      type: 2,
    })
    assert.equal(proportionParts(['percent'], { numerator: 40 }, { numerator: '' })['denominator'], undefined)
  })

  it('write times with the offset of the reader', () => {
    assert.match(isoNow(new Date(), 'datetime'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/)
    assert.equal(withZone('2026-11', 'date'), '2026-11')
  })
})

describe('a pasted text', () => {
  const template = compileTemplate(optOf('vital-signs'))
  const example = exampleOf(template, { detail: 'medium', now: NOW })

  it('is told by how it begins', () => {
    assert.equal(formatOf(JSON.stringify(example)), 'json')
    assert.equal(formatOf('<composition/>'), 'xml')
    assert.equal(formatOf('{"ctx/language":"en"}'), 'flat')
    assert.equal(formatOf('{"ctx":{}}'), 'structured')
    assert.equal(formatOf(' '), undefined)
    assert.equal(templateIn(JSON.stringify(example)), 'Vital signs')
  })

  it('of canonical JSON has its findings at the line', () => {
    const broken = JSON.parse(JSON.stringify(example)) as {
      content: { data: { events: RmObject[] } }[]
    } & RmObject
    const text = JSON.stringify(broken, null, 2).replace(/"units": "[^"]*"/, '"units": "stones"')
    const { findings } = checker.checkText(text, 'json', COMPLETE)
    const line = text.split('\n').findIndex(each => each.includes('"stones"')) + 1
    assert.ok(findings.length > 0)
    assert.ok(
      findings.some(finding => Math.abs((finding.line ?? 0) - line) <= 2),
      `${line}: ${JSON.stringify(findings)}`,
    )
  })

  it('of XML has its findings at the line', () => {
    const lines = writeXml(example, 'composition').replaceAll('><', '>\n<')
    const text = lines.replace(/<units>[^<]*<\/units>/, '<units>stones</units>')
    const { findings } = checker.checkText(text, 'xml', COMPLETE)
    const line = text.split('\n').findIndex(each => each.includes('stones')) + 1
    assert.ok(
      findings.some(finding => finding.line === line),
      `${line}: ${JSON.stringify(findings)}`,
    )
  })

  it('that is no JSON is told at its line', () => {
    const { findings } = checker.checkText('{\n  "_type": "COMPOSITION",\n  oops\n}', 'json', COMPLETE)
    assert.equal(findings[0]?.line, 3)
  })

  it('of FLAT has an unknown key at its line', () => {
    const text = JSON.stringify(
      { 'ctx/language': 'en', 'ctx/territory': 'GB', 'vital_signs/nonsense': 1 },
      null,
      2,
    )
    const { findings } = checker.checkText(text, 'flat', COMPLETE)
    assert.equal(findings.find(({ path }) => path.includes('nonsense'))?.line, 4)
  })

  it('may be incomplete', () => {
    const values = withParts(NEW, 'vital_signs/composer', { name: 'Ada' })
    const { findings } = checker.check(values, { lifecycle: 'incomplete', now: NOW })
    assert.deepEqual(findings, [])
  })
})

describe('the templates that are offered', () => {
  const ids = [
    'openEHR-EHR-COMPOSITION.encounter.v1',
    'openEHR-DEMOGRAPHIC-PERSON.person.v1',
    'openEHR-DEMOGRAPHIC-PARTY_IDENTITY.person_name.v1',
    'openEHR-EHR-EHR_STATUS.generic.v1',
  ]

  it('for a new record are those of compositions', () => {
    assert.deepEqual(
      ids.filter(archetype_id => isForRecords({ archetype_id })),
      ids.slice(0, 1),
    )
  })

  it('for a new party are those of parties', () => {
    assert.deepEqual(
      ids.map(archetype_id => partyKindOf({ archetype_id })),
      [undefined, 'person', undefined, undefined],
    )
  })
})
