/** The views that callers with limited rights read have the columns of their tables, and there are views of all tables with records. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'

const { database } = await testDatabase()

const columns = sql<{ table_name: string; columns: string }>({
  name: 'test.columns',
  text: `select c.relname as table_name, string_agg(a.attname, ' ' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'cairn' and c.relkind in ('r', 'p', 'v') group by c.relname`,
})

const byName = new Map((await database.query(columns)).map(row => [row.table_name, row.columns]))
const VIEWS = ['by_ehr', 'by_template', 'by_both']

/** Tables with an EHR that such callers have nothing to do with. */
const CLOSED = [
  'audit_event',
  'audit_trail_event',
  'audit_old_event',
  'app_grant',
  'launch',
  'assignment',
  'datamap_row',
]

it('each table with an EHR has its views, with the same columns', () => {
  const tables = [...byName].filter(
    ([name, text]) => text.split(' ').includes('ehr_id') && !/_by_\w+$/.test(name),
  )
  assert.ok(tables.length >= 10)
  for (const [name, text] of tables)
    if (!CLOSED.includes(name.replace(/_(p?\d+|default)$/, '')))
      for (const view of VIEWS) assert.equal(byName.get(`${name}_${view}`), text, `${name}_${view}`)
})

it('definitions have their views too', () => {
  for (const name of ['template', 'datamap', 'stored_query'])
    for (const view of VIEWS) assert.equal(byName.get(`${name}_${view}`), byName.get(name), `${name}_${view}`)
})
