import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../test/query/small-dictionary.ts'
import { QueryForm } from '../query-form.ts'
import type { Narrowing } from './guard.ts'
import { planQuery } from './plan.ts'

const entries = smallDictionary({
  'COMPOSITION openEHR-EHR-COMPOSITION.encounter.v1': ['name|DV_TEXT/value'],
  'OBSERVATION openEHR-EHR-OBSERVATION.pulse.v1': ['name|DV_TEXT/value'],
})

const NAMES = 'SELECT o/name/value, e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o'

function planned(aql: string, among: Narrowing, isDistributed = false): string {
  const plan = planQuery(new QueryForm(bindParameters(parseAql(aql), {})), false, 16, entries, {
    among,
    isDistributed,
  })
  return 'reason' in plan ? plan.reason : plan.statement.text.replaceAll(/\s+/g, ' ')
}

it('a query of some EHRs sees those that are queryable', () => {
  const text = planned(NAMES, 'ehrs')
  assert.match(text, /ehr_id = any\(\$\d::uuid\[\]\)/)
  assert.match(text, /is_queryable/)
})

it('a query of some versions names their commits', () => {
  assert.match(planned(NAMES, 'versions'), /commit_number = any\(\$\d::bigint\[\]\)/)
  assert.match(
    planned('SELECT e/ehr_id/value FROM EHR e NOT CONTAINS COMPOSITION c', 'versions'),
    /some versions/,
  )
})

it('a query in each of several EHRs has a page of each, also of hidden ones', () => {
  const text = planned(`${NAMES} ORDER BY o/name/value LIMIT 3`, 'each')
  assert.match(text, /from unnest\(\$\d::uuid\[\]\) each_ehr \(ehr_id\), lateral \(/)
  assert.match(text, /ehr_id = each_ehr\.ehr_id/)
  assert.doesNotMatch(text, /is_queryable/)
})

it('the nodes of a cluster have no pages of several EHRs', () => {
  assert.match(planned(NAMES, 'each', true), /cluster/)
})
