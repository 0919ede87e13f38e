import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../../test/query/small-dictionary.ts'
import { QueryForm } from '../../query-form.ts'
import { planQuery } from '../plan.ts'

const PULSE = 'openEHR-EHR-OBSERVATION.pulse.v1'
const entries = smallDictionary({
  'COMPOSITION openEHR-EHR-COMPOSITION.encounter.v1': [
    'name|DV_TEXT/value',
    'context|EVENT_CONTEXT/start_time|DV_DATE_TIME/#',
    'context|EVENT_CONTEXT/start_time|DV_DATE_TIME/value',
  ],
  [`OBSERVATION ${PULSE}`]: ['name|DV_TEXT/value', 'links*|LINK/meaning|DV_TEXT/value'],
})

interface Asking {
  readonly inEhr?: boolean
  readonly most?: number
  readonly isDistributed?: boolean
}

function looksInNewest(aql: string, { inEhr = true, most = 11, isDistributed = false }: Asking = {}) {
  const query = bindParameters(parseAql(aql), {})
  const plan = planQuery(new QueryForm(query), inEhr, most, entries, { isDistributed })
  assert.ok('explain' in plan, 'reason' in plan ? plan.reason : '')
  return /first (?:88|11) by the index of start times/.test(plan.explain())
}

const START = 'c/context/start_time/value'
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PULSE}]`
const ID = "e/ehr_id/value = '7d44b88c-4199-4bad-97dc-d78268e01398'"
const NEWEST = `SELECT o/name/value ${FROM} ORDER BY ${START} DESC`

for (const [aql, asking] of [
  [NEWEST],
  [`SELECT o/name/value ${FROM} ORDER BY ${START}`],
  [`SELECT c, o/links/meaning/value ${FROM} ORDER BY c/context/start_time DESC`],
  [`SELECT o/name/value ${FROM} WHERE ${ID} ORDER BY ${START} DESC`, { inEhr: false }],
  [
    `SELECT o/name/value ${FROM.replace('EHR e', `EHR e[${ID.slice(2)}]`)} ORDER BY ${START} DESC`,
    { inEhr: false },
  ],
  [`SELECT o/name/value ${FROM} WHERE o/name/value = 'a' ORDER BY ${START} DESC`],
  [
    `SELECT v/uid/value, c/name/value FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c ORDER BY ${START} DESC`,
  ],
  [`SELECT c/name/value FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = 'a' ORDER BY ${START} DESC`],
] as const)
  test(`${aql} looks in the newest compositions first`, () => assert.ok(looksInNewest(aql, asking)))

for (const [why, aql, asking] of [
  ['all EHRs are asked for', NEWEST, { inEhr: false }],
  ['very many rows are wanted', NEWEST, { most: 16384 }],
  ['nodes of a cluster have no such form', NEWEST, { isDistributed: true }],
  ['another order is asked for', `SELECT o/name/value ${FROM} ORDER BY o/name/value`],
  ['several orders are asked for', `${NEWEST}, o/name/value`],
  ['rows are counted', `SELECT COUNT(*) ${FROM}`],
  [
    'the index is in the order itself',
    `SELECT c/name/value FROM EHR e CONTAINS COMPOSITION c ORDER BY ${START}`,
  ],
] as const)
  test(`all compositions are read where ${why}`, () => assert.ok(!looksInNewest(aql, asking)))
