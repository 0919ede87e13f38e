/**
 * Both dialects write the same rows, statement by statement as `writes.sql` has them; `CAIRN_ACCEPT=1` writes that file. The statements for a
 * node are SQL that one server runs too, so this needs no cluster.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { leftOutOnCitus } from '../../../../../test/citus/left-out.ts'
import { commitOf, ehrOf, newEhrOf, versionRow } from '../../../../../test/commit-samples.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { type Database, type Queries, sql } from '../../db/index.ts'
import { type EhrId, newObjectId, type ObjectId } from '../../ids/index.ts'
import { type CommitRows, usualCommit } from '../commit-rows.ts'
import { insertCommit, insertNewEhr } from '../commit-store.ts'
import { insertContributions } from '../transfer/import-store.ts'
import { insertEhrs } from '../transfer/imported-ehrs.ts'
import { writeCommits, writeUsual } from './single.ts'

const GOLDEN = new URL('writes.sql', import.meta.url)

const run = (db: Queries, text: string): Promise<number> =>
  db.execute(sql({ name: 'test.run', prepare: false, text }))

/** A database in a dialect, and the statements that insert into tables, by their names. */
async function openDialect(
  isDistributed: boolean,
): Promise<{ readonly db: Database; readonly queries: Queries; readonly statements: Map<string, string> }> {
  const { database: db } = await testDatabase()
  // A cluster has this column.
  if (isDistributed) await run(db, 'alter table cairn.audit_trail add column batch uuid')
  await run(
    db,
    `insert into cairn.template (template_id, version, concept, archetype_id, opt, artefact_id)
     values ('pressure', 1, 'c', 'a', '', 8), ('pressure', 2, 'c', 'a', '', 8)`,
  )
  const statements = new Map<string, string>()
  const noted = <S extends { readonly name: string; readonly text: string }>(statement: S): S => {
    if (/\binsert into\b/.test(statement.text)) statements.set(statement.name, statement.text)
    return statement
  }
  const queries: Queries = {
    ...db,
    isDistributed,
    query: (statement, ...given) => db.query(noted(statement), ...given),
    execute: (statement, ...given) => db.execute(noted(statement), ...given),
  }
  return { db, queries, statements }
}

const TABLES = [
  ...['ehr', 'episode', 'ehr_subject', 'contribution', 'versioned_object', 'version', 'root'],
  'audit_trail',
]

