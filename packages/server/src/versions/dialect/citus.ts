/**
 * The statements that commit to a distributed database: each is one of the inserts of `single.ts`, and names the EHR, so that one node does
 * all of a commit in one transaction (decision 0064). Numbers are taken from the coordinator before.
 */
import { guarded, seen, update } from '../../access/index.ts'
import { insertBatch, rowOf, takeEventNumbers } from '../../audit/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { columnsOf, insertRows, rowsAsLists } from '../../db/writing/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { insertRoots, type RootRow, rootLists } from '../../roots/writing/index.ts'
import type { CommitRows, VersionRow } from '../commit-rows.ts'
import { sharedLock } from '../ehr-lock.ts'
import { ATTESTATION, TEMPLATED_KINDS } from '../model.ts'
import { isUnread } from '../read-time.ts'
import { templateChanged } from '../template-changed.ts'
import { COMMIT, inside, only, VERSION, without } from './rows.ts'

const numbers = sql<{ commits: string[]; changed_in: string }, [count: number]>({
  name: 'routed.numbers',
  // No table may be in it: only the coordinator counts, and the change feed follows its transactions.
  text: guarded`select array(select nextval('cairn.version_commit_number_seq') from generate_series(1, $1)) as commits,
           pg_current_xact_id()::text as changed_in`,
})

const templates = sql<
  { template_key: number; artefact_id: number; in_force: boolean },
  [keys: readonly number[]]
>({
  name: 'routed.templates',
  text: guarded`select t.template_key, t.artefact_id, not exists (
           select 1 from ${seen.template('n')} where n.template_id = t.template_id and n.version > t.version) as in_force
         from ${seen.template('t')} where t.template_key = any($1::integer[])`,
})

/** The artefact of each template. Throws if one that data were held to is no longer in force. */
async function findArtefacts(
  db: LimitedQueries,
  versions: readonly VersionRow[],
  isChecked: boolean,
): Promise<ReadonlyMap<number | null, number>> {
  const keys = [...new Set(versions.flatMap(({ templateKey }) => templateKey ?? []))]
  if (keys.length === 0) return new Map()
  const found = await db.query(templates, [keys])
  const inForce = new Set(found.flatMap(row => (row.in_force ? row.template_key : [])))
  const isOutdated = ({ changeType, templateKey }: VersionRow): boolean =>
    changeType !== ATTESTATION && templateKey !== null && !inForce.has(templateKey)
  if (isChecked && versions.some(isOutdated)) throw templateChanged()
  return new Map(found.map(row => [row.template_key, row.artefact_id]))
}

const lockEhr = sql<never, [ehrId: EhrId, statusOnly: boolean, committedAt: Date]>({
  name: 'routed.lockEhr',
  waitsForLocks: true,
  text: guarded`select ${sharedLock('ehr_id')} as turn from ${seen.ehr()}
         where ehr_id = $1 and (is_modifiable or $2::boolean) and ${isUnread('$3::timestamptz')} for key share`,
})
const lockAnyEhr = sql<never, [ehrId: EhrId]>({
  name: 'routed.importLock',
  waitsForLocks: true,
  text: guarded`select ${sharedLock('ehr_id')} as turn from ${seen.ehr()} where ehr_id = $1 for key share`,
})

interface NumberedVersion {
  readonly rows: CommitRows
  readonly version: VersionRow
  readonly commitNumber: number
  readonly artefactId: number | null
}

const NUMBERED = {
  ...inside(without(COMMIT, ['audit']), (row: NumberedVersion) => row.rows),
  ...inside(VERSION, (row: NumberedVersion) => row.version),
  ...columnsOf<NumberedVersion>('version', { commit_number: row => row.commitNumber }),
}
const OBJECT = {
  ...only(NUMBERED, ['ehr_id', 'object_id', 'kind']),
  ...columnsOf<NumberedVersion>('versioned_object', {
    created_at: ({ rows }) => rows.committedAt,
    artefact_id: row => row.artefactId,
  }),
}

interface NumberedContribution {
  readonly rows: CommitRows
  readonly changedIn: string
}

