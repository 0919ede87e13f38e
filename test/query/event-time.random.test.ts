/** Random events of observations and actions: the newest rows by event time are those of the evaluator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EhrData } from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import { composition, ehr, node, status, time, tree, version } from '../../packages/openehr/test/aql/build.ts'
import { openRandomPages } from './random-pages.ts'

const random = await openRandomPages()

/** Some are one moment in other words. */
const moment = fc.constantFrom(
  '2024-01-01T10:00:00Z',
  '2024-01-01T11:00:00+01:00',
  '2024-01-01T10:00:00.25Z',
  '2024-02',
  '2025-03-01T08:00:00Z',
  '2023-05-06T07:08:09Z',
)

/** Few are of another class or at another node, and few have no time. */
const event = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('POINT_EVENT') },
      { weight: 1, arbitrary: fc.constant('INTERVAL_EVENT') },
    ),
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('at0006') },
      { weight: 1, arbitrary: fc.constant('at0042') },
    ),
    fc.option(moment, { nil: undefined, freq: 12 }),
    fc.constantFrom('a', 'b'),
  )
  .map(([type, id, at, name]) =>
    node(type, id, name, { ...(at !== undefined && { time: time(at) }), data: tree('at0003', []) }),
  )

const pulse = (events: readonly RmObject[], name: string): RmObject =>
  node('OBSERVATION', 'openEHR-EHR-OBSERVATION.pulse.v1', name, {
    data: node('HISTORY', 'at0001', 'History', { origin: time('2024-03-01T10:00:00+01:00'), events }),
  })

const action = (at: string): RmObject =>
  node('ACTION', 'openEHR-EHR-ACTION.procedure.v1', 'Procedure', { time: time(at) })

const events = fc.oneof(
  { weight: 6, arbitrary: fc.array(event, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(event, { maxLength: 3 }) },
)
const entry = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(events, fc.constantFrom('p', 'q')).map(given => pulse(...given)) },
  { weight: 1, arbitrary: moment.map(action) },
)

const document = fc
  .tuple(fc.constantFrom('encounter', 'report'), fc.array(entry, { maxLength: 2 }))
  .map(([archetype, content]) => composition(archetype, 'c', 'x', { content }))

const records: fc.Arbitrary<readonly EhrData[]> = fc
  .tuple(
    fc.array(document, { minLength: 30, maxLength: 50, size: 'max' }),
    fc.array(document, { maxLength: 8 }),
  )
  .map(all =>
    all.map((documents, at) =>
      ehr(`ehr${at}`, [
        version(`ehr${at}-status`, 1, 0, status(true)),
        ...documents.map((each, number) =>
          version(`ehr${at}-${number}`, 1, 1 + Math.floor(number / 6), each),
        ),
      ]),
    ),
  )

const PULSE = 'OBSERVATION o[openEHR-EHR-OBSERVATION.pulse.v1]'
const EVENT = 'o/data[at0001]/events[at0006]'
const TIME = `${EVENT}/time/value`
const OF_EHR = "WHERE e/ehr_id/value = 'ehr0'"
const QUERIES = [
  `SELECT ${TIME}, ${EVENT}/name/value FROM EHR e CONTAINS ${PULSE} ${OF_EHR} ORDER BY ${TIME} DESC`,
  `SELECT c/uid/value, ${TIME}, o/name/value FROM EHR e CONTAINS COMPOSITION c CONTAINS ${PULSE} ${OF_EHR} ORDER BY ${EVENT}/time DESC`,
  `SELECT ${TIME}, e/ehr_id/value FROM EHR e[ehr_id/value = 'ehr1'] CONTAINS ${PULSE} ORDER BY ${TIME} DESC`,
  `SELECT c/uid/value, ${TIME} FROM EHR e CONTAINS COMPOSITION c CONTAINS ${PULSE} ${OF_EHR} AND ${TIME} > '2024-01-01T10:00:00Z' ORDER BY ${TIME} DESC`,
  `SELECT o, ${TIME} FROM EHR e CONTAINS ${PULSE} ${OF_EHR} ORDER BY ${TIME} DESC`,
  `SELECT ${TIME} FROM EHR e CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.report.v1] CONTAINS ${PULSE} ${OF_EHR} ORDER BY ${TIME} DESC`,
  `SELECT ${TIME} FROM EHR e CONTAINS ${PULSE} ${OF_EHR} ORDER BY ${TIME}`,
  `SELECT o/data[at0001]/events[at0042]/time/value FROM EHR e CONTAINS ${PULSE} ${OF_EHR} ORDER BY o/data[at0001]/events[at0042]/time/value DESC`,
  `SELECT a/time/value, c/uid/value FROM EHR e CONTAINS COMPOSITION c CONTAINS ACTION a[openEHR-EHR-ACTION.procedure.v1] ${OF_EHR} ORDER BY a/time/value DESC`,
]

const page = fc.record({ offset: fc.nat(12), fetch: fc.integer({ min: 1, max: 10 }) })
let byIndex = 0

test('pages by event time are those of the evaluator', async () => {
  const property = fc.asyncProperty(records, page, async (given, each) => {
    const compared = await random.compare(given, QUERIES, [each])
    byIndex += compared.filter(({ plan }) => plan.includes('by the index of event times')).length
  })
  await fc.assert(property, { numRuns: 25, endOnFailure: true })
  assert.ok(byIndex >= 140, String(byIndex))
})
