/**
 * A commit in a distributed database: statements that each name the EHR, so that one node does all of it in one transaction (decision
 * 0064). Numbers are taken from the coordinator before.
 */
import { guarded, insertInto, seen, update } from '../access/index.ts'
import { type LimitedQueries, rowsAsLists, sql } from '../db/index.ts'
import { insertBatch, rowOf, takeEventNumbers } from '../observe/index.ts'
import { type RootRow, rootLists } from '../roots/index.ts'
import type { CommitRows, VersionRow } from './commit-rows.ts'
import { sharedLock } from './ehr-lock.ts'
import { ATTESTATION } from './model.ts'
import { isUnread } from './read-time.ts'
import { templateChanged } from './template-changed.ts'

const numbers = sql<{ commits: string[] }, [count: number]>({
  name: 'routed.numbers',
  // No table may be in it: only the coordinator counts.
  text: guarded`select array(select nextval('cairn.version_commit_number_seq') from generate_series(1, $1)) as commits`,
})

const templatesInForce = sql<{ template_key: number; artefact_id: number }, [keys: readonly number[]]>({
  name: 'routed.templates',
  text: guarded`select t.template_key, t.artefact_id from ${seen.template('t')} where t.template_key = any($1::integer[])
         and not exists (select 1 from ${seen.template('n')} where n.template_id = t.template_id and n.version > t.version)`,
})
const artefacts = sql<{ template_key: number; artefact_id: number }, [keys: readonly number[]]>({
  name: 'routed.artefacts',
  text: guarded`select template_key, artefact_id from ${seen.template()} where template_key = any($1::integer[])`,
})

/** The artefact of each template. Throws if one that data were held to is no longer in force. */
async function findArtefacts(
  db: LimitedQueries,
  versions: readonly VersionRow[],
  isChecked: boolean,
): Promise<ReadonlyMap<number, number>> {
  const keys = [...new Set(versions.flatMap(({ templateKey }) => templateKey ?? []))]
  if (keys.length === 0) return new Map()
  if (isChecked) {
    const held = versions.filter(({ changeType }) => changeType !== ATTESTATION)
    const inForce = new Set((await db.query(templatesInForce, [keys])).map(row => row.template_key))
    if (held.some(({ templateKey }) => templateKey !== null && !inForce.has(templateKey)))
      throw templateChanged()
  }
  return new Map((await db.query(artefacts, [keys])).map(row => [row.template_key, row.artefact_id]))
}

const lockEhr = sql<never, [ehrId: string, statusOnly: boolean, committedAt: Date]>({
  name: 'routed.lockEhr',
  waitsForLocks: true,
  text: guarded`select ${sharedLock('ehr_id')} as turn from ${seen.ehr()}
         where ehr_id = $1 and (is_modifiable or $2::boolean) and ${isUnread('$3::timestamptz')} for key share`,
})

const addContribution = sql<never, [ehrId: string, contributionId: string, committedAt: Date, audit: string]>(
  {
    name: 'routed.contribution',
    text: guarded`${insertInto.contribution} (ehr_id, contribution_id, committed_at, audit) values ($1, $2, $3, $4)`,
  },
)

const addObject = sql<
  never,
  [ehrId: string, objectId: string, kind: string, createdAt: Date, artefactId: number | null]
>({
  name: 'routed.object',
  text: guarded`${insertInto.versioned_object} (ehr_id, object_id, kind, created_at, artefact_id)
         values ($1, $2, $3, $4, $5)`,
})
const changeArtefact = sql<never, [ehrId: string, objectId: string, artefactId: number | null]>({
  name: 'routed.artefact',
  text: guarded`${update.versioned_object({
    set: 'artefact_id = $3::integer',
    where: 'ehr_id = $1 and object_id = $2 and artefact_id is distinct from $3::integer',
  })}`,
})

interface NumberedVersion extends VersionRow {
  readonly commitNumber: number
}

type VersionValues = readonly unknown[]

