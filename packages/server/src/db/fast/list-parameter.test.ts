/** Rows as lists arrive in the database as they were given, whatever their values. */
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../../../test/database.ts'
import { DatabaseError, sql } from '../index.ts'
import { rowsAsLists } from '../writing/index.ts'

const { database } = await testDatabase()

interface Row {
  readonly id: string | null
  readonly count: number | null
  readonly small: number | null
  readonly large: number
  readonly isSet: boolean | null
  readonly at: Date
  readonly note: string | null
  readonly bytes: Buffer | null
  readonly json: string
}

const lists = rowsAsLists<Row>({
  id: { type: 'uuid', value: row => row.id },
  count: { type: 'integer', value: row => row.count },
  small: { type: 'smallint', value: row => row.small },
  large: { type: 'bigint', value: row => row.large },
  is_set: { type: 'boolean', value: row => row.isSet },
  at: { type: 'timestamptz', value: row => row.at },
  note: { type: 'text', value: row => row.note },
  bytes: { type: 'bytea', value: row => row.bytes },
  json: { type: 'jsonb', value: row => row.json },
})

const read = sql<object, unknown[]>({
  name: 'test.rows',
  text: `select id, count, small, large, is_set as "isSet", at, note, bytes, json::text from ${lists.from('r', 1)} order by place`,
})

const ROW: Row = {
  id: null,
  count: 1,
  small: 1,
  large: 1,
  isSet: true,
  at: new Date(0),
  note: null,
  bytes: null,
  json: '1',
}

test('rows come back as they were given', async () => {
  const note = fc.oneof(
    fc.constantFrom('NULL', 'null', '', '{}', 'a,b', '"', '\\'),
    fc.string({ unit: 'grapheme' }).filter(each => !each.includes('\0')),
  )
  const row = fc.record(
    {
      id: fc.option(fc.uuid()),
      count: fc.option(fc.oneof(fc.integer(), fc.constantFrom(2 ** 31 - 1, -(2 ** 31)))),
      small: fc.option(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
      large: fc.maxSafeInteger(),
      isSet: fc.option(fc.boolean()),
      at: fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      note: fc.option(note),
      bytes: fc.option(fc.uint8Array().map(bytes => Buffer.from(bytes))),
      json: note.map(text => JSON.stringify(text)),
    },
    { noNullPrototype: true },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row), async rows => {
      assert.deepEqual(await database.query(read, lists.values(rows)), rows)
    }),
    { numRuns: 50, verbose: true },
  )
})

test('a value cannot become two', async () => {
  const rows = [{ ...ROW, id: `${randomUUID()},${randomUUID()}` }]
  await assert.rejects(database.query(read, lists.values(rows)), DatabaseError)
})

test('a value that its type has no place for is refused, and not shortened', async () => {
  const cases: readonly Partial<Row>[] = [
    { count: 2 ** 31 },
    { small: 2 ** 15 },
    { count: 1.5 },
    { large: 2 ** 64 },
  ]
  for (const each of cases)
    await assert.rejects(database.query(read, lists.values([{ ...ROW, ...each }])), DatabaseError)
})
