/** Rows as lists arrive in the database as they were given, whatever their values. */
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../../test/database.ts'
import { DatabaseError, rowsAsLists, sql } from './index.ts'

const { database } = await testDatabase()

interface Row {
  readonly id: string | null
  readonly count: number | null
  readonly large: number
  readonly isSet: boolean | null
  readonly at: Date
  readonly note: string | null
}

const lists = rowsAsLists<Row>({
  id: { type: 'uuid', value: row => row.id },
  count: { type: 'integer', value: row => row.count },
  large: { type: 'bigint', value: row => row.large },
  is_set: { type: 'boolean', value: row => row.isSet },
  at: { type: 'timestamptz', value: row => row.at },
  note: { type: 'text', value: row => row.note },
})

const read = sql<object, unknown[]>({
  name: 'test.rows',
  text: `select id, count, large, is_set as "isSet", at, note from ${lists.from('r', 1)} order by place`,
})

test('rows come back as they were given', async () => {
  const note = fc.oneof(
    fc.constantFrom('NULL', 'null', '', '{}', 'a,b', '"', '\\'),
    fc.string({ unit: 'grapheme' }).filter(each => !each.includes('\0')),
  )
  const row = fc.record(
    {
      id: fc.option(fc.uuid()),
      count: fc.option(fc.integer()),
      large: fc.maxSafeInteger(),
      isSet: fc.option(fc.boolean()),
      at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
      note: fc.option(note),
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
  const rest = { count: 1, large: 1, isSet: true, at: new Date(0), note: null }
  const rows = [{ ...rest, id: `${randomUUID()},${randomUUID()}` }]
  await assert.rejects(database.query(read, lists.values(rows)), DatabaseError)
})
