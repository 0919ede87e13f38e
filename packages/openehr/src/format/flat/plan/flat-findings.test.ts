import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VITALS } from '../../../../test/flat/vitals.ts'
import { Problem } from '../../../problem.ts'
import { compileValidator } from '../../../validate/index.ts'
import { flatFindings, readFlat } from '../index.ts'

type Flat = Readonly<Record<string, unknown>>

const NOW = { now: '2026-11-15T08:00:00Z' }
const CONTEXT: Flat = { 'ctx/language': 'en', 'ctx/territory': 'UY', 'ctx/composer_name': 'A clinician' }
const EVENT = 'vitals/blood_pressure:0/any_event'

/** The findings for data, each as FLAT path, RM path and message. */
function toldOf(flat: Flat): readonly (readonly [string, string | undefined, string])[] {
  const composition = readFlat(VITALS, flat, NOW)
  return flatFindings(VITALS, composition, compileValidator(VITALS)(composition)).map(
    ({ path, rm_path: rmPath, message }) => [path, rmPath, message],
  )
}

describe('faults of FLAT data are told by their keys', () => {
  test('what the context would have given', () => {
    const told = toldOf({ 'ctx/territory': 'UY', [`${EVENT}:0/note`]: 'x' })
    assert.deepEqual(told.toSorted().slice(0, 2), [
      ['ctx/composer_name', '/composer', 'ctx/composer_name is missing'],
      ['ctx/language', '/language', 'ctx/language is missing'],
    ])
  })

  test('a value out of range, with the index of its event', () => {
    const data = '/content[openEHR-EHR-OBSERVATION.bp.v1]/data[at0001]/events[at0002][2]/data[at0003]'
    assert.deepEqual(
      toldOf({ ...CONTEXT, [`${EVENT}:0/systolic|magnitude`]: 120, [`${EVENT}:1/systolic|magnitude`]: 5000 }),
      [
        [
          `${EVENT}:1/systolic|magnitude`,
          `${data}/items[at0004]/value/magnitude`,
          'Expected 0..1000, found 5000',
        ],
      ],
    )
  })

  test('a part of a value that is missing', () => {
    const [told] = toldOf({ ...CONTEXT, [`${EVENT}:0/result/quantity_value|magnitude`]: 3 })
    assert.equal(told?.[0], `${EVENT}:0/result/quantity_value|unit`)
    assert.equal(told?.[2], `${EVENT}:0/result/quantity_value|unit is missing`)
  })

  test('attributes of the reference model', () => {
    const told = toldOf({
      ...CONTEXT,
      'vitals/order/request:0/what': 'x',
      'vitals/order/_narrative|raw': null,
    })
    assert.deepEqual(
      told.map(([path]) => path),
      ['vitals/order/narrative'],
    )
  })
})

test('a key that is refused says the place in the RM that it is near to', () => {
  try {
    readFlat(
      VITALS,
      { ...CONTEXT, [`${EVENT}:0/systolic|magnitude`]: 'high', [`${EVENT}:0/systolik`]: 1 },
      NOW,
    )
    assert.fail('it is refused')
  } catch (thrown) {
    assert.ok(thrown instanceof Problem)
    const event = '/content[openEHR-EHR-OBSERVATION.bp.v1]/data[at0001]/events[at0002]'
    assert.deepEqual(
      thrown.findings.map(({ path, rm_path: rmPath }) => [path, rmPath]),
      [
        [`${EVENT}:0/systolic|magnitude`, `${event}/data[at0003]/items[at0004]`],
        [`${EVENT}:0/systolik`, event],
      ],
    )
  }
})
