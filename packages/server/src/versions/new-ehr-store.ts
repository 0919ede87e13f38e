/** The statement that writes new EHRs: each with its first versions, its default episode and its subject, several in one round trip. */
import { guarded, insertInto } from '../access/index.ts'
import { type LimitedDatabase, type LimitedQueries, rowsAsLists, sql } from '../db/index.ts'
import type { NewEhr, OutcomeRow } from './commit-rows.ts'
import { eventOf, NEXT, valuesOf, WANTED, WRITING, writeTogether } from './commit-store.ts'
import { writeRouted } from './routed-commit.ts'
import { EHR_COLUMNS, insertEhrs, insertUsualEhrs, type UsualEhr, usualEhr } from './usual-ehr-store.ts'

const ehrLists = rowsAsLists<NewEhr>(EHR_COLUMNS)

const writeNewEhrs = sql<OutcomeRow, unknown[]>({
  name: 'version.commitNewEhrs',
  waitsForLocks: true,
  text: guarded`with ${WANTED}, given_ehr as materialized (
    select w.ehr_id, w.committed_at, e.* from wanted w join ${ehrLists.from('e', NEXT)} on e.place = w.place
    where w.place <> all(array(select place from outdated))
  ), ${insertEhrs('given_ehr')}, gate as materialized (
    select w.* from wanted w join given_ehr using (place)
  ), ${WRITING}`,
})

/** The general statement, for EHRs of any form. */
export const insertNewEhrs = (db: LimitedQueries, all: readonly NewEhr[]): Promise<readonly OutcomeRow[]> =>
  db.query(writeNewEhrs, [...valuesOf(all.map(each => each.rows)), ...ehrLists.values(all)])

const addEhr = sql<never, readonly unknown[]>({
  name: 'routed.ehr',
  text: guarded`${insertInto.ehr} (ehr_id, created_at, system_id, status_id, access_id, default_episode_id, is_modifiable, is_queryable)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
})
const addEpisode = sql<
  never,
  [ehrId: string, episodeId: string, name: string, startsAt: Date, startsText: string]
>({
  name: 'routed.episode',
  text: guarded`${insertInto.episode} (ehr_id, episode_id, name, active, starts_at, starts_text)
         values ($1, $2, $3, true, $4, $5)`,
})
const addSubject = sql<never, [namespace: string | null, subjectId: string, ehrId: string]>({
  name: 'routed.subject',
  text: guarded`${insertInto.ehr_subject} (namespace, subject_id, ehr_id) values ($1, $2, $3)`,
})

/** Statement by statement, each for one node. The subject may be on another node than the EHR: then both agree to commit. */
async function insertRouted(db: LimitedQueries, { rows, ehr }: NewEhr): Promise<number> {
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
export async function insertNewEhr(db: LimitedQueries, given: NewEhr): Promise<number | undefined> {
  if (db.isDistributed) return insertRouted(db, given)
  const usual = usualEhr(given)
  return eventOf(await (usual ? insertUsualEhrs(db, [usual]) : insertNewEhrs(db, [given])))
}

/** Writes a new EHR as `insertNewEhr` does, together with those of the same moment. */
export type NewEhrDoor = (ehr: NewEhr) => Promise<number | undefined>

export const openNewEhrDoor = (db: LimitedDatabase): NewEhrDoor =>
  db.isDistributed ? ehr => db.transaction(queries => insertRouted(queries, ehr)) : openTogether(db)

function openTogether(db: LimitedDatabase): NewEhrDoor {
  const alone: NewEhrDoor = ehr => insertNewEhr(db, ehr)
  const general = writeTogether<NewEhr>({ together: all => insertNewEhrs(db, all), alone })
  const usual = writeTogether<UsualEhr>({ together: all => insertUsualEhrs(db, all), alone })
  return given => {
    const form = usualEhr(given)
    return form ? usual(form) : general(given)
  }
}
