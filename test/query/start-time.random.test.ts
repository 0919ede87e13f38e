/** Random records of up to 110 compositions: the newest and the oldest rows by start time are those of the evaluator. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EhrData } from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import fc from 'fast-check'
import {
  composition,
  diagnosis,
  ehr,
  node,
  status,
  temperature,
  text,
  version,
} from '../../packages/openehr/test/aql/build.ts'
import { openRandomPages } from './random-pages.ts'

const random = await openRandomPages()

const pulse = (name: string): RmObject => node('OBSERVATION', 'openEHR-EHR-OBSERVATION.pulse.v1', name, {})

/** Pulses are rare: some pages have to look behind the newest compositions. */
const entry = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('a', 'b').map(pulse) },
  { weight: 6, arbitrary: fc.constantFrom('t', 'u').map(id => temperature(id, 37)) },
  { weight: 2, arbitrary: fc.constant(diagnosis('d', text('d'))) },
)

/** Some are one moment in other words; some compositions have no start. */
const start = fc.option(
  fc.constantFrom(
    '2024-01-01T10:00:00Z',
    '2024-01-01T11:00:00+01:00',
    '2024-01-01T10:00:00.25Z',
    '2024-02',
    '2025-03-01T08:00:00Z',
    '2023-05-06T07:08:09Z',
  ),
  { nil: undefined, freq: 8 },
)

const document = fc.tuple(fc.constantFrom('encounter', 'report'), start, fc.array(entry, { maxLength: 2 }))

const compositionOf = ([archetype, time, content]: readonly [
  string,
  string | undefined,
  readonly RmObject[],
]): RmObject =>
  composition(archetype, 'c', 'x', {
    content,
    ...(time !== undefined && {
      context: { _type: 'EVENT_CONTEXT', start_time: { _type: 'DV_DATE_TIME', value: time } },
    }),
  })

const records: fc.Arbitrary<readonly EhrData[]> = fc
  .tuple(
    fc.array(document, { minLength: 80, maxLength: 110, size: 'max' }),
    fc.array(document, { maxLength: 20 }),
  )
  .map(all =>
    all.map((documents, at) =>
      ehr(`ehr${at}`, [
        version(`ehr${at}-status`, 1, 0, status(true)),
        ...documents.map((each, number) =>
          version(`ehr${at}-${number}`, 1, 1 + Math.floor(number / 6), compositionOf(each)),
        ),
      ]),
    ),
  )

const START = 'c/context/start_time/value'
const PULSES = 'CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.pulse.v1]'
const QUERIES = [
  `SELECT c/uid/value, o/name/value, ${START} FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o WHERE e/ehr_id/value = 'ehr0' ORDER BY ${START} DESC`,
  `SELECT c/uid/value, o/name/value FROM EHR e CONTAINS COMPOSITION c ${PULSES} WHERE e/ehr_id/value = 'ehr0' ORDER BY ${START} DESC`,
  `SELECT c/uid/value, o/name/value FROM EHR e CONTAINS COMPOSITION c ${PULSES} WHERE e/ehr_id/value = 'ehr1' ORDER BY ${START}`,
  `SELECT c, o/name/value FROM EHR e[ehr_id/value = 'ehr0'] CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.report.v1] ${PULSES} ORDER BY ${START} DESC`,
  `SELECT e/ehr_id/value, o/name/value FROM EHR e CONTAINS COMPOSITION c ${PULSES} WHERE e/ehr_id/value = 'ehr0' ORDER BY ${START}`,
  `SELECT c/uid/value, ${START} FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = 'ehr0' ORDER BY ${START} DESC`,
  `SELECT o/name/value, ${START} FROM EHR e CONTAINS COMPOSITION c ${PULSES} WHERE e/ehr_id/value = 'ehr0' AND o/name/value = 'a' ORDER BY ${START} DESC`,
  `SELECT v/uid/value, c/name/value, ${START}, e/time_created/value FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c WHERE e/ehr_id/value = 'ehr0' ORDER BY ${START} DESC`,
  `SELECT v/commit_audit/time_committed/value, c/uid/value FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.report.v1] WHERE e/ehr_id/value = 'ehr0' AND ${START} > '2024-01-01T10:00:00Z' ORDER BY ${START}`,
  `SELECT o/name/value, ${START} FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o WHERE o/name/value != 'a' AND e/ehr_id/value = 'ehr0' ORDER BY ${START} DESC`,
  `SELECT o/name/value, c/uid/value FROM EHR e[ehr_id/value = 'ehr0'] CONTAINS COMPOSITION c CONTAINS OBSERVATION o WHERE c/name/value = 'c' AND (o/name/value = 'b' OR EXISTS o/data) ORDER BY ${START}`,
]

const page = fc.record({ offset: fc.nat(12), fetch: fc.integer({ min: 1, max: 10 }) })
let narrowed = 0

test('pages by start time are those of the evaluator', async () => {
  const property = fc.asyncProperty(records, page, async (given, each) => {
    const compared = await random.compare(given, QUERIES, [each])
    narrowed += compared.filter(({ plan }) => plan.includes('by the index of start times')).length
  })
  await fc.assert(property, { numRuns: 15, endOnFailure: true })
  assert.ok(random.isDistributed || narrowed >= 140, String(narrowed))
})