/** All rows of the tables that a commit writes, with the numbers that sequences gave them. */
async function allRows(db: Database): Promise<Readonly<Record<string, readonly object[]>>> {
  const found: Record<string, readonly object[]> = {}
  for (const table of TABLES) {
    // Transactions have other numbers in the other database.
    const text = `select to_jsonb(t) - 'batch' - 'changed_in' as row from cairn.${table} t order by 1`
    const rows = await db.query(sql<{ row: object }>({ name: `test.rows.${table}`, prepare: false, text }))
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

/** Commits of one composition go through the short statements on one server. */
async function writeUsually(queries: Queries, commits: readonly CommitRows[]): Promise<void> {
  if (!queries.isDistributed)
    await writeUsual(
      queries,
      commits.flatMap(each => usualCommit(each) ?? []),
    )
  else for (const each of commits) await insertCommit(queries, each)
}

async function writeTogether(queries: Queries, commits: readonly CommitRows[]): Promise<void> {
  if (!queries.isDistributed) await writeCommits(queries, commits)
  else for (const each of commits) await insertCommit(queries, each)
}

const [usual, any] = [newEhrOf({ subjectId: 's', subjectNamespace: 'n' }), ehrOf({ isModifiable: true })]
const { ehrId } = usual.rows
const objects = Array.from({ length: 3 }, newObjectId)

const composition = (objectId: ObjectId | undefined, version: number) =>
  versionRow({
    ...(objectId && { objectId }),
    version,
    templateKey: 2,
    data: null,
    packed: Buffer.from([1, 0, 255]),
    presetId: 3,
  })
const usualOf = (objectId: ObjectId | undefined, version: number, superseded: readonly number[] = []) =>
  commitOf(ehrId, [composition(objectId, version)], { audit: '', superseded })

const exported = {
  ...{ system_id: 'elsewhere', created_at: new Date(0), directory_id: null, is_modifiable: false },
  ...{ is_queryable: true, status_id: newObjectId(), access_id: newObjectId(), event: any.rows.event },
}
const episode = (number: number) => ({
  ...{ episode_id: newObjectId(), number, name: 'E', active: true, urgency: null, care_circuit: 'a "b"' },
  ...{ starts_text: '2026-01-02T03:04:05+02:00', ends_text: null, deleted: false },
})
const importedEhrs = [1, 2].map(at => {
  const episodes = [episode(at), episode(0)]
  return {
    ...exported,
    ehr_id: newObjectId() as string as EhrId,
    default_episode_id: episodes[0]?.episode_id ?? newObjectId(),
    subjects: [{ namespace: 'n', subject_id: `of ${at}` }],
    episodes,
  }
})
const inputs = versionRow({ otherInputs: ['a::b::1', 'c, "d\\\\"::e::2'] })

/** The same rows in both dialects. */
const writing =
  <Rows>(write: (queries: Queries, rows: Rows) => Promise<unknown>, rows: Rows) =>
  (queries: Queries): Promise<unknown> =>
    write(queries, rows)

const WRITES: Readonly<Record<string, (queries: Queries) => Promise<unknown>>> = {
  'a new EHR': writing(insertNewEhr, usual),
  'a new EHR of any form': writing(insertNewEhr, any),
  'a composition': writing(writeUsually, [usualOf(objects[0], 1)]),
  'compositions together': writing(writeUsually, [usualOf(objects[0], 2, [3]), usualOf(objects[1], 1)]),
  'a commit of any form': writing(
    insertCommit,
    commitOf(ehrId, [composition(objects[0], 3), inputs], { superseded: [4] }),
  ),
  'commits together': writing(writeTogether, [
    commitOf(ehrId, [versionRow({ kind: 'FOLDER' })]),
    commitOf(ehrId, [composition(objects[1], 2)], { superseded: [5] }),
  ]),
  'EHRs of another server': writing(insertEhrs, importedEhrs),
  'contributions of another server': writing(
    insertContributions,
    importedEhrs.map(({ ehr_id }) => commitOf(ehr_id, [versionRow({ templateKey: 1 })])),
  ),
}

describe('both dialects', { skip: leftOutOnCitus('commits that are gathered') }, async () => {
  const [single, citus] = [await openDialect(false), await openDialect(true)]

  for (const [name, write] of Object.entries(WRITES))
    it(`write the same rows for ${name}`, async () => {
      for (const { queries } of [single, citus]) await write(queries)
      const rows = await allRows(single.db)
      assert.deepEqual(await allRows(citus.db), rows)
      assert.ok(Object.values(rows).every(list => list.length > 0))
    })

  it('have the statements of the golden file', () => {
    const dialectsOf = (name: string, text: string): string =>
      [single, citus].every(({ statements }) => statements.get(name) === text)
        ? 'both'
        : single.statements.get(name) === text
          ? 'single'
          : 'citus'
    const texts = new Set(
      [...single.statements, ...citus.statements].map(
        ([name, text]) => `-- ${dialectsOf(name, text)}: ${name}\n${text.replaceAll(/ +$/gm, '')}`,
      ),
    )
    const found = `${[...texts].join('\n\n')}\n`
    if (process.env['CAIRN_ACCEPT']) writeFileSync(GOLDEN, found)
    assert.equal(found, readFileSync(GOLDEN, 'utf8'), 'CAIRN_ACCEPT=1 writes it down')
  })
})
