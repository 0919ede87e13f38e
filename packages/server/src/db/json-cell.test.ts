/** Cells as JSON texts: what `JSON.stringify` makes of the value that the driver reads, whatever it is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../../test/database.ts'
import { sql } from './index.ts'

const { database } = await testDatabase()

const text = `select $1::jsonb as a, $2::text as b, $3::jsonb #> '{n}' as c, $4::uuid as d, $5::float8 as e, $6::bigint as f,
  $7::numeric as g, $8::boolean as h, null::jsonb as i, to_jsonb($7::numeric) as j`

const storable = fc.string({ unit: 'grapheme' }).filter(each => !each.includes('\0'))
const json = fc
  .jsonValue({ stringUnit: 'grapheme' })
  .filter(value => !JSON.stringify(value).includes('\\u0000'))
const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.stringMatching(/^\d{0,20}$/))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`)

const cells = fc.tuple(
  fc.option(json.map(value => JSON.stringify(value))),
  fc.option(storable),
  decimal.map(number => `{"n": ${number}}`),
  fc.option(fc.uuid()),
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  fc.option(fc.maxSafeInteger()),
  decimal,
  fc.option(fc.boolean()),
)

test('cells are printed as the values that the driver reads, prepared or not', async () => {
  const values = sql<unknown[], unknown[]>({ name: 'test.values', text, rowMode: 'array', prepare: false })
  const prepared = sql<string[], unknown[]>({ name: 'test.json', text, rowMode: 'json' })
  const unprepared = sql<string[], unknown[]>({ name: 'test.once', text, rowMode: 'json', prepare: false })
  await fc.assert(
    fc.asyncProperty(cells, async given => {
      const [expected = []] = await database.query(values, given)
      const printed = expected.map(value => JSON.stringify(value))
      assert.deepEqual(await database.query(prepared, given), [printed])
      assert.deepEqual(await database.query(unprepared, given), [printed])
    }),
    { numRuns: 300, verbose: true },
  )
})

for (const [number, printed] of Object.entries({
  '0': '0',
  '-0': '0',
  '120': '120',
  '120.0': '120',
  '120.50': '120.5',
  '0.1': '0.1',
  '0.000001': '0.000001',
  '0.0000001': '1e-7',
  '123456789012345': '123456789012345',
  '12345678901234567890': '12345678901234567000',
  '0.12345678901234567890': '0.12345678901234568',
}))
  test(`the number ${number} is printed as ${printed}`, async () => {
    const read = sql<string[], [json: string]>({
      name: 'test.one',
      text: 'select $1::jsonb',
      rowMode: 'json',
    })
    assert.deepEqual(await database.query(read, [number]), [[printed]])
  })

test('cells come so through a cursor too', async () => {
  const rows = sql<string[]>({
    name: 'test.cursor',
    text: `select n, 'a' || n, null::text from generate_series(1, 3) n`,
    rowMode: 'json',
  })
  const found: (readonly (readonly string[])[])[] = []
  for await (const batch of database.stream(rows, [], { batch: 2 })) found.push(batch)
  assert.deepEqual(found, [
    [
      ['1', '"a1"', 'null'],
      ['2', '"a2"', 'null'],
    ],
    [['3', '"a3"', 'null']],
  ])
})
