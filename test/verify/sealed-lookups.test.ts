/** Each write of a sealed object, and each page of a verification, looks for rows by the ids of objects: an index has them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { SEALED_KINDS } from '../../packages/server/src/seals/kinds.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testServer } from '../server.ts'

const { db } = await testServer()

const once = (text: string) => sql<{ 'QUERY PLAN': string }>({ name: 'test.lookup', prepare: false, text })

describe('the rows of an object are found by an index:', {
  skip: leftOutOnCitus('the plan of a list'),
}, () => {
  for (const { tables } of Object.values(SEALED_KINDS))
    for (const { schema, table, owner } of tables)
      it(`${schema}.${table} by ${owner}`, async () => {
        const plan = await db.transaction(async queries => {
          // Tables with a few rows would be read as a whole.
          await queries.execute(once('set local enable_seqscan = off'))
          const text = `explain (costs off) select from ${schema}.${table} where ${owner} = any('{a}'::text[])`
          return queries.query(once(text))
        })
        assert.match(plan.map(row => row['QUERY PLAN']).join('\n'), /Index Cond/)
      })
})
