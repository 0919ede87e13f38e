/** An acknowledged commit is on disk, whatever the role and the database are set to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Database, roleIn, sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { runProgram } from '../http/program.ts'
import { serviceUrlOf } from '../postgres.ts'
import { newEhr } from '../records.ts'
import { freePort, SECRET_KEY, testServer } from '../server.ts'

const run = <Row = never>(db: Database, text: string): Promise<readonly Row[]> =>
  db.query(sql<Row>({ name: 'test.durability', prepare: false, text }))

/** Notes the setting of each session that adds a row to the table. */
const noteSessions = (table: string): string => `
  create trigger noted before insert on cairn.${table} for each statement execute function public.note_session()`

/** The settings of the sessions that store records and audit events, where the role has a setting of its own. */
async function sessionsWith(setting: string): Promise<readonly string[]> {
  const { url, database, beforeDrop } = await testDatabase()
  await run(database, `create table public.session (setting text)`)
  await run(
    database,
    `create function public.note_session() returns trigger language plpgsql security definer as $$
     begin insert into public.session values (current_setting('synchronous_commit')); return null; end $$`,
  )
  for (const table of ['contribution', 'audit_trail']) await run(database, noteSessions(table))
  const name = new URL(url).pathname.slice(1)
  await run(
    database,
    `alter role ${roleIn(serviceUrlOf(url))} in database ${name} set synchronous_commit = ${setting}`,
  )
  const server = await testServer({ beside: { databaseUrl: url, beforeDrop } })
  await newEhr(server)
  await server.call('GET /openehr/v1/definition/template/adl1.4', { scopes: 'api.read' })
  const found = await run<{ setting: string }>(
    server.db,
    'select distinct setting from public.session order by 1',
  )
  assert.ok(found.length > 0)
  const report = await server.call('GET /admin/v1/system', { scopes: 'api.admin' })
  const { durability } = report.json().database
  assert.equal(durability.synchronous_commit, found[0]?.setting)
  return found.map(row => row.setting)
}

describe('a role that does not wait for the disk', () => {
  it('waits for it in the sessions of a server', async () => {
    assert.deepEqual(await sessionsWith('off'), ['on'])
  })
  for (const setting of ['local', 'remote_write', 'remote_apply'])
    it(`keeps ${setting}, which waits for the disk`, async () => {
      assert.deepEqual(await sessionsWith(setting), [setting])
    })
})

describe('a database that a crash can damage', async () => {
  const { url, database } = await testDatabase()
  const [{ fsync } = { fsync: '' }] = await run<{ fsync: string }>(
    database,
    `select current_setting('fsync') as fsync`,
  )
  // A PostgreSQL of the operator is not changed for a test.
  const skip = fsync === 'off' ? false : 'the database of this run waits for the disk'
  const settings = async (more: Record<string, string>) => ({
    CAIRN_PORT: String(await freePort()),
    CAIRN_DATABASE_URL: url,
    CAIRN_SECRET_KEY: SECRET_KEY,
    CAIRN_TRUSTED_PROXIES: 'loopback',
    ...more,
  })
  const starts = async (more: Record<string, string>) => {
    const program = runProgram(['serve'], await settings(more))
    try {
      await program.says('database settings risk data loss: fsync is off')
      await program.says('"msg":"ready"')
    } finally {
      program.child.kill('SIGTERM')
      await program.ended
    }
  }

  it('is refused in production, with a sentence', { skip }, async () => {
    const { code, stderr } = await runProgram(['serve'], await settings({ CAIRN_ENV: 'production' })).ended
    assert.equal(code, 1)
    assert.match(stderr, /The database can lose records\. fsync is off: .* full_page_writes is off: /)
    assert.match(stderr, /CAIRN_DATABASE_DURABILITY=warn/)
  })

  it('is served with a warning where a setting allows it', { skip }, () =>
    starts({ CAIRN_ENV: 'production', CAIRN_DATABASE_DURABILITY: 'warn' }),
  )

  it('is served with a warning in development', { skip }, () => starts({}))

  it('is shown to administrators', { skip }, async () => {
    const server = await testServer()
    const report = await server.call('GET /admin/v1/system', { scopes: 'api.admin' })
    const { durability } = report.json().database
    assert.deepEqual([durability.fsync, durability.full_page_writes], ['off', 'off'])
    assert.equal(durability.faults.length, 2)
  })
})
