/** Most EHRs have one version, their status, and one has thousands: what it costs to change an object of that one does not depend on the others of it. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { leftOutOnCitus } from '../../../../test/citus/left-out.ts'
import { commitOf, ehrOf, versionRow } from '../../../../test/commit-samples.ts'
import { testDatabase } from '../../../../test/database.ts'
import { rowsReadBy } from '../../../../test/rows-read.ts'
import { openPool, type Queries, sql } from '../db/index.ts'
import { insertCommit, insertNewEhr } from './commit-store.ts'
import { findHead } from './store.ts'

type Run = (text: string) => Promise<unknown>

/** Adds versions by SQL, each of an object of its own and with a query row, in the EHRs that a query names. */
async function addVersions(run: Run, ehrs: string): Promise<void> {
  await run(`create temporary table added as
    select ehr_id, gen_random_uuid() as object_id, gen_random_uuid() as contribution_id from (${ehrs}) e`)
  await run(`insert into cairn.contribution (ehr_id, contribution_id, committed_at, audit)
    select ehr_id, contribution_id, now(), '{}' from added`)
  await run(`insert into cairn.versioned_object (ehr_id, object_id, kind, created_at)
    select ehr_id, object_id, 'COMPOSITION', now() from added`)
  await run(`with version as (
      insert into cairn.version (ehr_id, object_id, version, kind, system_id, contribution_id, committed_at,
        change_type, lifecycle, envelope, data)
      select ehr_id, object_id, 1, 'COMPOSITION', 'test', contribution_id, now(), 249, 532, '{}', '{}' from added
      returning ehr_id, commit_number
    )
    insert into cairn.root (ehr_id, commit_number, num, cap, archetype_key, latest, leaves)
    select ehr_id, commit_number, 0, 0, 1, true, '{}' from version`)
  await run('drop table added')
}

test('an object of an EHR with thousands of versions is found and changed by its own index', {
  skip: leftOutOnCitus('statistics of one server'),
}, async () => {
  const { database, url, beforeDrop } = await testDatabase()
  const run: Run = text => database.execute(sql({ name: 'test.run', prepare: false, text }))
  const given = ehrOf()
  const { ehrId } = given.rows
  await insertNewEhr(database, given)
  const object = versionRow()
  await insertCommit(database, commitOf(ehrId, [object]))
  await run(`insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, default_episode_id,
      is_modifiable, is_queryable)
    select gen_random_uuid(), 'x', now(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), true, true
    from generate_series(1, 20000)`)
  await addVersions(run, 'select ehr_id from cairn.ehr')
  await run('analyze')
  // The statistics know nothing of these yet.
  await addVersions(run, `select '${ehrId}'::uuid as ehr_id from generate_series(1, 3000)`)
  const pool = openPool(url, { max: 1, applicationName: 'cairn test', genericPlans: true })
  beforeDrop(() => pool.close())
  const change = async (queries: Queries, version: number) => {
    const head = await findHead(queries, ehrId, object.objectId)
    assert.equal(head?.version, version - 1)
    await insertCommit(
      queries,
      commitOf(ehrId, [{ ...object, version }], { superseded: [head.commitNumber] }),
    )
  }
  // PostgreSQL keeps the plans of its own checks after some runs.
  for (let version = 2; version < 10; version++) await change(pool, version)
  const rows = await rowsReadBy(pool, queries => change(queries, 10))
  assert.ok(rows < 100, `${rows} rows were read`)
})
