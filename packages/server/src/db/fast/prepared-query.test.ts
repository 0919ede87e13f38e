/** Prepared statements run as the driver's own queries do, the first time on a connection and later. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import fc from 'fast-check'
import { testDatabase } from '../../../../../test/database.ts'
import { DatabaseError, openPool, sql } from '../index.ts'

const { url } = await testDatabase()

/** Everything on one connection. */
async function onOneConnection<T>(work: (database: ReturnType<typeof openPool>) => Promise<T>): Promise<T> {
  const database = openPool(url, { max: 1, applicationName: 'test' })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

test('values of all kinds come back the same from the driver and from here, run after run', async () => {
  const text = `select $1::text as t, $2::integer as i, $3::boolean as b, $4::timestamptz as at, $5::text[] as list,
    $6::jsonb as json, $7::bytea as bytes, null::text as missing`
  const json = fc.dictionary(fc.constantFrom('a', 'b'), fc.integer())
  const storable = fc.string({ unit: 'grapheme' }).filter(each => !each.includes('\0'))
  const values = fc.tuple(
    fc.option(storable),
    fc.option(fc.integer()),
    fc.option(fc.boolean()),
    fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
    fc.option(fc.array(fc.option(storable))),
    fc.option(json),
    fc.option(fc.uint8Array().map(bytes => Buffer.from(bytes))),
  )
  await onOneConnection(database =>
    fc.assert(
      fc.asyncProperty(values, async given => {
        const ours = await database.query(sql<object, unknown[]>({ name: 'test.all', text }), given)
        const driver = await database.query(
          sql<object, unknown[]>({ name: 'test.driver', text, prepare: false }),
          given,
        )
        assert.deepEqual(ours, driver)
        const arrays = sql<unknown[], unknown[]>({ name: 'test.arrays', text, rowMode: 'array' })
        assert.deepEqual(await database.query(arrays, given), driver.map(Object.values))
      }),
      { numRuns: 50, verbose: true },
    ),
  )
})

test('statements without columns tell how many rows they wrote, run after run', async () => {
  await onOneConnection(async database => {
    await database.execute(sql({ name: 'test.create', text: 'create temporary table written (n integer)' }))
    const insert = sql<never, [count: number]>({
      name: 'test.insert',
      text: 'insert into written select generate_series(1, $1)',
    })
    for (const count of [3, 0, 1]) assert.equal(await database.execute(insert, [count]), count)
  })
})

test('a value that cannot be sent is refused, and the connection goes on', async () => {
  await onOneConnection(async database => {
    const read = sql<{ json: unknown }, [unknown]>({ name: 'test.json', text: 'select $1::jsonb as json' })
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    await assert.rejects(database.query(read, [circular]), DatabaseError)
    assert.deepEqual(await database.query(read, [{ a: 1 }]), [{ json: { a: 1 } }])
    await assert.rejects(database.query(read, [circular]), DatabaseError)
    assert.deepEqual(await database.query(read, [{ a: 2 }]), [{ json: { a: 2 } }])
  })
})

test('a statement whose first run fails is prepared again', async () => {
  await onOneConnection(async database => {
    const divide = sql<{ n: number }, [by: number]>({
      name: 'test.divide',
      text: 'select 6 / $1::integer as n',
    })
    for (const by of [0, 3, 0, 2])
      if (by === 0) await assert.rejects(database.query(divide, [by]), DatabaseError)
      else assert.deepEqual(await database.query(divide, [by]), [{ n: 6 / by }])
  })
})

test('a name that was used for another statement is refused', async () => {
  await onOneConnection(async database => {
    await database.query(sql({ name: 'test.same', text: 'select 1' }))
    await assert.rejects(database.query(sql({ name: 'test.same', text: 'select 2' })), /must be unique/)
  })
})

test('a statement whose columns were changed meanwhile is refused, not read wrong', async () => {
  await onOneConnection(async database => {
    const run = (text: string) => database.execute(sql({ name: 'test.ddl', text, prepare: false }))
    await run('create temporary table changing (a integer)')
    await run('insert into changing values (1)')
    const read = sql<object>({ name: 'test.star', text: 'select * from changing' })
    assert.deepEqual(await database.query(read), [{ a: 1 }])
    await run("alter table changing add b text default 'x'")
    await assert.rejects(database.query(read), DatabaseError)
  })
})
