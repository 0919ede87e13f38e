/** Every table with an EHR or a party is guarded, or closed to callers with limited rights. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { GUARDED_TABLES, PARTY_TABLES } from '../../packages/server/src/access/guarded-sql.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'

const { database } = await testDatabase()

const tablesWithEhr = sql<{ name: string }>({
  name: 'test.tablesWithEhr',
  text: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'ehr_id' and not a.attisdropped
    where n.nspname in ('cairn', 'cairn_party') and c.relkind in ('r', 'p', 'v') and not c.relispartition`,
})

/** Tables with an EHR that such callers have nothing to do with. */
const CLOSED = [
  'audit_event',
  'audit_trail',
  'audit_trail_event',
  'audit_old_event',
  'app_grant',
  'launch',
  'assignment',
  'datamap_row',
  // A draft is found by its author alone (test/drafts).
  'draft',
  // The change feed checks the right to each note by its type (events/note-events.ts).
  'change_note',
  // Ids that clients chose, in a cluster: a claim is looked up by the id alone, and says that it is taken.
  'object_claim',
]

const tablesOfParties = sql<{ name: string }>({
  name: 'test.tablesOfParties',
  text: `select relname as name from pg_class where relnamespace = 'cairn_party'::regnamespace and relkind = 'r' order by 1`,
})

/** Paths to the data of people, which say nothing about anybody. */
const DEFINITIONS = ['person_definition']

it('each table of parties is printed for them', async () => {
  const tables = (await database.query(tablesOfParties)).map(({ name }) => name)
  assert.deepEqual(tables, [...PARTY_TABLES, ...DEFINITIONS].sort())
})

it('each table with an EHR is guarded', async () => {
  const tables = (await database.query(tablesWithEhr)).map(({ name }) => name)
  assert.ok(tables.length >= 10)
  const known: readonly string[] = [...GUARDED_TABLES, ...CLOSED]
  assert.deepEqual(
    tables.filter(name => !known.includes(name)),
    [],
  )
})
