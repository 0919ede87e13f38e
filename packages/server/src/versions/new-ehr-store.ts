/** The statement that writes new EHRs: each with its first versions, its default episode and its subject, several in one round trip. */
import { type Database, type Queries, rowsAsLists, sql } from '../db/index.ts'
import type { CommitRows, OutcomeRow } from './commit-rows.ts'
import {
  eventOf,
  firstValuesOf,
  NEXT,
  NEXT_OF_FIRST,
  valuesOf,
  WANTED,
  WANTED_FIRST,
  WRITING,
  WRITING_FIRST,
  writeTogether,
} from './commit-store.ts'
import { writeRouted } from './routed-commit.ts'

export interface NewEhrRow {
  readonly systemId: string
  readonly statusId: string
  readonly accessId: string
  readonly defaultEpisodeId: string
  readonly episodeName: string
  readonly startsText: string
  readonly isModifiable: boolean
  readonly isQueryable: boolean
  readonly subjectId: string | null
  readonly subjectNamespace: string | null
}

const ehrLists = rowsAsLists<NewEhrRow>({
  system_id: { type: 'text', value: ehr => ehr.systemId },
  status_id: { type: 'uuid', value: ehr => ehr.statusId },
  access_id: { type: 'uuid', value: ehr => ehr.accessId },
  default_episode_id: { type: 'uuid', value: ehr => ehr.defaultEpisodeId },
  episode_name: { type: 'text', value: ehr => ehr.episodeName },
  starts_text: { type: 'text', value: ehr => ehr.startsText },
  is_modifiable: { type: 'boolean', value: ehr => ehr.isModifiable },
  is_queryable: { type: 'boolean', value: ehr => ehr.isQueryable },
  subject_id: { type: 'text', value: ehr => ehr.subjectId },
  subject_namespace: { type: 'text', value: ehr => ehr.subjectNamespace },
})

/** Writes the EHRs of `given_ehr`; the part `gate` has their commits. */
const WRITING_EHRS = `ehr as (
    insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, default_episode_id,
      is_modifiable, is_queryable)
    select ehr_id, system_id, committed_at, status_id, access_id, default_episode_id, is_modifiable, is_queryable
    from given_ehr
    returning ehr_id
  ), episode as (
    insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
    select ehr_id, default_episode_id, episode_name, true, committed_at, starts_text from given_ehr
  ), subject as (
    insert into cairn.ehr_subject (namespace, subject_id, ehr_id)
    select subject_namespace, subject_id, ehr_id from given_ehr where subject_id is not null
  ), gate as materialized (
    select w.* from wanted w join ehr using (ehr_id)
  )`

const givenEhrs = (first: number): string =>
  `select w.ehr_id, w.committed_at, e.* from wanted w join ${ehrLists.from('e', first)} on e.place = w.place`

const writeNewEhrs = sql<OutcomeRow, unknown[]>({
  name: 'version.commitNewEhrs',
  waitsForLocks: true,
  text: `with ${WANTED}, given_ehr as materialized (
    ${givenEhrs(NEXT)}
    where w.place <> all(array(select place from outdated))
  ), ${WRITING_EHRS}, ${WRITING}`,
})
/** For EHRs whose status has no template, as most have none: a third less for PostgreSQL to do (decision 0070). */
const writeUsualEhrs = sql<OutcomeRow, unknown[]>({
  name: 'version.commitUsualEhrs',
  waitsForLocks: true,
  text: `with ${WANTED_FIRST}, given_ehr as materialized (
    ${givenEhrs(NEXT_OF_FIRST)}
  ), ${WRITING_EHRS}, ${WRITING_FIRST}`,
})

/** A new EHR, and the commit of its first versions. */
export interface NewEhr {
  readonly rows: CommitRows
  readonly ehr: NewEhrRow
}

const isUsual = ({ rows }: NewEhr): boolean =>
  rows.versions.every(({ templateKey, version }) => templateKey === null && version === 1)

function insertNewEhrs(db: Queries, all: readonly NewEhr[]): Promise<readonly OutcomeRow[]> {
  const commits = all.map(each => each.rows)
  const ehrs = ehrLists.values(all.map(each => each.ehr))
  return all.every(isUsual)
    ? db.query(writeUsualEhrs, [...firstValuesOf(commits), ...ehrs])
    : db.query(writeNewEhrs, [...valuesOf(commits), ...ehrs])
}

const addEhr = sql<never, readonly unknown[]>({
  name: 'routed.ehr',
  text: `insert into cairn.ehr (ehr_id, created_at, system_id, status_id, access_id, default_episode_id, is_modifiable, is_queryable)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
})
const addEpisode = sql<
  never,
  [ehrId: string, episodeId: string, name: string, startsAt: Date, startsText: string]
>({
  name: 'routed.episode',
  text: `insert into cairn.episode (ehr_id, episode_id, name, active, starts_at, starts_text)
         values ($1, $2, $3, true, $4, $5)`,
})
const addSubject = sql<never, [namespace: string | null, subjectId: string, ehrId: string]>({
  name: 'routed.subject',
  text: 'insert into cairn.ehr_subject (namespace, subject_id, ehr_id) values ($1, $2, $3)',
})

/** Statement by statement, each for one node. The subject may be on another node than the EHR: then both agree to commit. */
async function insertRouted(db: Queries, { rows, ehr }: NewEhr): Promise<number> {
  const { ehrId, committedAt } = rows
  const { systemId, statusId, accessId, defaultEpisodeId, isModifiable, isQueryable } = ehr
  await db.execute(addEhr, [
    ehrId,
    committedAt,
    systemId,
    statusId,
    accessId,
    defaultEpisodeId,
    isModifiable,
    isQueryable,
  ])
  await db.execute(addEpisode, [ehrId, defaultEpisodeId, ehr.episodeName, committedAt, ehr.startsText])
  if (ehr.subjectId !== null) await db.execute(addSubject, [ehr.subjectNamespace, ehr.subjectId, ehrId])
  return writeRouted(db, { ...rows, isChecked: true })
}

/** The id of the audit event. */
export async function insertNewEhr(db: Queries, ehr: NewEhr): Promise<number | undefined> {
  if (db.isDistributed) return insertRouted(db, ehr)
  return eventOf(await insertNewEhrs(db, [ehr]))
}

/** Writes a new EHR as `insertNewEhr` does, together with those of the same moment. */
export type NewEhrDoor = (ehr: NewEhr) => Promise<number | undefined>

export const openNewEhrDoor = (db: Database): NewEhrDoor =>
  db.isDistributed ? ehr => db.transaction(queries => insertRouted(queries, ehr)) : openTogether(db)

const openTogether = (db: Database): NewEhrDoor =>
  writeTogether({ together: all => insertNewEhrs(db, all), alone: ehr => insertNewEhr(db, ehr) })
