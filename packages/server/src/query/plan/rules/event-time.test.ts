import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { smallDictionary } from '../../../../../../test/query/small-dictionary.ts'
import { QueryForm } from '../../query-form.ts'
import { planQuery } from '../plan.ts'

const PULSE = 'openEHR-EHR-OBSERVATION.pulse.v1'
const EVENT_PATH = 'data[at0001]|HISTORY/events*[at0006]|POINT_EVENT'
const entries = smallDictionary({
  'COMPOSITION openEHR-EHR-COMPOSITION.encounter.v1': ['name|DV_TEXT/value'],
  'COMPOSITION openEHR-EHR-COMPOSITION.report.v1': ['name|DV_TEXT/value'],
  [`OBSERVATION ${PULSE}`]: [
    'name|DV_TEXT/value',
    'data[at0001]|HISTORY/origin|DV_DATE_TIME/#',
    'data[at0001]|HISTORY/origin|DV_DATE_TIME/value',
    `${EVENT_PATH}/name|DV_TEXT/value`,
    `${EVENT_PATH}/time|DV_DATE_TIME/#`,
    `${EVENT_PATH}/time|DV_DATE_TIME/value`,
  ],
})

interface Asking {
  readonly inEhr?: boolean
  readonly most?: number
  readonly isDistributed?: boolean
}

function readsNewest(aql: string, { inEhr = true, most = 11, isDistributed = false }: Asking = {}) {
  const query = bindParameters(parseAql(aql), {})
  const plan = planQuery(new QueryForm(query), inEhr, most, entries, { isDistributed })
  assert.ok('explain' in plan, 'reason' in plan ? plan.reason : '')
  return /first 11 by the index of event times/.test(plan.explain())
}

const TIME = 'o/data[at0001]/events[at0006]/time/value'
const FROM = `FROM EHR e CONTAINS OBSERVATION o[${PULSE}]`
const IN = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${PULSE}]`
const ID = "ehr_id/value = '7d44b88c-4199-4bad-97dc-d78268e01398'"
const NEWEST = `SELECT o/name/value ${FROM} ORDER BY ${TIME} DESC`

for (const [aql, asking] of [
  [NEWEST],
  [NEWEST, { isDistributed: true }],
  [`SELECT c/name/value, ${TIME} ${IN} ORDER BY ${TIME} DESC`],
  [`SELECT o ${IN} ORDER BY o/data[at0001]/events[at0006]/time DESC`],
  [`SELECT o/name/value ${FROM} WHERE e/${ID} ORDER BY ${TIME} DESC`, { inEhr: false }],
  [`SELECT o/name/value ${FROM.replace('EHR e', `EHR e[${ID}]`)} ORDER BY ${TIME} DESC`, { inEhr: false }],
  [`SELECT o/name/value ${FROM} WHERE ${TIME} > '2024-01-01T00:00:00Z' ORDER BY ${TIME} DESC`],
] as const)
  test(`${aql} reads the newest roots${asking ? `: ${JSON.stringify(asking)}` : ''}`, () =>
    assert.ok(readsNewest(aql, asking)))

for (const [why, aql, asking] of [
  ['all EHRs are asked for', NEWEST, { inEhr: false }],
  ['very many rows are wanted', NEWEST, { most: 16384 }],
  ['WHERE may leave out most rows', `SELECT o ${FROM} WHERE o/name/value = 'a' ORDER BY ${TIME} DESC`],
  ['the oldest are wanted', `SELECT o/name/value ${FROM} ORDER BY ${TIME}`],
  ['another time is ordered by', `SELECT o ${FROM} ORDER BY o/data[at0001]/origin DESC`],
  ['several orders are asked for', `${NEWEST}, o/name/value`],
  [
    'the composition leaves some out',
    `SELECT c, o ${IN.replace('N c', 'N c[openEHR-EHR-COMPOSITION.report.v1]')} ORDER BY ${TIME} DESC`,
  ],
  ['rows are counted', `SELECT COUNT(*) ${FROM}`],
] as const)
  test(`all roots are read where ${why}`, () => assert.ok(!readsNewest(aql, asking)))
