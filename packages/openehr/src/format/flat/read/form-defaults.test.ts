/** Attributes that other form servers fill. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes, element, object, single } from '../../../../fixtures/opt-builder/index.ts'
import { ELEMENT_PATH, FLAT_CONTEXT, observationOf } from '../../../../test/flat/one-observation.ts'
import { equal } from '../../../rm/index.ts'
import { compileValidator } from '../../../validate/index.ts'
import { readFlat, writeFlat } from '../index.ts'

const NOW = { now: '2026-11-15T08:00:00Z' }
const KEYS = { [`${ELEMENT_PATH}/at0004`]: 'x', [`${ELEMENT_PATH}/width`]: 'PT1H' }

const templateOf = (...functions: readonly string[]) =>
  observationOf(
    [element('at0004', object('DV_TEXT'), '0..1')],
    {},
    {
      rmType: 'INTERVAL_EVENT',
      attributes: [
        single(
          'math_function',
          object('DV_CODED_TEXT', [single('defining_code', codes('openehr', functions))]),
        ),
      ],
    },
  )

function mathFunction(functions: readonly string[], keys: Readonly<Record<string, unknown>>) {
  const warnings: string[] = []
  const composition = readFlat(templateOf(...functions), keys, { ...NOW, warn: text => warnings.push(text) })
  const [event] = JSON.parse(JSON.stringify(composition)).content[0].data.events
  return { code: event.math_function?.defining_code.code_string, warnings }
}

test('are the usual ones where the template allows them, and are told', () =>
  assert.deepEqual(mathFunction(['144', '146'], { ...FLAT_CONTEXT, ...KEYS }), {
    code: '146',
    warnings: ['note/finding/any_event/math_function is not given, so "mean" is stored.'],
  }))

test('are left out where the template allows several others', () =>
  assert.deepEqual(mathFunction(['144', '145'], { ...FLAT_CONTEXT, ...KEYS }), {
    code: undefined,
    warnings: [],
  }))

test('are for data with ctx/ keys alone', () => {
  const rest = { 'note/language|code': 'en', ...KEYS }
  assert.deepEqual(mathFunction(['144', '146'], rest), { code: undefined, warnings: [] })
})

test('are written with their keys, so that another server reads the same', () => {
  const template = templateOf('144', '146')
  const composition = readFlat(template, { ...FLAT_CONTEXT, ...KEYS }, NOW)
  assert.deepEqual(compileValidator(template)(composition), [])
  const flat = writeFlat(template, composition)
  assert.equal(flat['note/finding/any_event:0/math_function|code'], '146')
  assert.ok(equal(readFlat(template, flat, NOW), composition, 'COMPOSITION'))
})
