import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../../test/query/small-dictionary.ts'
import { resolve } from '../resolve.ts'
import { neededBy } from './needed-nodes.ts'

const entries = smallDictionary({
  'OBSERVATION openEHR-EHR-OBSERVATION.pulse.v1': ['name/value', 'protocol|ITEM_TREE/name/value'],
})

/** The last steps of what WHERE needs. */
const neededFor = (where: string): readonly string[] =>
  neededIn(`SELECT o/name/value, o/protocol/name/value FROM OBSERVATION o WHERE ${where}`)

function neededIn(aql: string): readonly string[] {
  const resolved = resolve(bindParameters(parseAql(aql), {}), entries)
  return [...neededBy(resolved)].map(({ parent, text }) => `${parent?.text}/${text}`)
}

for (const [where, needed] of Object.entries({
  "o/name/value = 'a'": ['name/value'],
  'o/name/value < o/protocol/name/value': ['name/value', 'name/value'],
  "o/name/value LIKE 'a*' AND o/protocol/name/value matches {'b'}": ['name/value', 'name/value'],
  'EXISTS o/name/value': ['name/value'],
  "o/name/value = 'a' OR o/protocol/name/value = 'b'": [],
  "NOT o/name/value = 'a'": [],
  'NOT EXISTS o/name/value': [],
}))
  test(`${where} needs ${needed.join(' and ') || 'nothing'}`, () =>
    assert.deepEqual(neededFor(where), needed))

for (const [columns, needed] of Object.entries({
  'MIN(o/name/value)': ['name/value'],
  'MIN(o/name/value), COUNT(o/name/value), MAX(o/name/value)': ['name/value'],
  'MIN(o/name/value), COUNT(*)': [],
  'MIN(o/name/value), o/protocol/name/value': [],
  'MIN(o/name/value), MAX(o/protocol/name/value)': [],
  'COUNT(*)': [],
  'o/name/value': [],
}))
  test(`SELECT ${columns} needs ${needed.join(' and ') || 'nothing'}`, () =>
    assert.deepEqual(neededIn(`SELECT ${columns} FROM OBSERVATION o`), needed))
