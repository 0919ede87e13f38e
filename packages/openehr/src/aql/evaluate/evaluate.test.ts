import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rows, run } from '../../../test/aql/answers.ts'
import { LEGAL, REFUSED, TEST_QUERIES } from '../../../test/aql/queries.ts'
import { Problem } from '../../problem.ts'

const byNumber = new Map(TEST_QUERIES.map(([number, query]) => [number, query]))

/** The expected rows of the queries of the reference, by their numbers. */
const EXPECTED: Readonly<Record<number, readonly (readonly unknown[])[]>> = {
  1: [['one'], ['empty']],
  3: [
    ['one', '2025-01-01T00:00:00Z'],
    ['empty', '2025-01-01T00:00:00Z'],
  ],
  5: [
    ['rep::sys::1', 'Discharge letter'],
    ['list::sys::1', 'Problems'],
    ['enc::sys::2', 'Visit 1'],
  ],
  6: [[vuid('rep', 1)], [vuid('list', 1)], [vuid('enc', 2)]],
  8: [['2024-04-02T08:30:00Z'], [null], ['2024-03-01T10:00:00+01:00']],
  9: [['Labs'], ['Labs'], ['Vitals']],
  10: [['Labs'], ['Vitals']],
  11: [
    [true, true],
    [true, true],
  ],
  12: [['p1'], [null]],
  14: [
    ['x', 1, 1.5, true, null],
    ['x', 1, 1.5, true, null],
  ],
  15: [
    [-1, 1000, -0.025],
    [-1, 1000, -0.025],
  ],
  17: [
    ['en', 'DE', '433'],
    ['en', 'DE', '431'],
    ['en', 'DE', '433'],
  ],
  18: [[null], [null], ['Nurse Bo'], ['Dr. Cy']],
  19: [
    [null, null],
    [null, null],
    ['nurse', 'Nurse Bo'],
    ['consultant', 'Dr. Cy'],
  ],
  20: [
    [null, null],
    [null, null],
    ['Nurse Bo', 'ehr:/a'],
    ['Nurse Bo', 'ehr:/b'],
    ['Dr. Cy', 'ehr:/a'],
    ['Dr. Cy', 'ehr:/b'],
  ],
  24: [['root'], ['episode']],
  25: [
    ['root', 'enc::sys::2'],
    ['episode', 'enc::sys::2'],
  ],
  26: [[null], [null], [null]],
  28: [[150], [120], [130]],
  29: [
    [150, 95],
    [120, null],
    [130, 80],
  ],
  30: [
    ['2024-03-01T10:00:00+01:00', 150],
    ['2024-03-01T10:20:00+01:00', 120],
    ['2023-12-31T10:00:00+01:00', 130],
  ],
  31: [[150], [95], [120], [130], [80]],
  32: [[{ _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' }]],
  33: [[{ _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' }]],
  34: [['2024-03-01T10:20:00+01:00']],
  35: [['2023-12-31T10:00:00+01:00']],
  37: [[null], [null], [null]],
  38: [[null], [null], ['vitals']],
  39: [[150], [120]],
  40: [['2024-03-01T10:00:00+01:00'], ['2024-03-01T10:20:00+01:00'], ['2023-12-31T10:00:00+01:00']],
  41: [['2024-03-01T10:00:00+01:00']],
  42: [['bp']],
  45: [['Cuff 3']],
  46: [
    ['Diabetes', '73211009'],
    ['Headache', null],
  ],
  50: [[null], [null], [null]],
  51: [['rep::sys::1'], ['list::sys::1'], ['enc::sys::2']],
  52: [['enc::sys::2']],
  53: [['bp'], ['temp']],
  54: [['bp'], ['temp'], ['temp']],
  55: [['enc::sys::2']],
  57: [['Inner']],
  59: [
    [{ _type: 'DV_QUANTITY', magnitude: 150, units: 'mm[Hg]' }],
    [{ _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' }],
    [{ _type: 'DV_QUANTITY', magnitude: 130, units: 'mm[Hg]' }],
  ],
  63: [['mean']],
  66: [],
  67: [
    ['temp', 'dx'],
    ['temp', 'plain'],
  ],
  68: [['bp', 'temp']],
  69: [],
  71: [],
  72: [['empty']],
  77: [],
  78: [['rep::sys::1']],
  79: [['rep::sys::1'], ['enc::sys::2']],
  80: [['rep::sys::1'], ['list::sys::1'], ['enc::sys::2']],
  82: [['enc::sys::1'], ['rep::sys::1'], ['list::sys::1'], ['gone::sys::1'], ['enc::sys::2']],
  83: [['enc::sys::1'], ['rep::sys::1'], ['list::sys::1'], ['gone::sys::1'], ['enc::sys::2']],
  84: [
    ['Clerk', 'creation'],
    ['Clerk', 'creation'],
    ['Clerk', 'modification'],
  ],
  85: [['enc::sys::2']],
  86: [
    ['contribution-2', 1],
    ['contribution-3', 1],
    ['contribution-4', 1],
    ['contribution-5', 1],
    ['contribution-6', 1],
  ],
  87: [
    ['status-one::sys::1', true],
    ['status-empty::sys::1', true],
  ],
  88: [['bp'], ['temp']],
  89: [['incomplete']],
  91: [],
  92: [[150]],
  93: [[150]],
  94: [[120], [130]],
  95: [[150]],
  96: [[150]],
  97: [],
  98: [['rep::sys::1']],
  99: [['enc::sys::2']],
  100: [['rep::sys::1'], ['enc::sys::2']],
  101: [],
  102: [['enc::sys::2', 'rep::sys::1']],
  103: [['dx']],
  104: [],
  107: [],
  109: [],
  110: [],
  113: [['Discharge letter']],
  114: [['Discharge letter']],
  115: [['Visit 1']],
  116: [],
  117: [],
  118: [['Visit 1']],
  119: [['Discharge letter'], ['Visit 1']],
  120: [['Problems'], ['Visit 1']],
  121: [['Discharge letter'], ['Problems'], ['Visit 1']],
  122: [[120], [130]],
  123: [['Problems'], ['Visit 1']],
  124: [],
  125: [['dx']],
  126: [['dx']],
  127: [['dx']],
  128: [['dx'], ['plain']],
  129: [['dx']],
  130: [['rep::sys::1']],
  131: [['list::sys::1'], ['enc::sys::2']],
  132: [['rep::sys::1']],
  134: [[120]],
  135: [['Discharge letter'], ['Problems'], ['Visit 1']],
  136: [['list::sys::1'], ['rep::sys::1'], ['enc::sys::2']],
  137: [],
  138: [['enc::sys::2'], ['rep::sys::1'], ['list::sys::1']],
  139: [
    [{ _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' }],
    [{ _type: 'DV_QUANTITY', magnitude: 130, units: 'mm[Hg]' }],
    [{ _type: 'DV_QUANTITY', magnitude: 150, units: 'mm[Hg]' }],
  ],
  140: [['Dr. Ada'], ['Dr. Dee']],
  141: [[2]],
  142: [[1]],
  143: [[1]],
  144: [[120, 150, 400 / 3, 400]],
  145: [['2024-04-02T08:30:00Z']],
  146: [[0, null]],
  147: [['one', 3]],
  148: [[16], [8], [7]],
  149: [
    ['rep::sys::1', 'Discharge letter/Dr. Dee', 'Discharge letter; Dr. Dee'],
    ['list::sys::1', 'Problems/Dr. Dee', 'Problems; Dr. Dee'],
    ['enc::sys::2', 'Visit 1/Dr. Ada', 'Visit 1; Dr. Ada'],
  ],
  150: [[11], [0], [0]],
  151: [['rep::sys::1']],
  152: [
    [150, 150, 150, 1, 1],
    [120, 120, 120, 1, 1],
    [130, 130, 130, 1, 1],
  ],
  153: [['2026-11-14', '10:11:12', '2026-11-14T10:11:12.500+01:00', '+01:00']],
  154: [['rep::sys::1'], ['list::sys::1']],
  155: [['rep::sys::1'], ['list::sys::1'], ['enc::sys::2']],
  157: [['rep::sys::1'], ['list::sys::1'], ['enc::sys::2']],
}

function vuid(object: string, number: number): unknown {
  return { _type: 'OBJECT_VERSION_ID', value: `${object}::sys::${number}` }
}

test('the queries of the reference mean what it says', () => {
  for (const [number, expected] of Object.entries(EXPECTED)) {
    assert.deepEqual(
      rows(byNumber.get(Number(number)) ?? ''),
      expected,
      `query ${number}: ${byNumber.get(Number(number))}`,
    )
  }
})

test('every legal query of the reference is answered', () => {
  for (const [number, query] of LEGAL) {
    assert.doesNotThrow(() => run(query), `query ${number}`)
  }
})

test('every illegal query of the reference is refused', () => {
  for (const [number, query] of REFUSED) {
    assert.throws(() => run(query), Problem, `query ${number}`)
  }
})
