import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { planWork, type TableWork, workOf } from './migration-plan.ts'
import { MIGRATIONS_FOLDER, readMigrations } from './migrations.ts'

const work = (table: string, kind: TableWork['kind']): TableWork => ({ table, kind })

/** Statements, with the work that PostgreSQL's documentation gives them. */
const CASES: readonly (readonly [statement: string, works: readonly TableWork[]])[] = [
  ['create index root_a on cairn.root (a) where cairn.is_old(b)', [work('cairn.root', 'index')]],
  ['create unique index v on cairn_party.version (ehr_id)', [work('cairn_party.version', 'index')]],
  ['create table cairn.new (id int references cairn.ehr)', []],
  ['create function cairn.f() returns int as $$ delete from cairn.ehr; $$', []],
  ['drop index cairn.root_a', []],
  ['alter table cairn.root add column a bigint', []],
  ["alter table cairn.root add column a text not null default ''", []],
  ['alter table cairn.root add column a timestamptz not null default now()', []],
  [
    'alter table cairn.root\n  add column a uuid not null default gen_random_uuid()',
    [work('cairn.root', 'rewrite')],
  ],
  ['ALTER TABLE cairn.root ALTER COLUMN a TYPE bigint', [work('cairn.root', 'rewrite')]],
  ['alter table cairn.root alter column a set default nextval(1)', []],
  ['alter table cairn.root alter column a set not null', [work('cairn.root', 'check')]],
  ['alter table cairn.root add foreign key (a) references cairn.template', [work('cairn.root', 'check')]],
  ['-- of cairn.ehr\nupdate cairn.version set a = 1', [work('cairn.version', 'rows')]],
  [
    'insert into cairn.a select * from cairn.b; delete from cairn.b',
    [work('cairn.a', 'rows'), work('cairn.b', 'rows')],
  ],
  ['do $$ begin update cairn.root set a = 1; end $$', [work('cairn.root', 'rows')]],
]

describe('the work of a migration', () => {
  for (const [statement, works] of CASES)
    it(`of ${statement.replace(/\s+/g, ' ')}`, () => assert.deepEqual(workOf(statement), works))

  it('is known for every migration', () => {
    for (const { name, text } of readMigrations(MIGRATIONS_FOLDER))
      for (const { table } of workOf(text)) assert.match(table, /^cairn(_party)?\.\w+$/, name)
  })

  it('takes longer the larger a table is, and none for one that does not exist', () => {
    const works = [work('cairn.root', 'index'), work('cairn.new', 'rows')]
    const planned = [1e9, 2e9].map(bytes => planWork(works, new Map([['cairn.root', bytes]])))
    assert.deepEqual(
      planned.map(each => each.map(({ table, bytes }) => [table, bytes])),
      [[['cairn.root', 1e9]], [['cairn.root', 2e9]]],
    )
    assert.equal(planned[1]?.[0]?.seconds, 2 * (planned[0]?.[0]?.seconds ?? 0))
  })
})
