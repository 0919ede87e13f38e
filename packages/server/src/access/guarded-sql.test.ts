/** Statements that are made for their tables, as they are printed for each kind of caller and database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deleteFrom, type GuardedSql, guarded, insertInto, open, seen, update } from './guarded-sql.ts'
import { printOnNodes, printOnServer, printWhole } from './print-sql.ts'

const IN_REACH = '(select ehrs from caller_reach)::uuid[]'
const SETTING = '(select setting from caller_reach)::jsonb'

/** The part of the statement that computes what its conditions need. */
const reachFor = (limited: string): string => {
  if (limited.includes(IN_REACH))
    return 'with caller_reach as materialized (select cairn.reached_ehrs() as ehrs) '
  if (limited.includes(SETTING)) return 'with caller_reach as materialized (select cairn.reach() as setting) '
  return ''
}

/** A statement with one value: for callers who see all rows, and by EHR on one server and on the nodes of a cluster. */
const rows: [sql: GuardedSql, whole: string, limited: string][] = [
  [
    guarded`select from ${seen.version('v')} where v.ehr_id = $1`,
    'select from cairn.version v where v.ehr_id = $1',
    `select from (select * from cairn.version reached where reached.ehr_id = any(${IN_REACH})) v where v.ehr_id = $1`,
  ],
  [
    guarded`select from ${seen.ehr()} for key share`,
    'select from cairn.ehr for key share',
    `select from (select * from cairn.ehr reached where reached.ehr_id = any(${IN_REACH})) ehr for key share`,
  ],
  [
    guarded`${update.root({ as: 'r', set: 'latest = false', where: 'r.ehr_id = $1 or r.num = 0' })} returning num`,
    'update cairn.root r set latest = false where r.ehr_id = $1 or r.num = 0 returning num',
    `update cairn.root r set latest = false where (r.ehr_id = any(${IN_REACH})) and (r.ehr_id = $1 or r.num = 0) returning num`,
  ],
  [
    guarded`${deleteFrom.item_tag({ where: 'key = $1' })}`,
    'delete from cairn.item_tag where key = $1',
    `delete from cairn.item_tag where (item_tag.ehr_id = any(${IN_REACH})) and (key = $1)`,
  ],
  // New rows are checked before they are written.
  [
    guarded`${insertInto.version} (ehr_id) select $1`,
    'insert into cairn.version (ehr_id) select $1',
    'insert into cairn.version (ehr_id) select $1',
  ],
  [
    guarded`select ${open.envelope_of}(v.envelope), nextval('cairn.version_commit_number_seq')`,
    "select cairn.envelope_of(v.envelope), nextval('cairn.version_commit_number_seq')",
    "select cairn.envelope_of(v.envelope), nextval('cairn.version_commit_number_seq')",
  ],
  [
    guarded`select from ${seen.template('t')}`,
    'select from cairn.template t',
    "select from (select * from cairn.template reached where cairn.matches_names(reached.template_id, (select setting from caller_reach)::jsonb -> 'template')) t",
  ],
]

for (const [sql, whole, limited] of rows)
  it(whole, () => {
    assert.equal(printWhole(sql), whole)
    assert.equal(printOnServer(sql, 'ehr'), `${reachFor(limited)}${limited}`)
    const { text, added } = printOnNodes(sql, 'ehr', 1)
    assert.equal(text, limited.replace(IN_REACH, '$2::uuid[]').replace(SETTING, '$2::jsonb'))
    assert.equal(added.length, text.includes('$2') ? 1 : 0)
  })

it('a statement computes each value once, before its own parts', () => {
  const sql = guarded`with a as (select from ${seen.version('v')}) select from a, ${seen.template('t')}, ${seen.root('r')}`
  const text = printOnServer(sql, 'both')
  for (const value of ['cairn.reached_ehrs()', 'cairn.reached_records()', 'cairn.reach()'])
    assert.equal(text.split(value).length, 2, value)
  assert.match(text, /^with caller_reach as materialized \(select [^;]*? as setting\), a as \(select/)
  const cursor = printOnServer(guarded`declare rows no scroll cursor for select from ${seen.ehr('e')}`, 'ehr')
  assert.match(cursor, /^declare rows no scroll cursor for with caller_reach as .* select from \(/)
})

it('the nodes get each value once, in the order of its number', () => {
  const sql = guarded`select from ${seen.version('v')}, ${seen.template('t')}, ${seen.root('r')}`
  const { text, added } = printOnNodes(sql, 'both', 2)
  assert.deepEqual(added, ['ehrs', 'records', 'setting'])
  const given = new Set([...text.matchAll(/\$\d::\w+/g)].map(([found]) => found))
  assert.deepEqual([...given].sort(), ['$3::uuid', '$4::jsonb', '$5::jsonb'])
})

it('a composition is in reach by its template', () => {
  assert.match(
    printOnServer(guarded`select from ${seen.root('r')}`, 'template'),
    /exists \(select 1 from cairn\.version reach_v where .*reach_v\.kind <> 'COMPOSITION' or/,
  )
})

it('a table by its name in the text is refused when the statement is made', () => {
  assert.throws(() => guarded`select from cairn.ehr e`, /names a table in its text/)
  assert.throws(() => guarded`select from (${'select from cairn.person'}) p`, /names a table in its text/)
  assert.throws(() => deleteFrom.root({ where: 'exists (select from cairn.ehr)' }), /names a table/)
})

it('a part without the tag around it is refused', () => {
  const part = guarded`from ${seen.ehr('e')}`
  assert.throws(() => `select ${part}`, /without the tag/)
})

it('a table that is neither guarded nor open does not compile', () => {
  // @ts-expect-error
  assert.throws(() => seen.person('p'), TypeError)
  // @ts-expect-error
  assert.equal(open.person, undefined)
})
