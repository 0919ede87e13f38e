/** A call of a text that was seen before is prepared as one of a text that is new. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@cairn-ehr/openehr'
import { printAql } from '@cairn-ehr/openehr/aql'
import fc from 'fast-check'
import type { CallInput, GivenParameters } from './parameters.ts'
import { shapeOf } from './plan/literals.ts'
import { openPrepare, type Prepare } from './prepare.ts'
import { QueryForm } from './query-form.ts'

const LIMITS = { defaultFetch: 1000, maxFetch: 5000 }
const ID = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const PATH = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const FROM = `FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${ID}]`

const TEXTS = [
  `SELECT ${PATH} ${FROM} WHERE ${PATH} > $a LIMIT 10`,
  `SELECT ${PATH} AS "$a" ${FROM} WHERE ${PATH} > $a AND c/name/value = $b AND c/name/value != '$a'`,
  `SELECT c/name/value ${FROM} WHERE c/name/value matches {$a, 'x', $b} OR NOT c/name/value LIKE $b`,
  `SELECT c/name/value ${FROM} WHERE LENGTH(c/name/value) > $a AND CONCAT('x', $b) = c/name/value`,
  `SELECT $a, c/name/value ${FROM} WHERE c/name/value = $a ORDER BY c/name/value`,
  'SELECT e/ehr_id/value FROM EHR e[ehr_id/value=$a] CONTAINS COMPOSITION c[name/value=$b]',
  `SELECT c/name/value FROM COMPOSITION c CONTAINS OBSERVATION o[$a] WHERE o/name/value = $b`,
  `SELECT c/content[at0001, $a]/name/value FROM COMPOSITION c WHERE c/name/value = $b`,
  `SELECT CONCAT(c/name/value, $a), COUNT(*) FROM COMPOSITION c ORDER BY CONCAT(c/name/value, $b)`,
  `SELECT c/name/value FROM COMPOSITION c WHERE c/content[name/value=$a]/name/value = $b`,
]

const scalar = fc.constantFrom<string | number | boolean | null>(
  'x',
  'at0001',
  ID,
  'it\'s \\ \n \u2028 "é😀"',
  '\0',
  '7d44b88c-4199-4bad-97dc-d78268e01398',
  7,
  -0,
  1.5,
  1e21,
  2 ** 53,
  true,
  null,
)
const value = fc.oneof({ weight: 6, arbitrary: scalar }, fc.array(scalar, { maxLength: 3 }))
const text = fc.constantFrom('x', '7', '1.50', 'true', 'at0001', '1e999', "it's", ID, '\0')
const texts = fc.oneof(
  { weight: 6, arbitrary: text.map(each => [each]) },
  fc.array(text, { minLength: 1, maxLength: 2 }),
)
const sometimes = { weight: 1, arbitrary: fc.constant<Partial<GivenParameters>>({}) }
/** A parameter as it may come: typed, as text, or not at all. */
const given = (name: string): fc.Arbitrary<Partial<GivenParameters>> =>
  fc.oneof(
    { weight: 5, arbitrary: value.map(each => ({ typed: { [name]: each } })) },
    { weight: 5, arbitrary: texts.map(each => ({ untyped: { [name]: each } })) },
    sometimes,
  )
const unknown = fc.oneof({ weight: 19, arbitrary: fc.constant({}) }, fc.constant({ c: 1 }))
const parameters: fc.Arbitrary<GivenParameters> = fc
  .tuple(given('a'), fc.oneof({ weight: 1, arbitrary: given('b') }, sometimes), unknown)
  .map(([a, b, more]) => ({
    typed: { ...a.typed, ...b.typed, ...more },
    untyped: { ...a.untyped, ...b.untyped },
  }))

const callOf = (given: GivenParameters): CallInput => ({
  controls: [],
  ehrId: undefined,
  offset: 0,
  fetch: undefined,
  parameters: given,
})

/** Everything that is made of a call, or the problem with it. */
function outcome(prepare: Prepare, q: string, given: GivenParameters) {
  try {
    const prepared = prepare(q, callOf(given))
    const { form, literals, query, executedJson, text: read } = prepared
    const { key } = form.shape
    const { hasLike, isInOneEhr, columns, asked } = form
    const printed = printAql(query)
    return { key, literals, executedJson, printed, hasLike, isInOneEhr, columns, asked, hash: read.hash }
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, message: error.message }
    throw error
  }
}

test('what is remembered is what would be made anew', () => {
  const prepare = openPrepare(LIMITS)
  let prepared = 0
  fc.assert(
    fc.property(fc.constantFrom(...TEXTS), parameters, (q, given) => {
      const anew = outcome(openPrepare(LIMITS), q, given)
      assert.deepEqual(outcome(prepare, q, given), anew)
      if (!('printed' in anew)) return
      prepared += 1
      assert.equal(JSON.parse(`"${anew.executedJson}"`), anew.printed)
      const { query } = prepare(q, callOf(given))
      const shape = shapeOf(query)
      assert.deepEqual([anew.key, anew.literals], [shape.key, shape.literals])
      assert.equal(anew.isInOneEhr, new QueryForm(query).isInOneEhr)
    }),
    { numRuns: 5000, verbose: true },
  )
  assert.ok(prepared > 500, `only ${prepared} calls were right`)
})

test('calls with values of the same types share a form', () => {
  const prepare = openPrepare(LIMITS)
  const formOf = (q: string, a: string | number) => prepare(q, callOf({ typed: { a }, untyped: {} })).form
  const [compared = ''] = TEXTS
  assert.equal(formOf(compared, 1), formOf(compared, 2))
  assert.notEqual(formOf(compared, 1), formOf(compared, 2.5))
  const named = 'SELECT e/ehr_id/value FROM EHR e[ehr_id/value=$a] CONTAINS COMPOSITION c'
  assert.equal(formOf(named, 'x'), formOf(named, 'y'))
  const structural = 'SELECT o/name/value FROM OBSERVATION o[$a]'
  assert.notEqual(formOf(structural, ID), formOf(structural, 'at0001'))
})
