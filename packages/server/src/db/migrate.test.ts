/** Migrations against a real server, from folders made for the test. */
import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { migrate, planMigrations, StartError, sql } from './index.ts'

const { database, url } = await testDatabase({ empty: true })
const root = mkdtempSync(join(tmpdir(), 'cairn-migrations-'))
after(() => rmSync(root, { recursive: true }))

const run = (text: string) => database.execute(sql({ name: 'test.run', text, prepare: false }))
const applied = async () =>
  (
    await database.query(
      sql<{ label: string }>({
        name: 'test.applied',
        text: "select number || ' ' || name as label from cairn.migration order by number",
        prepare: false,
      }),
    )
  ).map(row => row.label)

const FIRST = { '0001_first.sql': 'create table cairn.first (id int);' }
const BOTH = {
  ...FIRST,
  '0002_second.sql': 'create table cairn.second (id int); insert into cairn.first values (1);',
}

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(root, 'm'))
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const refused = (sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError, String(error))
  assert.match(error.message, sentence)
  assert.doesNotMatch(error.message, /\n/)
  return true
}

beforeEach(() => run('drop schema if exists cairn, cairn_party cascade'))

test('applies what is missing, in order, and nothing twice', async () => {
  const told: string[] = []
  const log = (message: string) => void told.push(message)
  assert.equal(await migrate(url, { folder: folderOf(FIRST), log }), 1)
  assert.equal(await migrate(url, { folder: folderOf(BOTH), log }), 1)
  assert.equal(await migrate(url, { folder: folderOf(BOTH), log }), 0)
  assert.deepEqual(await applied(), ['1 first', '2 second'])
  assert.deepEqual(told, ['Applied migration 0001_first', 'Applied migration 0002_second'])
})

test('several at once apply each migration once', async () => {
  const folder = folderOf(BOTH)
  const counts = await Promise.all(Array.from({ length: 5 }, () => migrate(url, { folder })))
  assert.equal(
    counts.reduce((a, b) => a + b),
    2,
  )
  assert.deepEqual(await applied(), ['1 first', '2 second'])
})

test('a failing migration leaves nothing of itself and keeps the ones before', async () => {
  const folder = folderOf({ ...FIRST, '0002_bad.sql': 'create table cairn.half (id int); select 1/0;' })
  await assert.rejects(migrate(url, { folder }), refused(/0002_bad.*22012/))
  assert.deepEqual(await applied(), ['1 first'])
  await run('select from cairn.first')
  await assert.rejects(run('select from cairn.half'))
  assert.equal(await migrate(url, { folder: folderOf(BOTH) }), 1)
})

test('a plan names what is pending and its work on the tables that exist, and changes nothing', async () => {
  const folder = folderOf({
    ...FIRST,
    '0002_second.sql': 'create table cairn.second (id int); create index on cairn.second (id);',
    '0003_third.sql': 'create index on cairn.first (id); update cairn.first set id = 2;',
  })
  await assert.rejects(planMigrations(url, { folder }), refused(/no Cairn/))
  await migrate(url, { folder: folderOf(FIRST) })
  await run('insert into cairn.first select generate_series(1, 10000)')
  const plan = await planMigrations(url, { folder })
  assert.deepEqual(
    plan.map(({ name, works }) => [name, works.map(({ table, kind }) => `${kind} ${table}`)]),
    [
      ['0002_second', []],
      ['0003_third', ['index cairn.first', 'rows cairn.first']],
    ],
  )
  for (const { bytes, seconds } of plan[1]?.works ?? []) assert.ok(bytes > 300_000 && seconds > 0)
  assert.deepEqual(await applied(), ['1 first'])
  await migrate(url, { folder })
  assert.deepEqual(await planMigrations(url, { folder }), [])
})

test('a database of a newer Cairn is refused and left alone', async () => {
  await migrate(url, { folder: folderOf(BOTH) })
  await assert.rejects(
    migrate(url, { folder: folderOf(FIRST) }),
    refused(/newer Cairn \(migration 0002_second/),
  )
  assert.deepEqual(await applied(), ['1 first', '2 second'])
})

test('an edited migration is refused, other line ends are not an edit', async () => {
  const text = 'create table\n  cairn.first (id int);\n'
  await migrate(url, { folder: folderOf({ '0001_first.sql': text }) })
  assert.equal(
    await migrate(url, { folder: folderOf({ '0001_first.sql': text.replaceAll('\n', '\r\n') }) }),
    0,
  )
  await assert.rejects(migrate(url, { folder: folderOf(FIRST) }), refused(/0001_first was edited/))
})

test('a database with the former text of a migration that Citus refused is accepted', async () => {
  await migrate(url)
  await run(`update cairn.migration set checksum = '7e601b03e09438260fdd81064b9936eeabdd2121b6c04719dd08734f8e2d3c8a'
             where number = 38`)
  assert.equal(await migrate(url), 0)
  await run(`update cairn.migration set checksum = 'another' where number = 38`)
  await assert.rejects(migrate(url), refused(/0038_no_order_by_a_clock was edited/))
})

test('a gap, a double number or an odd name is refused before the database is touched', async () => {
  for (const name of ['0003_gap.sql', '0001_double.sql', '2_short.sql']) {
    await assert.rejects(
      migrate(url, { folder: folderOf({ ...FIRST, [name]: '' }) }),
      refused(/out of order/),
    )
  }
  await assert.rejects(applied())
})

test('a name without its schema is refused', async () => {
  const folder = folderOf({ '0001_stray.sql': 'create table stray (id int)' })
  await assert.rejects(migrate(url, { folder }), refused(/0001_stray/))
})

test('missing rights are told as such; with the schema given they suffice', async () => {
  const role = `cairn_test_${randomBytes(4).toString('hex')}`
  await run(`create role ${role} login password 'x'`)
  try {
    const asRole = Object.assign(new URL(url), { username: role, password: 'x' }).href
    await assert.rejects(
      migrate(asRole, { folder: folderOf(BOTH) }),
      refused(/lacks rights at .*grant create/),
    )
    await run(`create schema cairn authorization ${role}`)
    assert.equal(await migrate(asRole, { folder: folderOf(BOTH) }), 2)
  } finally {
    await run('drop schema if exists cairn, cairn_party cascade')
    await run(`drop role ${role}`)
  }
})

test('a database that is not there is one sentence without the password', async () => {
  const nowhere = 'postgres://someone:hidden@127.0.0.1:1/cairn'
  const error = await migrate(nowhere, { folder: folderOf(FIRST) }).catch((thrown: unknown) => thrown)
  assert.ok(refused(/127\.0\.0\.1:1\/cairn cannot be used.*ECONNREFUSED/)(error))
  assert.doesNotMatch(String(error), /hidden/)
  const missing = Object.assign(new URL(url), { pathname: '/cairn_absent' }).href
  await assert.rejects(migrate(missing, { folder: folderOf(FIRST) }), refused(/cairn_absent.*does not exist/))
})

test('the migrations of this repository apply to an empty database, twice', async () => {
  assert.ok((await migrate(url)) > 0)
  assert.equal(await migrate(url), 0)
})
