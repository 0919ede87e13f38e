import assert from 'node:assert/strict'
import { it } from 'node:test'
import { limitText } from './limited-text.ts'

const rows: [text: string, limited: string][] = [
  ['select * from cairn.version v where v.x = 1', 'select * from cairn.version_by_ehr v where v.x = 1'],
  ['select * from cairn.ehr where ehr.x = 1', 'select * from cairn.ehr_by_ehr as ehr where ehr.x = 1'],
  ['select * from cairn.ehr, turn', 'select * from cairn.ehr_by_ehr as ehr, turn'],
  ['select * from cairn.ehr as e', 'select * from cairn.ehr_by_ehr as e'],
  [
    'from cairn.ehr_subject join cairn.ehr using (ehr_id)',
    'from cairn.ehr_subject_by_ehr as ehr_subject join cairn.ehr_by_ehr as ehr using (ehr_id)',
  ],
  ['update cairn.root set latest = false', 'update cairn.root_by_ehr as root set latest = false'],
  [
    'delete from cairn.item_tag where key = $1',
    'delete from cairn.item_tag_by_ehr as item_tag where key = $1',
  ],
  // New rows are checked before they are written.
  ['insert into cairn.version (ehr_id) select 1', 'insert into cairn.version (ehr_id) select 1'],
  [
    "select 'cairn.version v', nextval('cairn.version_commit_number_seq')",
    "select 'cairn.version v', nextval('cairn.version_commit_number_seq')",
  ],
  ["select 'it''s cairn.ehr' from cairn.ehr e", "select 'it''s cairn.ehr' from cairn.ehr_by_ehr e"],
  [
    'select cairn.envelope_of(v) from cairn.version v',
    'select cairn.envelope_of(v) from cairn.version_by_ehr v',
  ],
  ['select d.generation from cairn.dictionary_state d', 'select d.generation from cairn.dictionary_state d'],
]

for (const [text, limited] of rows) it(text, () => assert.equal(limitText(text, 'ehr'), limited))

it('a table that is not for callers with limited rights is refused', () => {
  assert.throws(() => limitText('select * from cairn.person p', 'ehr'), /cairn\.person/)
  assert.throws(() => limitText('select * from cairn.audit_seal', 'both'), /cairn\.audit_seal/)
})
