import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../../test/query/small-dictionary.ts'
import { QueryForm } from '../../query-form.ts'
import { planQuery } from '../plan.ts'

const PULSE = 'openEHR-EHR-OBSERVATION.pulse.v1'
const entries = smallDictionary({
  'COMPOSITION openEHR-EHR-COMPOSITION.encounter.v1': ['name|DV_TEXT/value'],
  'SECTION openEHR-EHR-SECTION.a.v1': ['name|DV_TEXT/value'],
  'SECTION openEHR-EHR-SECTION.b.v1': ['name|DV_TEXT/value'],
  [`OBSERVATION ${PULSE}`]: ['name|DV_TEXT/value', 'links*|LINK/meaning|DV_TEXT/value'],
  'OBSERVATION openEHR-EHR-OBSERVATION.other.v1': ['name|DV_TEXT/value'],
})

interface Asking {
  readonly inEhr?: boolean
  readonly most?: number
  readonly isDistributed?: boolean
}

/** The variable whose first rows are enough, as a scan or by a sub-query. */
function firstIn(aql: string, { inEhr = false, most = 64, isDistributed = false }: Asking = {}) {
  const query = bindParameters(parseAql(aql), {})
  const plan = planQuery(new QueryForm(query), inEhr, most, entries, { isDistributed })
  assert.ok('explain' in plan, 'reason' in plan ? plan.reason : '')
  return /rows (\w+)\n\s+first 64 by the order of commits/.exec(plan.explain())?.[1]
}

const NAMES = 'SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o'

for (const [aql, alias] of Object.entries({
  [NAMES]: 'r1',
  [`${NAMES} WHERE o/name/value = 'a' OR c/name/value = 'b'`]: 'r1',
  'SELECT c/name/value, e/time_created/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o':
    'r1',
  'SELECT c/name/value, o/links/meaning/value FROM COMPOSITION c CONTAINS OBSERVATION o': 'r1',
  'SELECT o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o': 'document',
  "SELECT o/name/value FROM OBSERVATION o WHERE o/name/value > 'a'": 'document',
}))
  test(`${aql} reads the first documents`, () => assert.equal(firstIn(aql), alias))

test('in a cluster the first documents are gathered by their keys alone', () => {
  assert.equal(firstIn(NAMES, { isDistributed: true }), 'document')
  assert.equal(firstIn(`${NAMES} WHERE o/name/value = 'a'`, { isDistributed: true }), 'document')
})

for (const [why, aql, asking] of [
  ['an index has the order of one archetype', `${NAMES}[${PULSE}]`],
  ['an index has the order of documents', 'SELECT c/name/value FROM COMPOSITION c'],
  ['another order is asked for', `${NAMES} ORDER BY o/name/value`],
  [
    'rows are counted',
    'SELECT c/name/value, COUNT(*) FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o',
  ],
  [
    'equal rows are one',
    'SELECT DISTINCT o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o',
  ],
  [
    'superseded versions are asked for',
    `SELECT o/name/value FROM VERSION v[ALL_VERSIONS] CONTAINS OBSERVATION o`,
  ],
  ['the EHR is named', `${NAMES} WHERE e/ehr_id/value = 'x'`],
  [
    'WHERE asks for what repeats',
    "SELECT c/name/value, o/name/value FROM COMPOSITION c CONTAINS OBSERVATION o WHERE o/links/meaning/value = 'a'",
  ],
  [
    'WHERE asks for what is looked up',
    "SELECT c/name/value, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o WHERE e/system_id/value = 'a'",
  ],
  [
    'more than one root is inside',
    'SELECT c/name/value, o/name/value FROM COMPOSITION c CONTAINS SECTION s CONTAINS OBSERVATION o',
  ],
  ['the call is in one EHR', NAMES, { inEhr: true }],
  ['many rows are wanted', NAMES, { most: 16384 }],
] satisfies readonly (readonly [string, string, Asking?])[])
  test(`all documents are read where ${why}`, () => assert.equal(firstIn(aql, asking), undefined))
