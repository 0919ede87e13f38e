import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { sql } from './index.ts'

const { database } = await testDatabase()

test('a bigint column is a number', async () => {
  const rows = await database.query(
    sql<{ n: number }>({ name: 'test.bigint', text: 'select 5::bigint as n' }),
  )
  assert.deepEqual(rows, [{ n: 5 }])
})
