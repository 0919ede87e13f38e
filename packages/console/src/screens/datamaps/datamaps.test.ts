import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cellFrom, cellText, columnsOf, editText, filterOf } from './columns.ts'
import { definitionOf, furtherRows, rowsOf, topLabels } from './definition-rows.ts'
import { bodyOf, cellAt, changeLines, NO_EDITS, withEdit } from './edits.ts'

const SCHEMA = {
  type: 'object',
  required: ['Systolic'],
  properties: {
    uid: { type: 'string', readOnly: true },
    Systolic: { title: 'Systolic', description: 'pressure; in mm[Hg]', type: ['number', 'null'] },
    Note: {
      anyOf: [
        { type: 'string' },
        { type: 'object', properties: { code: { type: 'string' } } },
        { type: 'null' },
      ],
    },
    Position: {
      type: ['object', 'null'],
      properties: {
        code: {
          type: 'string',
          oneOf: [
            { const: 'at1', title: 'Lying' },
            { const: 'at2', title: 'Sitting' },
          ],
        },
      },
    },
    Smoker: { type: ['boolean', 'null'] },
    Events: { type: 'array', items: {} },
  },
}
const columns = columnsOf(SCHEMA)
const [systolic, note, position, smoker, events] = columns

describe('columns of a datamap', () => {
  it('are those of the schema that can be written', () => {
    assert.deepEqual(
      columns.map(({ label, kind, unit, isRequired }) => [label, kind, unit, isRequired]),
      [
        ['Systolic', 'number', 'mmHg', true],
        ['Note', 'text', '', false],
        ['Position', 'coded', '', false],
        ['Smoker', 'boolean', '', false],
        ['Events', 'object', '', false],
      ],
    )
  })

  it('make cells of texts, and texts of cells', () => {
    assert.ok(systolic && note && position && smoker && events)
    assert.equal(cellFrom(systolic, '120,5'), 120.5)
    assert.equal(cellFrom(systolic, 'high'), 'high')
    assert.equal(cellFrom(note, ''), null)
    assert.deepEqual(cellFrom(position, 'at2'), { code: 'at2', value: 'Sitting' })
    assert.equal(cellFrom(smoker, 'false'), false)
    assert.equal(editText(position, { code: 'at1', value: 'Lying' }), 'at1')
    assert.equal(editText(events, []), undefined)
    assert.equal(
      cellText([
        { code: 'at1', value: 'Lying' },
        { magnitude: 3, units: 'kg' },
      ]),
      'Lying | 3 kg',
    )
  })

  it('are filtered by a part of a text, or by a comparison', () => {
    assert.ok(systolic && note)
    assert.deepEqual(filterOf(systolic, '>= 120'), ['Systolic[gte]', '120'])
    assert.deepEqual(filterOf(systolic, '120'), ['Systolic', '120'])
    assert.deepEqual(filterOf(note, 'pain'), ['Note[contains]', 'pain'])
    assert.equal(filterOf(note, '>'), undefined)
  })
})

describe('changed cells', () => {
  const record = {
    uid: 'u1',
    subject_id: 'P1',
    Systolic: 128,
    Note: null,
    Position: null,
    Smoker: null,
    Events: [1],
  }

  it('are kept apart from the record, and are gone when they are as before', () => {
    const edits = withEdit(NO_EDITS, record, 'Systolic', 131)
    assert.equal(cellAt(edits, record, 'Systolic'), 131)
    assert.deepEqual(changeLines(edits, new Map([['u1', record]])), [
      { key: 'u1 Systolic', record: 'P1', label: 'Systolic', before: '128', after: '131' },
    ])
    assert.equal(withEdit(edits, record, 'Systolic', 128).size, 0)
  })

  it('are written with all other columns', () => {
    assert.deepEqual(bodyOf(columns, record, withEdit(NO_EDITS, record, 'Note', 'well')), {
      Systolic: 128,
      Note: 'well',
      Position: null,
      Smoker: null,
      Events: [1],
    })
  })
})

it('a definition takes further rows from the suggestion of its template', () => {
  const suggestion = {
    template: 'T',
    paths: [
      { add: 'A', path: '/a' },
      { add: 'B', path: '/b' },
    ],
  }
  const rows = rowsOf({ template: 'T', paths: [{ add: 'Mine', path: '/a' }] })
  assert.deepEqual(furtherRows(suggestion, rows), [{ key: 1, add: 'B', path: '/b' }])
  const grouped = { template: 'T', paths: ['a', 'e._root', 'e.rate'].map(add => ({ add, path: '/' })) }
  assert.deepEqual(topLabels(grouped), ['a', 'e'])
  assert.deepEqual(definitionOf('T', rows), { template: 'T', paths: [{ add: 'Mine', path: '/a' }] })
})
