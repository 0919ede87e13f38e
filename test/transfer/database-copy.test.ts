/** `cairn database copy`: everything that Cairn has in one database is in another, and a server goes on with it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { verifyTrail } from '../../packages/server/src/audit/index.ts'
import { copyDatabase } from '../../packages/server/src/db/copy-database.ts'
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { openVerifier } from '../../packages/server/src/versions/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { settled } from '../audit/trail.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { cairnIn, testFolder } from '../cli/program.ts'
import { testDatabase } from '../database.ts'
import { newParty, party, uploadPartyTemplates } from '../demographic/parties.ts'
import { eventually } from '../eventually.ts'
import { newPerson } from '../people/people.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { ALL, makeWorld } from './world.ts'

const source = await testServer()
const world = await makeWorld(source)
await newPerson(source, 'ana')
await uploadPartyTemplates(source)
await newParty(source, 'person', party('person', 'Ana'))

const text = <Row>(statement: string) => sql<Row>({ name: 'test.copy', text: statement, prepare: false })

/** The table with the place up to which changes are numbered. */
const LOOKED = 'cairn.change_state'

/** Every row of every table, value index and sequence, as text. */
async function contentOf(db: Database): Promise<Record<string, readonly string[]>> {
  const found = await db.query(
    text<{ name: string; kind: string }>(
      `select relnamespace::regnamespace || '.' || relname as name, relkind as kind from pg_class
       where relnamespace::regnamespace::text in ('cairn', 'cairn_party') and relkind in ('r', 'S')
         and relname <> 'migration'`,
    ),
  )
  const content: Record<string, readonly string[]> = {}
  for (const { name, kind } of found) {
    const row = kind === 'S' ? "last_value || ' ' || is_called" : 't::text'
    const rows = await db.query(text<{ row: string }>(`select ${row} as row from ${name} t order by 1`))
    content[name] = rows.map(each => each.row)
  }
  const indexes = await db.query(
    text<{ row: string }>(
      "select pg_get_indexdef(indexrelid) || coalesce(obj_description(indexrelid), '') as row from pg_index join pg_class c on c.oid = indexrelid where relnamespace::regnamespace::text in ('cairn', 'cairn_party') order by 1",
    ),
  )
  return { ...content, indexes: indexes.map(({ row }) => row) }
}

/** Until the server has nothing left to write by itself. */
async function sealed(): Promise<void> {
  // Whoever reads the feed first gives the changes their positions, a job of the server too.
  const feed = await source.call('GET /extra/v1/changes?limit=1', { scopes: ALL })
  assert.equal(feed.status, 200, feed.text)
  await settled(source)
  const { isSigned } = await openVerifier(source.db)
  await eventually(
    'every event has its seal',
    async () => (await verifyTrail(source.db, { isSigned })).unsealed === 0,
  )
  const unnoted = text<{ client_id: string }>('select client_id from cairn.client where last_used_at is null')
  await eventually('the last use of the client', async () => (await source.db.query(unnoted)).length === 0)
}

describe('cairn database copy', () => {
  it('copies every row, index and sequence, and a server goes on with the same clients and accounts', {
    skip: leftOutOnCitus('a copy of the schema'),
  }, async () => {
    await source.db.execute(text('create index value_test on cairn.root using btree (num) where num > 0'))
    await source.db.execute(text("comment on index cairn.value_test is 'a value''s index'"))
    // A database that was upgraded has start times at another key than a new one.
    await source.db.execute(text('drop index cairn.root_start_time_1'))
    await source.db.execute(
      text("create index root_start_time_77 on cairn.root (ehr_id, (leaves -> '77') desc, commit_number)"),
    )
    const target = await testDatabase({ empty: true })
    await sealed()
    const before = await contentOf(source.db)
    const { rows, tables } = await copyDatabase(source.databaseUrl, target.url, () => {})
    const copied = await contentOf(target.database)
    const after = await contentOf(source.db)
    // The server that runs looks for changes, and notes how far it has looked: before the copy was made, or since.
    const looked = [before, after].map(content => content[LOOKED]?.[0])
    assert.ok(looked.includes(copied[LOOKED]?.[0]), `${copied[LOOKED]} is not one of ${looked.join(' and ')}`)
    assert.deepEqual({ ...copied, [LOOKED]: [] }, { ...before, [LOOKED]: [] })
    assert.equal(copied['cairn_party.version']?.length, 1)
    assert.ok(tables > 30 && rows > 100)
    assert.deepEqual((await verifyRecords(target.database)).faults, [])

    const server = await testServer({
      beside: { ...source, databaseUrl: target.url, beforeDrop: target.beforeDrop },
    })
    const token = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${source.client.id}:${source.client.secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        audience: `${server.url.replace('127.0.0.1', 'localhost')}/openehr/v1`,
      }),
    })
    assert.equal(token.status, 200, await token.text())
    const people = await server.call('GET /admin/v1/person', { scopes: ALL })
    assert.deepEqual(
      people.json().map(({ person_id }: { person_id: string }) => person_id),
      ['ana'],
    )
    const made = await server.call('POST /openehr/v1/ehr', { scopes: ALL })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual((await verifyRecords(target.database)).faults, [])
  })

  it('refuses a database that is in use, and copies nothing then', async () => {
    const used = await testServer()
    await assert.rejects(
      copyDatabase(source.databaseUrl, used.databaseUrl, () => {}),
      /has records of Cairn already/,
    )
  })

  it('refuses while a server runs on the source, and without a target', async () => {
    const target = await testDatabase({ empty: true })
    const cairn = cairnIn(testFolder(), {
      CAIRN_DATABASE_URL: source.databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
    })
    const missing = await cairn(['database', 'copy'])
    assert.equal(missing.code, 1)
    assert.match(missing.err, /CAIRN_NEW_DATABASE_URL is missing/)
    const refused = await cairn(['database', 'copy'], { env: { CAIRN_NEW_DATABASE_URL: target.url } })
    assert.equal(refused.code, 1)
    assert.match(refused.err, /A server runs on this database: stop it first/)
    assert.ok(world.ehrs.length > 0)
  })
})
