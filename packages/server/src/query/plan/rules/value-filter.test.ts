import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../../test/query/small-dictionary.ts'
import { QueryForm } from '../../query-form.ts'
import { planQuery } from '../plan.ts'

const PULSE = 'openEHR-EHR-OBSERVATION.pulse.v1'
const entries = smallDictionary({
  [`OBSERVATION ${PULSE}`]: ['name|DV_TEXT/value', 'uid|HIER_OBJECT_ID/value'],
})

/** The indexes that a condition is looked up in. */
function usedFor(where: string): readonly string[] {
  const query = bindParameters(parseAql(`SELECT 1 FROM OBSERVATION o[${PULSE}] WHERE ${where}`), {})
  const plan = planQuery(new QueryForm(query), false, 16, entries, { hasIndex: () => true })
  assert.ok('explain' in plan)
  return [...plan.explain().matchAll(/^root_value_\w+: (\w+) of (\S+)/gm)].map(
    ([, part, path]) => `${part} ${path}`,
  )
}

for (const [where, used] of Object.entries({
  "o/name/value > 'a'": ['greatest /name/value'],
  "o/name/value <= 'a'": ['least /name/value'],
  "o/name/value = 'a'": ['equal /name/value'],
  "o/name/value matches {'a', 'b'}": ['equal /name/value'],
  "o/name/value = 'a' OR o/name/value < 'b'": ['equal /name/value', 'least /name/value'],
  "o/name/value != 'a'": [],
  "NOT o/name/value = 'a'": [],
  "o/uid/value = 'a'": [],
  "o/name/value LIKE 'a*'": [],
}))
  test(`${where} is looked up in ${used.join(' and ') || 'none'}`, () =>
    assert.deepEqual(usedFor(where), used))

test('a value without an index is noted', () => {
  const query = bindParameters(parseAql(`SELECT 1 FROM OBSERVATION o[${PULSE}] WHERE o/name/value > 'a'`), {})
  const plan = planQuery(new QueryForm(query), false, 16, entries)
  assert.ok('missedIndexes' in plan)
  assert.deepEqual(plan.missedIndexes, [{ archetype: PULSE, path: '/name/value' }])
  assert.doesNotMatch(plan.explain(), /-- indexes/)
})