const contributions = insertRows({
  name: 'routed.contribution',
  table: 'contribution',
  columns: {
    ...inside(COMMIT, (row: NumberedContribution) => row.rows),
    ...columnsOf<NumberedContribution>('contribution', { changed_in: row => row.changedIn }),
  },
})
const objects = insertRows({ name: 'routed.object', table: 'versioned_object', columns: OBJECT })
const numberedVersions = insertRows({ name: 'routed.version', table: 'version', columns: NUMBERED })

const changeArtefact = sql<never, [ehrId: EhrId, objectId: string, artefactId: number | null]>({
  name: 'routed.artefact',
  text: guarded`${update.versioned_object({
    set: 'artefact_id = $3::integer',
    where: 'ehr_id = $1 and object_id = $2 and artefact_id is distinct from $3::integer',
  })}`,
})
const supersede = sql<never, [ehrId: EhrId, commits: readonly number[]]>({
  name: 'routed.supersede',
  text: guarded`${update.root({
    set: 'latest = false',
    where: 'ehr_id = $1 and commit_number = any($2::bigint[])',
  })}`,
})

/** The versions of roots. */
const parentLists = rowsAsLists<{ readonly ehrId: EhrId; readonly commitNumber: number }>({
  ehr_id: { type: 'uuid', value: row => row.ehrId },
  commit_number: { type: 'bigint', value: row => row.commitNumber },
})
const addRoots = sql<never, readonly unknown[]>({
  name: 'routed.roots',
  text: insertRoots({
    versions: `(select * from ${parentLists.from('p', 1)})`,
    first: 1 + parentLists.count,
  }),
})

/** Writes the roots of versions by themselves, on one server too. */
export async function writeRoots(
  db: LimitedQueries,
  ehrId: EhrId,
  commits: readonly number[],
  roots: readonly RootRow[],
): Promise<void> {
  if (roots.length === 0) return
  const parents = commits.map(commitNumber => ({ ehrId, commitNumber }))
  await db.execute(addRoots, [...parentLists.values(parents), ...rootLists.values(roots)])
}

/** Everything of a commit but the check of its EHR. Call it in a transaction. Returns the id of its audit event. */
export async function writeOnNode(db: LimitedQueries, rows: CommitRows, isChecked: boolean): Promise<number> {
  const { ehrId, versions, superseded } = rows
  const [counted] = await db.query(numbers, [versions.length])
  const commits = (counted?.commits ?? []).map(Number)
  const [eventId = 0] = await takeEventNumbers(db, 1)
  const artefactOf = await findArtefacts(db, versions, isChecked)
  const numbered = versions.map((version, at) => ({
    rows,
    version,
    commitNumber: commits[at] ?? 0,
    artefactId: TEMPLATED_KINDS.includes(version.kind) ? (artefactOf.get(version.templateKey) ?? null) : null,
  }))
  await contributions.write(db, [{ rows, changedIn: counted?.changed_in ?? '0' }])
  await objects.write(
    db,
    numbered.filter(({ version }) => version.version === 1),
  )
  for (const { version, artefactId } of numbered)
    if (version.version > 1) await db.execute(changeArtefact, [ehrId, version.objectId, artefactId])
  await numberedVersions.write(db, numbered)
  if (superseded.length > 0) await db.execute(supersede, [ehrId, superseded])
  await writeRoots(db, ehrId, commits, rows.roots)
  await insertBatch(db, ehrId, [eventId], [rowOf(rows.event)])
  return eventId
}

const records = insertRows<CommitRows>({
  name: 'routed.record',
  table: 'ehr',
  columns: columnsOf('ehr', { ehr_id: rows => rows.ehrId, created_at: rows => rows.committedAt }),
})

/** Undefined if there is no such EHR or it is not modifiable. */
export async function commitOnNode(db: LimitedQueries, rows: CommitRows): Promise<number | undefined> {
  if (rows.founds) {
    await records.write(db, [rows])
    return writeOnNode(db, rows, true)
  }
  const { ehrId, statusOnly, committedAt } = rows
  if ((await db.query(lockEhr, [ehrId, statusOnly, committedAt])).length === 0) return undefined
  return writeOnNode(db, rows, true)
}

/** For a contribution of another server, whatever template was in force there; undefined if there is no such EHR. */
export const importOnNode = async (db: LimitedQueries, rows: CommitRows): Promise<number | undefined> =>
  (await db.query(lockAnyEhr, [rows.ehrId])).length === 0 ? undefined : writeOnNode(db, rows, false)
