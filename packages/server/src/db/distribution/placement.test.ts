import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabase } from '../../../../../test/database.ts'
import { sql } from '../statement.ts'
import { PARTY_COLUMNS, TABLES, type Table } from '../writing/tables.ts'
import { columnOf, NUMBERED_COLUMNS, SPREAD_TABLES, TRIGGERS } from './placement.ts'

const { database } = await testDatabase()

const rows = <Row>(text: string): Promise<readonly Row[]> =>
  database.query(sql<Row>({ name: 'test.catalogue', text, prepare: false }))

it('every table has its place in a distributed database', async () => {
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'cairn'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  assert.deepEqual(Object.keys(TABLES).sort(), tables.map(({ name }) => name).sort())
})

it('columns are described as they are, with their types', async () => {
  const columns = await rows<{ own: string; name: string; type: string }>(`
    select case when c.relnamespace = 'cairn'::regnamespace then '' else 'party ' end || c.relname as own,
      a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace in ('cairn'::regnamespace, 'cairn_party'::regnamespace) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''`)
  const described = [
    ...Object.entries<Table>(TABLES).map(([table, { columns: types }]) => [table, types] as const),
    ...Object.entries(PARTY_COLUMNS).map(([table, types]) => [`party ${table}`, types] as const),
  ].filter(([, types]) => Object.keys(types).length > 0)
  for (const [table, types] of described)
    assert.deepEqual(
      types,
      Object.fromEntries(
        columns.flatMap(({ own, name, type }) =>
          own === table ? [[name, type.replace('timestamp with time zone', 'timestamptz')]] : [],
        ),
      ),
      table,
    )
})

it('a table that is divided has the column, and every unique key of it has it too', async () => {
  const keys = await rows<{ own: string; name: string; columns: string[] }>(`
    select c.relname as own, i.indexrelid::regclass::text as name, array(
      select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'cairn'::regnamespace`)
  const divided = Object.entries(TABLES).flatMap(([table, { place }]) => ('column' in place ? [table] : []))
  const wrong = keys
    // The key of the audit trail is made anew, with the batch.
    .filter(({ own }) => divided.includes(own) && own !== 'audit_old_event')
    .filter(({ own, columns }) => !columns.includes(columnOf(own)))
  assert.deepEqual(wrong, [])
})

it('columns that are numbered and triggers are known, where the cluster has the table', async context => {
  if (database.isDistributed) return context.skip('the database is distributed already')
  const numbered = await rows<{ own: string; name: string }>(`
    select c.relname as own, a.attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'cairn'::regnamespace and a.attidentity <> ''`)
  const spread = numbered.filter(({ own }) => SPREAD_TABLES.includes(own))
  assert.deepEqual(
    spread.map(({ own, name }) => `${own}.${name}`).sort(),
    NUMBERED_COLUMNS.map(names => names.join('.')).sort(),
  )
  const triggers = await rows<{ own: string; name: string }>(`
    select c.relname as own, t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'cairn'::regnamespace and not t.tgisinternal`)
  assert.deepEqual(
    triggers
      .filter(({ own }) => SPREAD_TABLES.includes(own))
      .map(({ own, name }) => `${own}.${name}`)
      .sort(),
    TRIGGERS.map(names => names.join('.')).sort(),
  )
})
