import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { data } from '../../../openehr/fixtures/opt-builder/index.ts'
import type { EhrId } from '../ids/index.ts'
import { BARE_CALL, openPrepareWhole } from '../query/index.ts'
import { openDocumentRows } from './document-rows.ts'
import { type Kept, mayMeet, planLive } from './live-plan.ts'

const prepare = openPrepareWhole()
const EHR = '00000000-0000-4000-8000-000000000001'
const planOf = (q: string, hidesIdentity = false) => planLive(prepare(q, BARE_CALL), hidesIdentity)

const OBSERVATION = 'OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]'
const ALL = `FROM EHR e CONTAINS COMPOSITION c CONTAINS ${OBSERVATION}`

describe('a live query is kept', () => {
  const QUERIES: readonly (readonly [q: string, kept: Kept])[] = [
    [`SELECT COUNT(*) FROM EHR e[ehr_id/value='${EHR}'] CONTAINS ${OBSERVATION}`, 'ehr'],
    [`SELECT c ${ALL} WHERE e/ehr_id/value = '${EHR}' ORDER BY c/uid/value LIMIT 3`, 'ehr'],
    [`SELECT c/uid/value ${ALL}`, 'ehrs'],
    [`SELECT o FROM ${OBSERVATION}`, 'ehrs'],
    ['SELECT e/ehr_id/value FROM EHR e NOT CONTAINS COMPOSITION c', 'ehrs'],
    [`SELECT COUNT(*) ${ALL}`, 'query'],
    [`SELECT DISTINCT c/name/value ${ALL}`, 'query'],
    [`SELECT c/uid/value ${ALL} ORDER BY c/uid/value`, 'query'],
    [`SELECT c/uid/value ${ALL} LIMIT 5`, 'query'],
  ]
  for (const [q, kept] of QUERIES)
    it(`by ${kept}: ${q}`, () => {
      assert.equal(planOf(q).kept, kept)
    })

  it('together with the charts of other patients, if the call names the EHR', () => {
    const chartOf = (q: string) => planLive(prepare(q, { ...BARE_CALL, ehrId: EHR as EhrId }), false).each
    assert.match(chartOf(`SELECT c/uid/value ${ALL} ORDER BY c/uid/value LIMIT 3`) ?? '', /e\/ehr_id\/value/)
    assert.match(chartOf(`SELECT o FROM ${OBSERVATION}`) ?? '', /live_ehr\/ehr_id\/value/)
    for (const q of [`SELECT COUNT(*) ${ALL}`, `SELECT DISTINCT c/name/value ${ALL}`])
      assert.equal(chartOf(q), undefined, q)
    assert.equal(planOf(`SELECT c ${ALL} WHERE e/ehr_id/value = '${EHR}'`).each, undefined)
  })

  it('as a whole where rows are without identity', () => {
    assert.equal(planOf(`SELECT c/uid/value ${ALL}`, true).kept, 'query')
  })

  it('by time as well, where it asks for it', () => {
    assert.deepEqual(
      [planOf(`SELECT NOW() ${ALL}`).isTimed, planOf(`SELECT c ${ALL}`).isTimed],
      [true, false],
    )
  })
})

describe('a new document', () => {
  const { demand, ofDocument } = planOf(`SELECT c/uid/value ${ALL} WHERE c/name/value = 'Encounter'`)
  const archetype = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'

  it('matters if it has the archetypes of FROM', () => {
    const meets = (archetypes: readonly string[]) =>
      demand !== undefined && mayMeet(demand, { kind: 'COMPOSITION', archetypes, commit: 1 })
    assert.deepEqual([meets([archetype]), meets(['openEHR-EHR-OBSERVATION.pulse.v2'])], [true, false])
  })

  it('has rows or none, as the evaluator finds them', () => {
    const named = (value: string) =>
      data.composition('openEHR-EHR-COMPOSITION.encounter.v1', 't', {
        name: { _type: 'DV_TEXT', value },
        uid: { _type: 'OBJECT_VERSION_ID', value: `${EHR}::s::1` },
        content: [data.entry(archetype, {})],
      })
    assert.ok(ofDocument)
    const rowsIn = openDocumentRows(ofDocument)
    const found = ['Encounter', 'Report'].map(name => [...rowsIn(EHR, named(name))].length)
    assert.deepEqual(found, [1, 0])
  })

  it('is not enough for a query about its versions or its EHR', () => {
    for (const q of [
      'SELECT v/commit_audit/time_committed/value FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c',
      `SELECT e/ehr_status/is_modifiable ${ALL}`,
      `SELECT e/time_created/value ${ALL}`,
    ])
      assert.equal(planOf(q).ofDocument, undefined, q)
  })
})
