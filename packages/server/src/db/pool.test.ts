/** The pool against a real server: typed rows, and errors that say everything but the data. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { DatabaseError, openPool, sql } from './index.ts'

const { database, url } = await testDatabase()

await database.execute(
  sql({
    name: 'test.create',
    text: 'create table cairn.pool_test (id int primary key, subject text unique, born date)',
  }),
)

const insert = sql<never, [id: number, subject: string]>({
  name: 'test.insert',
  text: 'insert into cairn.pool_test (id, subject) values ($1, $2)',
})

/** Lets the test send what the column cannot hold. */
const insertText = sql<never, [id: string, subject: string]>({
  name: 'test.insertText',
  text: 'insert into cairn.pool_test (id, subject) values ($1, $2)',
})

const failure = (code: string) => (error: unknown) => {
  assert.ok(error instanceof DatabaseError, String(error))
  assert.equal(error.code, code)
  return true
}

test('rows come as objects, or as arrays where asked', async () => {
  const text = "select 1 as a, 'x' as b"
  assert.deepEqual(await database.query(sql<{ a: number; b: string }>({ name: 'test.object', text })), [
    { a: 1, b: 'x' },
  ])
  assert.deepEqual(
    await database.query(sql<[number, string]>({ name: 'test.array', text, rowMode: 'array' })),
    [[1, 'x']],
  )
})

test('a bigint is a number and refuses to be rounded; a date is the text that was stored', async () => {
  const read = sql<{ n: number; d: string }, [n: string]>({
    name: 'test.types',
    text: "select $1::bigint as n, '2026-02-01'::date as d",
  })
  assert.deepEqual(await database.query(read, ['9007199254740991']), [
    { n: 9007199254740991, d: '2026-02-01' },
  ])
  await assert.rejects(database.query(read, ['9007199254740993']), failure('XX000'))
  // The refusal left the connection usable.
  assert.equal((await database.query(read, ['1']))[0]?.n, 1)
})

test('execute tells how many rows were written', async () => {
  assert.equal(await database.execute(insert, [1, 'p1']), 1)
})

test('an error names the statement and the constraint, never a value', async () => {
  await database.execute(insert, [2, 'Jane Secret'])
  for (const [attempt, code] of [
    [() => database.execute(insert, [3, 'Jane Secret']), '23505'],
    [() => database.execute(insertText, ['Jane Secret', 'x']), '22P02'],
  ] as const) {
    const error = await attempt().catch((thrown: unknown) => thrown)
    assert.ok(failure(code)(error))
    assert.match(String(error), /Statement test\.insert/)
    assert.doesNotMatch(JSON.stringify(error, Object.getOwnPropertyNames(error)), /Jane|Secret/)
  }
  const unique = await database.execute(insert, [3, 'Jane Secret']).catch((thrown: unknown) => thrown)
  assert.equal((unique as DatabaseError).constraint, 'pool_test_subject_key')
})

test('a statement is prepared once under its name, unless it says otherwise', async () => {
  const single = openPool(url, { max: 1, applicationName: 'test' })
  const names = sql<{ name: string }>({ name: 'test.names', text: 'select name from pg_prepared_statements' })
  await single.query(sql({ name: 'test.once', text: 'select 1', prepare: false }))
  await single.query(names)
  assert.deepEqual(await single.query(names), [{ name: 'test.names' }])
  await single.close()
  assert.throws(() => sql({ name: 'n'.repeat(64), text: 'select 1' }))
})

test('a slow statement is ended by the database', async () => {
  const hasty = openPool(url, { max: 1, applicationName: 'test', statementTimeoutMs: 50 })
  const error = await hasty
    .query(sql({ name: 'test.sleep', text: 'select pg_sleep(5)' }))
    .catch((thrown: unknown) => thrown)
  assert.ok(error instanceof DatabaseError && error.isTimeout)
  await hasty.close()
})

test('who finds no free connection in time is told so', async () => {
  // Long enough to connect on a busy machine.
  const narrow = openPool(url, { max: 1, applicationName: 'test', waitMs: 1000 })
  await narrow.transaction(async () => {
    assert.deepEqual(narrow.usage(), { open: 1, idle: 0, waiting: 0 })
    const error = await narrow
      .query(sql({ name: 'test.wait', text: 'select 1' }))
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof DatabaseError && error.isUnavailable)
  })
  await narrow.close()
  await narrow.close()
})

test('a lost connection fails the call in flight, and the next call gets a new one', async () => {
  const victim = openPool(url, { max: 1, applicationName: 'test' })
  const pid = sql<{ pid: number }>({ name: 'test.pid', text: 'select pg_backend_pid() as pid' })
  const terminate = sql<{ done: boolean }, [pid: number]>({
    name: 'test.terminate',
    text: 'select pg_terminate_backend($1::integer) as done',
  })
  const lost = victim.transaction(async queries => {
    const [row] = await queries.query(pid)
    await database.query(terminate, [row?.pid ?? 0])
    await queries.query(pid)
  })
  await assert.rejects(lost, error => error instanceof DatabaseError && error.isUnavailable)
  assert.equal((await victim.query(pid)).length, 1)
  await victim.close()
})

test('a server that is not there is unavailable', async () => {
  const nowhere = openPool('postgres://x:y@127.0.0.1:1/z', { max: 1, applicationName: 'test' })
  const error = await nowhere
    .query(sql({ name: 'test.none', text: 'select 1' }))
    .catch((thrown: unknown) => thrown)
  assert.ok(failure('08006')(error))
  assert.ok((error as DatabaseError).isUnavailable)
  await nowhere.close()
})
