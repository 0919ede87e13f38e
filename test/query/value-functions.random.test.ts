/** The functions that value indexes are on: migration 0029 made them cheaper, and indexes that were there before must stay right. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'

const { database } = await testDatabase()
const BEFORE = new URL('../../packages/server/migrations/0026_smaller_rows.sql', import.meta.url)
const NAMES = ['greatest_value', 'least_value', 'greatest_text', 'least_text', 'may_lack_value'] as const

/** The functions as migration 0026 had them, in a schema of their own. */
before(async () => {
  const text = readFileSync(BEFORE, 'utf8')
  const run = (statement: string) =>
    database.execute(sql({ name: 'test.run', text: statement, prepare: false }))
  await run('create schema before')
  for (const name of NAMES) {
    const [, body] = text.split(`create or replace function cairn.${name}(`)
    assert.ok(body)
    await run(`create function before.${name}(${body.slice(0, body.indexOf('\n$$;'))}\n$$`)
  }
})

/** JSON texts: numbers have more digits than JavaScript keeps, and the same one is written in several ways. */
const numberText = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1',
    '1.0',
    '1.00',
    '1e0',
    '10',
    '2.5',
    '-2.5',
    '1e300',
    '-1e-300',
    '63961869600',
  ),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc.tuple(fc.bigInt(), fc.nat({ max: 999 })).map(([whole, part]) => `${whole}.${part}`),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(each => JSON.stringify(each)),
)
const stringText = fc
  .oneof(
    fc.constantFrom(
      '',
      'a',
      'B',
      'b',
      'é',
      'z',
      '10',
      '9',
      '2024',
      '2024-03',
      '2024-03-01T10:00:00+01:00',
      'null',
    ),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  )
  // PostgreSQL keeps no character 0.
  .map(each => JSON.stringify(each.replaceAll('\0', '')))
const nullText = fc.constant('null')

/** Mostly of one kind, as the values at one path are. */
const valueText: fc.Arbitrary<fc.Arbitrary<string>> = fc.constantFrom(
  numberText,
  stringText,
  fc.constantFrom('true', 'false'),
  fc.oneof(numberText, stringText, fc.constantFrom('true', 'false'), nullText),
)

const listOf = (value: fc.Arbitrary<string>, most: number) =>
  fc.array(fc.oneof(value, nullText), { maxLength: most }).map(each => `[${each.join(',')}]`)

/** Few different ones, so that many are the same; 10 begins as 1 does. */
const vector = (places: number) =>
  fc.array(fc.constantFrom(0, 1, 10), { minLength: places, maxLength: places }).map(each => each.join('.'))

const objectOf = (value: fc.Arbitrary<string>, places: number, most: number) =>
  fc
    .array(fc.tuple(vector(places), fc.oneof({ weight: 5, arbitrary: value }, nullText)), { maxLength: most })
    .map(each => `{${each.map(([at, text]) => `"${at}":${text}`).join(',')}}`)

const leafOf = (places: number, most: number): fc.Arbitrary<string> =>
  valueText.chain(value => fc.oneof(value, listOf(value, most), objectOf(value, places, most)))

const ends = sql<{ leaf: string; name: string | null }, [leaves: readonly string[]]>({
  name: 'test.ends',
  text: `select leaf::text, case
      when cairn.greatest_value(leaf) is distinct from before.greatest_value(leaf) then 'greatest_value'
      when cairn.least_value(leaf) is distinct from before.least_value(leaf) then 'least_value'
      when cairn.greatest_text(leaf) is distinct from before.greatest_text(leaf) then 'greatest_text'
      when cairn.least_text(leaf) is distinct from before.least_text(leaf) then 'least_text' end as name
    from unnest($1::jsonb[]) leaf`,
})

test('the greatest and the least of several values are those of before', async () => {
  const several = leafOf(2, 40).filter(text => /^[[{]/.test(text))
  let compared = 0
  const property = fc.asyncProperty(fc.array(several, { minLength: 20, maxLength: 20 }), async leaves => {
    const found = await database.query(ends, [leaves])
    assert.deepEqual(
      found.filter(({ name }) => name !== null),
      [],
    )
    compared += found.length
  })
  await fc.assert(property, { numRuns: 100 })
  assert.equal(compared, 2000)
})

interface LackingCase {
  readonly leaves: string
  readonly keys: readonly string[]
  readonly places: number
}

/** Lists of nearly the same length. */
const list = fc.integer({ min: 2, max: 3 }).map(length => JSON.stringify(Array(length).fill(1)))
const one = fc.constant('"x"')
/** Leaves repeat as the value does, less often or more often. */
const depth = fc.integer({ min: 1, max: 3 })

/** The leaves of a root: often lists and single values alone, or objects alone. */
const leafKinds: fc.Arbitrary<fc.Arbitrary<string>> = fc.constantFrom(
  fc.oneof(list, one),
  depth.chain(places => objectOf(one, places, 2)),
  fc.oneof(
    list,
    one,
    depth.chain(places => leafOf(places, 3)),
  ),
)

const leavesText = leafKinds.chain(leaf =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), leaf), { selector: ([key]) => key, maxLength: 5 })
    .map(all => `{${all.map(([key, text]) => `"${key}":${text}`).join(',')}}`),
)

const lackingCase: fc.Arbitrary<LackingCase> = fc.record({
  leaves: leavesText,
  keys: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 3 }),
  places: depth,
})

const lacking = sql<
  { now: boolean; earlier: boolean },
  [leaves: string, keys: readonly string[], places: number]
>({
  name: 'test.lacking',
  text: `select cairn.may_lack_value($1::text::jsonb, $2::text[], $3::integer) as now,
    before.may_lack_value($1::text::jsonb, $2::text[], $3::integer) as earlier`,
})

test('the roots of which an instance may have no value are those of before', async () => {
  const seen = { true: 0, false: 0 }
  const property = fc.asyncProperty(lackingCase, async ({ leaves, keys, places }) => {
    const [{ now, earlier } = { now: undefined, earlier: undefined }] = await database.query(lacking, [
      leaves,
      keys,
      places,
    ])
    assert.equal(now, earlier)
    seen[`${now ?? false}`] += 1
  })
  await fc.assert(property, { numRuns: 4000 })
  assert.ok(seen.true > 400 && seen.false > 400, JSON.stringify(seen))
})
