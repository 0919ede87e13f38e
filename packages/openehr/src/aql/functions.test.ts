import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FUNCTIONS } from './functions.ts'

const NOW = '2026-11-14T23:05:06.78-03:30'
const CASES: readonly (readonly [name: string, values: readonly unknown[], result: unknown])[] = [
  ['LENGTH', ['häß😀'], 4],
  ['LENGTH', [null], null],
  ['LENGTH', [5], null],
  ['CONTAINS', ['letter', 'tt'], true],
  ['CONTAINS', ['letter', 'TT'], false],
  ['POSITION', ['t', 'letter'], 3],
  ['POSITION', ['b', '😀b'], 2],
  ['POSITION', ['x', 'letter'], 0],
  ['POSITION', ['', 'letter'], 1],
  ['SUBSTRING', ['letter', 2], 'etter'],
  ['SUBSTRING', ['letter', 2, 3], 'ett'],
  ['SUBSTRING', ['abc', 0, 2], 'a'],
  ['SUBSTRING', ['abc', -5, 2], ''],
  ['SUBSTRING', ['abc', 9], ''],
  ['SUBSTRING', ['abc', 1, -1], null],
  ['SUBSTRING', ['😀b', 2, 1], 'b'],
  ['CONCAT', ['a', 'b', 'c'], 'abc'],
  ['CONCAT', ['a', null], null],
  ['CONCAT_WS', ['; ', 'a', null, 'b'], 'a; b'],
  ['CONCAT_WS', [null, 'a', 'b'], null],
  ['ABS', [-1.5], 1.5],
  ['MOD', [7, 3], 1],
  ['MOD', [-7, 3], -1],
  ['MOD', [7, 0], null],
  ['CEIL', [1.2], 2],
  ['CEIL', [-0.5], 0],
  ['FLOOR', [-1.2], -2],
  ['ROUND', [2.5], 3],
  ['ROUND', [-2.5], -3],
  ['ROUND', [1.005, 2], 1.01],
  ['ROUND', [1234.5, -2], 1200],
  ['ROUND', [0], 0],
  ['ROUND', [1, null], null],
  ['ABS', [9007199254740993n], 9007199254740992],
  ['CURRENT_DATE', [], '2026-11-14'],
  ['CURRENT_TIME', [], '23:05:06'],
  ['CURRENT_DATE_TIME', [], '2026-11-14T23:05:06.780-03:30'],
  ['NOW', [], '2026-11-14T23:05:06.780-03:30'],
  ['CURRENT_TIMEZONE', [], '-03:30'],
]

test('functions answer as AQL 1.1.0 says, and NULL where an argument is', () => {
  for (const [name, values, result] of CASES) {
    assert.deepEqual(FUNCTIONS[name]?.run(values, NOW), result, `${name}(${values.map(String).join(', ')})`)
  }
})

test('UTC has an offset too', () => {
  assert.equal(FUNCTIONS['CURRENT_TIMEZONE']?.run([], '2026-11-14T23:05:06Z'), '+00:00')
})
