/** Forms in words of people: codes by name, findings without paths, totals of scores, copies of the last record. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { openChecker } from './checker.ts'
import { controlOf } from './controls.ts'
import type { FormNode } from './definition.ts'
import { findingWords } from './finding-words.ts'
import { isPlainEvent, labelOf } from './labels.ts'
import { codesOfAttribute } from './named-codes.ts'
import { totalOf } from './score-total.ts'
import { copiedValues, newValues } from './values.ts'

const checker = openChecker(
  readFileSync(new URL('../../../../cli/demo/vital-signs.opt', import.meta.url), 'utf8'),
)
const { tree } = checker.definition
const NOW = '2026-11-16T08:00:00Z'
const NEW = newValues(tree.id, { composer: 'Ada', language: 'en', territory: 'GB', now: NOW }, true)

const all = (node: FormNode): FormNode[] => [node, ...node.children.flatMap(all)]

it('languages and countries are chosen by name, in the language of the reader', () => {
  const language = all(tree).find(({ id }) => id === 'language')
  assert.ok(language)
  const control = controlOf(language, 'en', 'de')
  assert.equal(control.kind, 'coded')
  const named = (attribute: string, code: string, reader: string) =>
    codesOfAttribute(attribute, reader)?.find(({ value }) => value === code)?.label
  assert.equal(named('language', 'nl', 'en'), 'Dutch')
  assert.equal(named('language', 'nl', 'de'), 'Niederländisch')
  assert.equal(named('territory', 'NL', 'es'), 'Países Bajos')
  assert.equal(named('territory', 'DD', 'en'), undefined)
  assert.equal(codesOfAttribute('setting', 'en'), undefined)
})

it('an event that says nothing more is a measurement', () => {
  const event = all(tree).find(isPlainEvent)
  assert.ok(event)
  assert.equal(
    labelOf(event, 'en', key => key),
    'Measurement',
  )
})

it('all findings come at once, in words of the form and without a path', () => {
  const path = `${tree.id}/blood_pressure/any_event:0`
  const values = {
    ...NEW,
    [`${path}/systolic|magnitude`]: 5000,
    [`${path}/systolic|unit`]: 'mm[Hg]',
    [`${path}/diastolic|magnitude`]: 'many',
    [`${tree.id}/nothing/here`]: 1,
  }
  const { findings } = checker.check(values, { lifecycle: 'complete', now: NOW })
  for (const finding of findings) assert.doesNotMatch(findingWords(finding), /[/|_]|DV_/)
  assert.deepEqual(
    new Set(findings.map(findingWords)),
    new Set([
      'This value cannot be read. Check how it is written.',
      'The template has no place for this value.',
      'This value is outside of what the template allows.',
    ]),
  )
})

const field = (id: string, more: Partial<FormNode>): FormNode => ({
  id,
  kind: 'field',
  name: id,
  names: {},
  descriptions: {},
  rmType: 'DV_COUNT',
  min: 0,
  max: 1,
  inputs: [],
  proportionTypes: [],
  children: [],
  archetypes: [],
  isContext: false,
  isElement: true,
  ...more,
})

it('the total of a score is the sum of the answers beside it', () => {
  const list = [0, 1, 2].map(ordinal => ({ value: `at${ordinal}`, label: `${ordinal}`, ordinal }))
  const scored = (id: string) =>
    field(id, { rmType: 'DV_ORDINAL', inputs: [{ suffix: 'code', type: 'CODED_TEXT', list }] })
  const total = field('total', { name: 'Total score' })
  const nodes = [scored('eyes'), scored('voice'), scored('motion'), total]
  const values = { 'x/eyes|code': 'at2', 'x/motion|code': 'at1' }
  assert.deepEqual(totalOf(total, nodes, values, 'x'), { sum: 3, answered: 2, asked: 3 })
  assert.equal(totalOf(field('count', {}), nodes, values, 'x'), undefined)
  assert.equal(totalOf(total, [scored('eyes'), total], values, 'x'), undefined)
  assert.equal(totalOf(total, [...nodes, field('t2', { name: 'Total' })], values, 'x'), undefined)
})

it('a copy of the last record has its values, and neither its author nor its times', () => {
  const path = `${tree.id}/blood_pressure/any_event:0`
  const earlier = {
    [`${tree.id}/composer|name`]: 'Old',
    [`${tree.id}/context/start_time`]: '2020-01-01T00:00:00Z',
    [`${tree.id}/context/_location`]: 'Ward 1',
    [`${tree.id}/_uid`]: 'x::y::1',
    [`${path}/time`]: '2020-01-01T00:00:00Z',
    [`${path}/systolic|magnitude`]: 120,
    [`${path}/systolic|unit`]: 'mm[Hg]',
  }
  assert.deepEqual(copiedValues(earlier, NEW), {
    ...NEW,
    [`${path}/systolic|magnitude`]: 120,
    [`${path}/systolic|unit`]: 'mm[Hg]',
  })
})
