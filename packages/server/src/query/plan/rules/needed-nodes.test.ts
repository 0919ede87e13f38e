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
function neededFor(where: string): readonly string[] {
  const aql = `SELECT o/name/value, o/protocol/name/value FROM OBSERVATION o WHERE ${where}`
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
