import assert from 'node:assert/strict'
import { it } from 'node:test'
import { limitForNodes } from './limited-shards.ts'

const rows: [text: string, limited: string][] = [
  [
    'select * from cairn.ehr where ehr_id = $1',
    'select * from (select * from cairn.ehr reached where reached.ehr_id = any($2::uuid[])) as ehr where ehr_id = $1',
  ],
  [
    'select 1 from cairn.version v for key share',
    'select 1 from (select * from cairn.version reached where reached.ehr_id = any($2::uuid[])) v for key share',
  ],
  [
    'update cairn.root r set latest = (select false where true) where r.ehr_id = $1',
    'update cairn.root r set latest = (select false where true) where (r.ehr_id = any($2::uuid[])) and r.ehr_id = $1',
  ],
  [
    'delete from cairn.item_tag where key = $1',
    'delete from cairn.item_tag where (item_tag.ehr_id = any($2::uuid[])) and key = $1',
  ],
  // New rows are checked before they are written.
  ['insert into cairn.version (ehr_id) select $1', 'insert into cairn.version (ehr_id) select $1'],
  ["select 'from cairn.ehr where', $1", "select 'from cairn.ehr where', $1"],
  [
    "select * from cairn.template t where t.template_key = $1 and 'where' <> ''",
    "select * from (select * from cairn.template reached where cairn.matches_names(reached.template_id, $2::jsonb -> 'template')) t where t.template_key = $1 and 'where' <> ''",
  ],
]

for (const [text, limited] of rows) it(text, () => assert.equal(limitForNodes(text, 'ehr', 1).text, limited))

it('tells the values to add, each once and in the order of their numbers', () => {
  const { text, added } = limitForNodes(
    'select from cairn.version v, cairn.template t, cairn.root r',
    'both',
    2,
  )
  assert.deepEqual(added, ['ehrs', 'records', 'setting'])
  assert.deepEqual([...new Set([...text.matchAll(/\$\d::\w+/g)].map(([found]) => found))].sort(), [
    '$3::uuid',
    '$4::jsonb',
    '$5::jsonb',
  ])
})

it('a composition is in reach by its template', () => {
  const { text } = limitForNodes('select from cairn.root r', 'template', 0)
  assert.match(
    text,
    /exists \(select 1 from cairn\.version reach_v where .*reach_v\.kind <> 'COMPOSITION' or/,
  )
})

it('what nobody thought of is refused', () => {
  assert.throws(() => limitForNodes('select * from cairn.person p', 'ehr', 0), /cairn\.person/)
  assert.throws(() => limitForNodes('delete from cairn.root', 'ehr', 0), /all rows/)
})
