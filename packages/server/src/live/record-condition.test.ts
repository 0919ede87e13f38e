import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { data } from '../../../openehr/fixtures/opt-builder/index.ts'
import { Problem } from '../../../openehr/src/index.ts'
import { BARE_CALL, openPrepareWhole } from '../query/index.ts'
import { archetypesOf, changedRows, kindsOf, planCondition } from './record-condition.ts'

const prepare = openPrepareWhole()
const conditionOf = (q: string) => planCondition(prepare(q, BARE_CALL))

const EHR = '00000000-0000-4000-8000-000000000001'
const LAB_RESULT = 'openEHR-EHR-EVALUATION.lab_result.v1'
const ALL = `FROM EHR e CONTAINS COMPOSITION c CONTAINS EVALUATION o[${LAB_RESULT}]`
const VALUE = 'o/data[at0001]/items[at0002]/value/magnitude'
const HIGH = `SELECT ${VALUE} AS potassium ${ALL} WHERE ${VALUE} > 6`

/** A laboratory report, only as far as queries look at it. */
const report = (...values: readonly number[]) => {
  const element = (magnitude: number) =>
    data.element('at0002', { _type: 'DV_QUANTITY', magnitude, units: 'mmol/l' })
  const result = {
    ...data.locatable('EVALUATION', LAB_RESULT, {
      data: data.locatable('ITEM_LIST', 'at0001', { items: values.map(element) }),
    }),
    archetype_details: {
      _type: 'ARCHETYPED',
      archetype_id: { _type: 'ARCHETYPE_ID', value: LAB_RESULT },
      rm_version: '1.1.0',
    },
  }
  return data.composition('openEHR-EHR-COMPOSITION.report.v1', 'Laboratory', { content: [result] })
}

const changes = (before: readonly number[] | undefined, after: readonly number[] | undefined, q = HIGH) => {
  const found = changedRows(conditionOf(q), EHR, {
    before: before && report(...before),
    after: after && report(...after),
  })
  return found && [found.added, found.changed, found.removed]
}

describe('rows of a condition', () => {
  it('appear with a version that has them', () => {
    assert.deepEqual(changes(undefined, [5, 6.9]), [[[6.9]], [], []])
    assert.equal(changes(undefined, [5, 6]), undefined)
  })

  it('change and go with the versions that follow', () => {
    assert.deepEqual(changes([6.9], [7.2]), [[], [{ before: [6.9], after: [7.2] }], []])
    assert.deepEqual(changes([6.9, 7], [7]), [[], [], [[6.9]]])
    assert.deepEqual(changes([6.9], [5]), [[], [], [[6.9]]])
    assert.equal(changes([6.9], [6.9]), undefined)
  })

  it('go with the version that deletes the record', () => {
    assert.deepEqual(changes([6.9], undefined), [[], [], [[6.9]]])
    assert.equal(changes([5], undefined), undefined)
  })

  it('have the columns of the query', () => {
    const found = changedRows(conditionOf(HIGH), EHR, { before: undefined, after: report(7) })
    assert.deepEqual(found?.columns, [{ name: 'potassium', path: VALUE }])
  })

  it('are limited in number', () => {
    const many = Array.from({ length: 1001 }, () => 7)
    assert.throws(() => changes(undefined, many), /more than 1000 rows/)
  })
})

describe('a query of a subscription', () => {
  const REFUSED: readonly (readonly [q: string, says: RegExp])[] = [
    [`SELECT COUNT(*) ${ALL}`, /aggregates/],
    [`SELECT DISTINCT c/name/value ${ALL}`, /DISTINCT/],
    [`SELECT c ${ALL} ORDER BY c/name/value`, /ORDER BY/],
    [`SELECT c ${ALL} LIMIT 3`, /LIMIT/],
    [`SELECT COUNT(*) ${ALL} ORDER BY COUNT(*)`, /aggregates such as COUNT and ORDER BY/],
    [`SELECT NOW() ${ALL}`, /NOW\(\)/],
    [`SELECT c FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c`, /one record/],
    [`SELECT c FROM EHR e CONTAINS (COMPOSITION c AND COMPOSITION d)`, /one record/],
    [`SELECT e/ehr_status/subject/external_ref/id/value ${ALL}`, /one record/],
    ['SELECT e/ehr_id/value FROM EHR e', /one record/],
    ['SELECT p FROM PERSON p', /parties/],
  ]
  for (const [q, says] of REFUSED)
    it(`is refused: ${q}`, () => {
      assert.throws(
        () => conditionOf(q),
        (error: unknown) =>
          error instanceof Problem &&
          String(error.code) === 'subscription.query_refused' &&
          says.test(error.message),
      )
    })

  it('is found by its archetypes, and by the kinds of records that can have them', () => {
    const of = (q: string) => {
      const { demand } = conditionOf(q)
      return [archetypesOf(demand), kindsOf(demand)]
    }
    assert.deepEqual(of(HIGH), [[LAB_RESULT], ['COMPOSITION']])
    assert.deepEqual(of('SELECT c FROM COMPOSITION c'), [undefined, ['COMPOSITION']])
    assert.deepEqual(of('SELECT s FROM EHR e CONTAINS EHR_STATUS s'), [undefined, ['EHR_STATUS']])
    const either =
      'SELECT c FROM COMPOSITION c CONTAINS (OBSERVATION a[openEHR-EHR-OBSERVATION.a.v1] OR EVALUATION b[openEHR-EHR-EVALUATION.b.v1])'
    assert.deepEqual(of(either), [
      ['openEHR-EHR-OBSERVATION.a.v1', 'openEHR-EHR-EVALUATION.b.v1'],
      ['COMPOSITION'],
    ])
  })
})
