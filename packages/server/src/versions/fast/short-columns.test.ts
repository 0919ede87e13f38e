/** The short columns of a version are the same, as one text and one by one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../../../test/database.ts'
import { sql } from '../../db/index.ts'
import * as plain from './short-columns.plain.ts'
import { columnsIn, SHORT_COLUMNS, type ShortColumns } from './short-columns.ts'

const { database } = await testDatabase()

const read = sql<ShortColumns & plain.ShortColumns, unknown[]>({
  name: 'test.shortColumns',
  text: `select ${SHORT_COLUMNS}, ${plain.SHORT_COLUMNS} from (select $1::uuid as ehr_id, $2::uuid as object_id, $3::text as kind,
    $4::integer as version, $5::uuid as contribution_id, $6::timestamptz as committed_at, $7::smallint as change_type,
    $8::smallint as lifecycle, $9::integer as template_key, $10::text as system_id) version`,
})

test('both read the same columns, whatever they hold', async () => {
  const count = fc.integer({ min: 1, max: 30_000 })
  const values = fc.tuple(
    fc.uuid(),
    fc.uuid(),
    fc.constantFrom('COMPOSITION', 'EHR_STATUS'),
    count,
    fc.uuid(),
    fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    count,
    count,
    fc.option(count),
    fc.constantFrom('here', 'a|b', '', 'cairn.example.org'),
  )
  await fc.assert(
    fc.asyncProperty(values, async given => {
      const [row] = await database.query(read, given)
      assert.ok(row)
      assert.deepEqual(columnsIn(row), plain.columnsIn(row))
    }),
    { numRuns: 50, verbose: true },
  )
})