const VERSION_COLUMNS: readonly (readonly [
  name: string,
  type: string,
  value: (row: NumberedVersion) => unknown,
])[] = [
  ['object_id', 'uuid', row => row.objectId],
  ['version', 'integer', row => row.version],
  ['kind', 'text', row => row.kind],
  ['system_id', 'text', row => row.systemId],
  ['commit_number', 'bigint', row => row.commitNumber],
  ['change_type', 'smallint', row => row.changeType],
  ['lifecycle', 'smallint', row => row.lifecycle],
  ['template_key', 'integer', row => row.templateKey],
  ['other_inputs', 'text[]', row => (row.otherInputs.length > 0 ? row.otherInputs : null)],
  ['envelope', 'text', row => row.envelope],
  ['data', 'text', row => row.data],
  ['preset_id', 'bigint', row => row.presetId],
  ['packed', 'bytea', row => row.packed],
]

const addVersion = sql<never, VersionValues>({
  name: 'routed.version',
  text: guarded`${insertInto.version} (ehr_id, contribution_id, committed_at, ${VERSION_COLUMNS.map(([name]) => name).join(', ')})
         values ($1::uuid, $2::uuid, $3::timestamptz, ${VERSION_COLUMNS.map(([, type], at) => `$${at + 4}::${type}`).join(', ')})`,
})

const supersede = sql<never, [ehrId: string, commits: readonly number[]]>({
  name: 'routed.supersede',
  text: guarded`${update.root({
    set: 'latest = false',
    where: 'ehr_id = $1 and commit_number = any($2::bigint[])',
  })}`,
})

/** Roots with the commit numbers of their versions. */
const commitLists = rowsAsLists<number>({ commit_number: { type: 'bigint', value: commit => commit } })

const addRoots = sql<never, readonly unknown[]>({
  name: 'routed.roots',
  text: guarded`${insertInto.root} (ehr_id, commit_number, num, cap, parent, via, at, archetype_key, latest, leaves, shared_key)
         select $1::uuid, v.commit_number, r.num, r.cap, r.parent, r.via, r.at, r.archetype_key, r.latest, r.leaves, r.shared_key
         from ${rootLists.from('r', 3)} join ${commitLists.from('v', 2)} on v.place = r.version`,
})

interface RoutedRows extends Omit<CommitRows, 'statusOnly'> {
  /** False for records of another server, which were made by whatever template was in force there. */
  readonly isChecked: boolean
}

/** Everything of a commit but the check of its EHR. Call it in a transaction. Returns the id of its audit event. */
export async function writeRouted(db: LimitedQueries, rows: RoutedRows): Promise<number> {
  const { ehrId, contributionId, committedAt, versions, roots, superseded } = rows
  const [counted] = await db.query(numbers, [versions.length])
  const commits = (counted?.commits ?? []).map(Number)
  const [eventId = 0] = await takeEventNumbers(db, 1)
  const artefactOf = await findArtefacts(db, versions, rows.isChecked)
  await db.execute(addContribution, [ehrId, contributionId, committedAt, rows.audit])
  for (const [at, version] of versions.entries()) {
    const { objectId, kind, templateKey } = version
    const artefact =
      kind === 'COMPOSITION' && templateKey !== null ? (artefactOf.get(templateKey) ?? null) : null
    if (version.version === 1) await db.execute(addObject, [ehrId, objectId, kind, committedAt, artefact])
    else await db.execute(changeArtefact, [ehrId, objectId, artefact])
    const numbered = { ...version, commitNumber: commits[at] ?? 0 }
    const values = VERSION_COLUMNS.map(([, , value]) => value(numbered))
    await db.execute(addVersion, [ehrId, contributionId, committedAt, ...values])
  }
  if (superseded.length > 0) await db.execute(supersede, [ehrId, superseded])
  await addAllRoots(db, ehrId, commits, roots)
  await insertBatch(db, ehrId, [eventId], [rowOf(rows.event)])
  return eventId
}

async function addAllRoots(
  db: LimitedQueries,
  ehrId: string,
  commits: readonly number[],
  roots: readonly RootRow[],
): Promise<void> {
  if (roots.length === 0) return
  await db.execute(addRoots, [ehrId, ...commitLists.values(commits), ...rootLists.values(roots)])
}

/** As `insertCommit`, in a transaction. */
export async function insertRoutedCommit(db: LimitedQueries, rows: CommitRows): Promise<number | undefined> {
  const { ehrId, statusOnly, committedAt } = rows
  if ((await db.query(lockEhr, [ehrId, statusOnly, committedAt])).length === 0) return undefined
  return writeRouted(db, { ...rows, isChecked: true })
}
