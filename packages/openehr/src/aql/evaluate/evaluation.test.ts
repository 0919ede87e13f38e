import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bloodPressure, composition, ehr, reading, status, version } from '../../../test/aql/build.ts'
import {
  bindParameters,
  type EhrData,
  ehrLinks,
  evaluate,
  openEvaluation,
  parseAql,
  unitOf,
} from '../index.ts'

const NOW = '2026-11-14T10:00:00Z'
const bound = (q: string) => bindParameters(parseAql(q), {})

/** 20 EHRs of 90 systolic values each: more rows than are kept before they are sorted. */
const EHRS: readonly EhrData[] = Array.from({ length: 20 }, (_, at) => {
  const events = Array.from({ length: 90 }, (__, number) =>
    reading('Any event', '2024-03-01T09:00:00Z', (number * 37 + at * 11) % 1009, 80),
  )
  const content = [bloodPressure(`o${at}`, 'BP', events)]
  return ehr(`ehr${at}`, [
    version(`s${at}`, 1, 0, status(true)),
    version(`c${at}`, 1, 1, composition('encounter', 'Visit', 'Dr. Ada', { content })),
  ])
})
const SYSTOLIC = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const FROM = 'FROM EHR e CONTAINS OBSERVATION o'

test('a page is a part of all rows, however they are ordered and cut', () => {
  for (const q of [
    `SELECT ${SYSTOLIC} ${FROM}`,
    `SELECT ${SYSTOLIC}, e/ehr_id/value ${FROM} ORDER BY ${SYSTOLIC} DESC`,
    `SELECT DISTINCT ${SYSTOLIC} ${FROM}`,
    `SELECT DISTINCT ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC}`,
    `SELECT ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC}, e/ehr_id/value LIMIT 500 OFFSET 20`,
    `SELECT TOP 700 ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC}`,
    `SELECT TOP 70 BACKWARD ${SYSTOLIC} ${FROM}`,
    `SELECT DISTINCT TOP 70 BACKWARD ${SYSTOLIC} ${FROM} ORDER BY ${SYSTOLIC}`,
    `SELECT ${SYSTOLIC} AS x, COUNT(*) AS n ${FROM} ORDER BY n DESC, x`,
  ]) {
    const { rows } = evaluate(bound(q), EHRS, { now: NOW })
    assert.ok(rows.length > 50, q)
    for (const [offset, count] of [
      [0, 10],
      [5, 7],
      [60, 1000],
      [10_000, 5],
      [3, 0],
    ] as const) {
      const page = evaluate(bound(q), EHRS, { now: NOW, page: { offset, count } })
      assert.deepEqual(page.rows, rows.slice(offset, offset + count), `${q} ${offset} ${count}`)
    }
  }
})

test('rows that need no order come at once, and no record is looked at after the last of them', () => {
  const evaluation = openEvaluation(bound(`SELECT ${SYSTOLIC} ${FROM} LIMIT 100`), { now: NOW })
  const [first, second, ...rest] = EHRS
  assert.equal([...evaluation.add(first ? [first] : [])].length, 90)
  assert.equal(evaluation.done, false)
  assert.equal([...evaluation.add(second ? [second] : [])].length, 10)
  assert.equal(evaluation.done, true)
  assert.deepEqual([...evaluation.add(rest)], [])
  assert.deepEqual(evaluation.finish(), [])
})

test('references of an EHR lead to what is given beside a version, and FROM does not', () => {
  const [of] = EHRS
  const [state, visit] = of?.versions ?? []
  assert.ok(of && state && visit)
  const evaluation = openEvaluation(
    bound(
      "SELECT e/ehr_status/is_queryable, l/name/value FROM EHR e CONTAINS LOCATABLE l WHERE l/archetype_node_id LIKE 'openEHR*'",
    ),
    { now: NOW },
  )
  const rows = [...evaluation.add([{ ...of, versions: [visit], linked: [state] }])]
  assert.deepEqual(rows, [
    [true, 'Visit'],
    [true, 'BP'],
    [true, 'Device'],
  ])
})

test('what has to be looked at together depends on FROM', () => {
  for (const [from, unit] of [
    ['EHR e', 'ehr'],
    ['COMPOSITION c', 'version'],
    ['EHR e CONTAINS COMPOSITION c CONTAINS (OBSERVATION o AND EVALUATION v)', 'version'],
    ['EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c', 'version'],
    ['VERSION v', 'version'],
    ['EHR e NOT CONTAINS COMPOSITION c', 'ehr'],
    ['COMPOSITION c NOT CONTAINS OBSERVATION o', 'version'],
    ['EHR e CONTAINS (COMPOSITION c AND COMPOSITION d)', 'ehr'],
    ['EHR e CONTAINS (COMPOSITION c OR EHR_STATUS s)', 'ehr'],
    ['FOLDER f', 'version'],
    ['FOLDER f CONTAINS COMPOSITION c', 'ehr'],
    ['LOCATABLE l CONTAINS COMPOSITION c', 'ehr'],
    ['COMPOSITION c AND COMPOSITION d', 'all'],
    ['EHR e AND EHR f', 'all'],
  ] as const)
    assert.equal(unitOf(parseAql(`SELECT 1 FROM ${from}`)), unit, from)
})

test('which references of an EHR a query follows', () => {
  for (const [q, links] of [
    ['SELECT e/ehr_id/value FROM EHR e', []],
    ['SELECT e FROM EHR e', ['ehr_status']],
    ['SELECT COUNT(*) FROM EHR e WHERE e/ehr_status/is_modifiable = true', ['ehr_status']],
    ['SELECT 1 FROM EHR e WHERE EXISTS e/directory', ['directory']],
    ['SELECT 1 FROM EHR e ORDER BY e/time_created/value, e/compositions/uid/value', ['compositions']],
    ['SELECT 1 FROM EHR e[ehr_status/is_queryable=true]', ['ehr_status']],
    [
      'SELECT c/context/health_care_facility/name, LENGTH(e/folders/name/value) FROM EHR e CONTAINS COMPOSITION c',
      ['folders'],
    ],
    ['SELECT e/contributions/id/value FROM EHR e', ['contributions']],
  ] as const)
    assert.deepEqual([...ehrLinks(parseAql(q))], links, q)
})
