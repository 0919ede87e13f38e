/** Cells of a datamap as values of SQL columns. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Cell, ValueType } from '../model.ts'
import { formsOf } from './forms.ts'

const shown = (types: readonly ValueType[], cell: Cell): Record<string, Cell> =>
  Object.fromEntries(formsOf({ types }).map(({ suffix, value }) => [suffix, value(cell, types)]))

const quantity = { type: 'DV_QUANTITY', units: ['kg'] }

const CASES: readonly (readonly [
  title: string,
  types: readonly ValueType[],
  cell: Cell,
  expected: object,
])[] = [
  ['a partial date has no SQL date', [{ type: 'DV_DATE' }], '1951-03', { '': null, _text: '1951-03' }],
  ['a date in basic notation', [{ type: 'DV_DATE' }], '19510302', { '': '1951-03-02', _text: '19510302' }],
  ['year 0', [{ type: 'DV_DATE' }], '0000-01-01', { '': null, _text: '0000-01-01' }],
  [
    'a time without an offset is no instant',
    [{ type: 'DV_DATE_TIME' }],
    '2026-01-02T03:04',
    { '': null, _text: '2026-01-02T03:04' },
  ],
  ['a count that is no whole number', [{ type: 'DV_COUNT' }], 1.5, { '': null }],
  ['a quantity in the only units', [quantity], 70.5, { '': 70.5 }],
  ['a quantity in other units is no number', [quantity], { magnitude: 150, units: 'lb' }, { '': null }],
  [
    'a quantity with several units',
    [{ type: 'DV_QUANTITY', units: ['Cel', '[degF]'] }],
    { magnitude: 37, units: 'Cel' },
    { '': 37, _units: 'Cel' },
  ],
  [
    'the terminology of the template',
    [{ type: 'DV_CODED_TEXT', terminology: 'local' }],
    { code: 'at1', value: 'One' },
    { '': 'One', _code: 'at1', _terminology: 'local' },
  ],
  [
    'the number of an ordinal that the template lists',
    [{ type: 'DV_ORDINAL', codes: [{ code: 'at1', value: 'One', ordinal: 4 }] }],
    { code: 'at1', value: 'One' },
    { '': 'One', _code: 'at1', _ordinal: 4 },
  ],
  ['a coded value where a text is expected', [{ type: 'DV_TEXT' }], { code: 'x', value: 'Ex' }, { '': 'Ex' }],
  [
    'a text or a coded text',
    [{ type: 'DV_TEXT' }, { type: 'DV_CODED_TEXT' }],
    'typed',
    { '': 'typed', _code: null, _terminology: null },
  ],
  ['several classes', [quantity, { type: 'DV_TEXT' }], 'heavy', { '': 'heavy' }],
  ['nothing', [{ type: 'DV_CODED_TEXT' }], null, { '': null, _code: null, _terminology: null }],
]

for (const [title, types, cell, expected] of CASES)
  it(title, () => assert.deepEqual(shown(types, cell), expected))
