/** Rows of one table, copied on a real database between two schemas that stand for two databases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../../../test/database.ts'
import { copyTable } from './copy-table.ts'
import type { DatabaseError } from './index.ts'

const { url, beforeDrop } = await testDatabase()

async function connect(schema: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  beforeDrop(() => client.end())
  await client.query(`create schema if not exists ${schema}; set search_path to ${schema}`)
  return client
}

const copy = async (source: pg.Client, target: pg.Client, copied = (_rows: number) => {}) =>
  copyTable({ source, target, table: 'item', columns: 'n, note', copied })

test('every row is copied as it is, and counted', async () => {
  const [source, target] = [await connect('whole_source'), await connect('whole_target')]
  for (const client of [source, target]) await client.query('create table item (n integer, note text)')
  await source.query(
    `insert into item select n, case n % 4 when 0 then null when 1 then E'two\\nlines' when 2 then E'\\\\.\\t' else repeat('ä', n) end
     from generate_series(1, 5000) n`,
  )
  let counted = 0
  assert.equal(await copy(source, target, rows => (counted = rows)), 5000)
  assert.equal(counted, 5000)
  const digest = `select md5(string_agg(n || coalesce(note, 'none'), ',' order by n)) as digest from item`
  const [given, copied] = [await source.query(digest), await target.query(digest)]
  assert.deepEqual(copied.rows, given.rows)
})

test('an empty table has no rows to copy', async () => {
  const [source, target] = [await connect('empty_source'), await connect('empty_target')]
  for (const client of [source, target]) await client.query('create table item (n integer, note text)')
  assert.equal(await copy(source, target), 0)
})

test('rows that the target refuses end the copy', async () => {
  const [source, target] = [await connect('refused_source'), await connect('refused_target')]
  await source.query(
    `create table item as select n, repeat('x', 1000) as note from generate_series(1, 20000) n`,
  )
  await target.query('create table item (n integer check (n < 10), note text)')
  await assert.rejects(
    copy(source, target),
    (error: DatabaseError) => error.code === '23514' && !error.message.includes('xxx'),
  )
})

test('a source that fails on the way leaves nothing in the target', async () => {
  const [source, target] = [await connect('failing_source'), await connect('failing_target')]
  await source.query(
    'create view item as select 1 / (n - 4000) as n, n::text as note from generate_series(1, 5000) n',
  )
  await target.query('create table item (n integer, note text)')
  await assert.rejects(copy(source, target), (error: DatabaseError) => error.code === '22012')
  const { rows } = await target.query('select count(*)::integer as rows from item')
  assert.deepEqual(rows, [{ rows: 0 }])
})
