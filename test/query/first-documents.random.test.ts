/** Random documents, most of them more than a page holds: pages that are read from the first documents have the evaluator's rows. */
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

const link = (meaning: string): RmObject => ({
  _type: 'LINK',
  meaning: text(meaning),
  type: text('t'),
  target: { _type: 'DV_EHR_URI', value: 'ehr://x' },
})
const pulse = (name: string, links: number): RmObject =>
  node('OBSERVATION', 'openEHR-EHR-OBSERVATION.pulse.v1', name, {
    ...(links > 0 && { links: ['a', 'b'].slice(0, links).map(link) }),
  })

const entry = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b'), fc.nat(2)).map(([name, links]) => pulse(name, links)),
  fc.uuid().map(id => temperature(id, 37)),
  fc.uuid().map(id => diagnosis(id, text('d'))),
)
const content = fc.array(entry, { maxLength: 3 })
type Document = readonly [archetype: string, name: string, content: readonly RmObject[]]
const document: fc.Arbitrary<Document> = fc.tuple(
  fc.constantFrom('encounter', 'report'),
  fc.constantFrom('c', 'd'),
  content,
)

/** The last version counts: a second one may have nothing inside. */
const history = fc.tuple(document, fc.option(document, { nil: undefined, freq: 4 }))

/** First versions before second ones: each has an hour of the day for itself. */
const versionsOf = (id: string, histories: readonly (readonly (Document | undefined)[])[]): RmObject[] =>
  [0, 1]
    .flatMap(at =>
      histories.flatMap((documents, number) => {
        const found = documents[at]
        return found ? [{ object: `${id}-${number}`, number: at + 1, found }] : []
      }),
    )
    .map(({ object, number, found: [archetype, name, inside] }, at) =>
      version(object, number, at + 1, composition(archetype, name, 'x', { content: inside })),
    )

const records: fc.Arbitrary<readonly EhrData[]> = fc
  .array(fc.tuple(fc.boolean(), fc.array(history, { minLength: 8, maxLength: 11 })), {
    minLength: 3,
    maxLength: 4,
  })
  .map(ehrs =>
    ehrs.map(([isQueryable, histories], at) =>
      ehr(`ehr${at}`, [
        version(`ehr${at}-status`, 1, 0, status(at === 0 || isQueryable)),
        ...versionsOf(`ehr${at}`, histories),
      ]),
    ),
  )

const IN = 'FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o'
const QUERIES = [
  `SELECT c/name/value, o/name/value ${IN}`,
  `SELECT c/uid/value, o/name/value ${IN} WHERE o/name/value = 'a'`,
  `SELECT c/uid/value, o/name/value ${IN} WHERE c/name/value = 'c' AND NOT o/name/value = 'b'`,
  `SELECT c/uid/value, o/links/meaning/value ${IN}`,
  `SELECT e/time_created/value, c/uid/value ${IN}`,
  'SELECT v/uid/value, o/name/value FROM VERSION v CONTAINS COMPOSITION c CONTAINS OBSERVATION o',
  `SELECT e/ehr_id/value, o/name/value ${IN}`,
  `SELECT o/name/value, o/links/meaning/value ${IN}`,
  `SELECT o/name/value ${IN} WHERE o/name/value = 'b'`,
  "SELECT c/uid/value, x/name/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.report.v1] CONTAINS ENTRY x WHERE x/name/value != 'a'",
  'SELECT c, o FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o',
]

const page = fc.record({ offset: fc.nat(20), fetch: fc.integer({ min: 1, max: 8 }) })
const seen = { first: 0, full: 0 }

test('pages of the first documents are those of the evaluator', async () => {
  const pages = fc.array(page, { minLength: 2, maxLength: 2 })
  const property = fc.asyncProperty(records, pages, async (given, both) => {
    const compared = await random.compare(given, QUERIES, both)
    seen.first += compared.filter(({ plan }) => plan.includes('by the order of commits')).length
    seen.full += compared.filter(({ count }, at) => count === both[at % both.length]?.fetch).length
  })
  await fc.assert(property, { numRuns: 12, endOnFailure: true })
  assert.ok(random.isDistributed || seen.first > 150, JSON.stringify(seen))
  assert.ok(seen.full > 80, JSON.stringify(seen))
})
