import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellObject, ValueColumn } from '../model.ts'
import { alignRows } from './align-rows.ts'

const column = (label: string): ValueColumn => ({
  kind: 'value',
  label,
  fullLabel: label,
  steps: [],
  path: '',
  title: label,
  types: [],
  required: false,
  always: false,
  first: false,
})

const COLUMNS = ['name', 'dose', 'route'].map(column)

/** `A 1 oral` → a row. */
const rows = (...texts: readonly string[]): readonly CellObject[] =>
  texts.map(text => {
    const [name = null, dose = null, route = null] = text.split(' ')
    return { name, dose, route }
  })

const of = (olds: readonly string[], news: readonly string[], movable = true) =>
  alignRows(COLUMNS, rows(...olds), rows(...news), movable)

describe('rows of an update', () => {
  const cases: readonly [
    name: string,
    olds: readonly string[],
    news: readonly string[],
    expected: readonly (number | undefined)[],
  ][] = [
    ['that are equal are the same', ['A 1', 'B 2'], ['A 1', 'B 2'], [0, 1]],
    ['keep their partner when others go', ['A 1', 'B 2', 'C 3'], ['A 1', 'C 3'], [0, 2]],
    [
      'keep their partner when others come',
      ['A 1', 'B 2'],
      ['X 9', 'A 1', 'Y 9', 'B 2'],
      [undefined, 0, undefined, 1],
    ],
    ['that begin alike and share something are the same', ['A 1 oral'], ['A 2 nasal'], [0]],
    ['that share most are the same', ['A 1 oral'], ['B 1 oral'], [0]],
    ['that share only what many share are not', ['A 1'], ['B 1'], [undefined]],
    ['that share nothing are not', ['A 1'], ['B 2'], [undefined]],
    ['that only moved are the same', ['A 1', 'B 2', 'C 3'], ['C 3', 'A 1', 'B 2'], [2, 0, 1]],
    ['that are equal to several stay in order', ['A 1', 'A 1', 'B 2'], ['A 1', 'B 2'], [0, 2]],
    ['go to the one that they share most with', ['A 1 oral', 'A 2 nasal'], ['A 2 oral', 'A 2 nasal'], [0, 1]],
    ['that were empty and are not any more are new', [''], ['A 1'], [undefined]],
    ['of none are new', [], ['A 1'], [undefined]],
  ]
  for (const [name, olds, news, expected] of cases) it(name, () => assert.deepEqual(of(olds, news), expected))

  it('do not move where they stand in several nodes', () => {
    assert.deepEqual(of(['A 1', 'B 2'], ['B 2', 'A 1'], false).filter(row => row !== undefined).length, 1)
  })

  it('are found among very many', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `N${index} ${index}`)
    const changed = many.toSpliced(1500, 1).with(2000, 'N2001 changed').toSpliced(10, 0, 'X 1')
    const found = of(many, changed)
    assert.equal(found[10], undefined)
    assert.equal(found[11], 10)
    assert.equal(found[2001], 2001)
    assert.equal(found.at(-1), 2999)
    assert.equal(found.filter(row => row === undefined).length, 1)
  })
})
