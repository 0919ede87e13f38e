/** As the statements of `import-store.ts`, for a distributed database: each names one EHR, so that one node does it (decision 0064). */
import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids.ts'
import { insertBatch, rowOf, takeEventNumbers } from '../../observe/index.ts'
import type { CommitRows } from '../commit-rows.ts'
import { sharedLock } from '../ehr-lock.ts'
import { writeRouted } from '../routed-commit.ts'
import type { ExportedEpisode } from './export-store.ts'
import type { GivenEhr, ObjectState } from './imported-rows.ts'

const lockEhr = sql<never, [ehrId: EhrId]>({
  name: 'routed.importLock',
  waitsForLocks: true,
  text: `select ${sharedLock('ehr_id')} as turn from cairn.ehr where ehr_id = $1 for key share`,
})

/** Returns the ids of the audit events, by the number of the contribution, from 1. */
export async function insertRoutedContributions(
  db: Queries,
  rows: readonly CommitRows[],
): Promise<ReadonlyMap<number, number | null>> {
  const events = new Map<number, number | null>()
  for (const [at, each] of rows.entries())
    if ((await db.query(lockEhr, [each.ehrId])).length > 0)
      events.set(at + 1, await writeRouted(db, { ...each, isChecked: false }))
  return events
}

const finish = sql<
  never,
  [ehrId: EhrId, objectId: ObjectId, hasState: boolean, episodeId: string | null, mergedFrom: string | null]
>({
  name: 'routed.finishObject',
  text: `update cairn.versioned_object o set
           artefact_id = case when o.kind = 'COMPOSITION' then (
             select t.artefact_id from cairn.version v left join cairn.template t using (template_key)
             where v.ehr_id = $1 and v.object_id = $2 order by v.version desc limit 1) end,
           episode_id = case when $3::boolean then $4::uuid else o.episode_id end,
           merged_from = case when $3::boolean then $5::uuid else o.merged_from end
         where o.ehr_id = $1 and o.object_id = $2`,
})

export async function finishRoutedObjects(db: Queries, objects: readonly ObjectState[]): Promise<void> {
  for (const { ehrId, objectId, state } of objects)
    await db.execute(finish, [
      ehrId,
      objectId,
      state !== undefined,
      state?.episode_id ?? null,
      state?.merged_from ?? null,
    ])
}

const addEhr = sql<never, readonly unknown[]>({
  name: 'routed.importEhr',
  waitsForLocks: true,
  text: `insert into cairn.ehr (ehr_id, system_id, created_at, status_id, access_id, directory_id, default_episode_id,
           is_modifiable, is_queryable)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
})
const addSubject = sql<never, [namespace: string, subjectId: string, ehrId: EhrId]>({
  name: 'routed.importSubject',
  waitsForLocks: true,
  text: 'insert into cairn.ehr_subject (namespace, subject_id, ehr_id) values ($1, $2, $3)',
})
const addEpisode = sql<never, readonly unknown[]>({
  name: 'routed.importEpisode',
  text: `insert into cairn.episode (ehr_id, episode_id, number, name, active, urgency, care_circuit, starts_at, starts_text,
           ends_at, ends_text, deleted)
         values ($1, $2, $3, $4, $5, $6, $7, $8::text::timestamptz, $8, $9::text::timestamptz, $9, $10)`,
})

const taken = sql<{ number: number }, [numbers: readonly number[]]>({
  name: 'routed.takenNumbers',
  text: 'select number from cairn.episode where number = any($1::bigint[])',
})
const nextNumber = sql<{ number: number }>({
  name: 'routed.nextNumber',
  text: `select nextval('cairn.episode_number_seq') as number`,
})
const raiseNumber = sql<never, [number: number]>({
  name: 'routed.raiseNumber',
  text: `select setval('cairn.episode_number_seq', $1::bigint) from cairn.episode_number_seq where last_value < $1::bigint`,
})

/** An episode keeps its number, which people know it by, unless another episode here has it, or it has none (0). */
async function numbersOf(db: Queries, episodes: readonly ExportedEpisode[]): Promise<readonly number[]> {
  const used = new Set((await db.query(taken, [episodes.map(each => each.number)])).map(row => row.number))
  const numbers: number[] = []
  for (const { number } of episodes) {
    const isKept = number !== 0 && !used.has(number)
    numbers.push(isKept ? number : ((await db.query(nextNumber))[0]?.number ?? 0))
  }
  if (numbers.length > 0) await db.query(raiseNumber, [Math.max(...numbers)])
  return numbers
}

async function addNumbered(
  db: Queries,
  ehrId: EhrId,
  episodes: readonly ExportedEpisode[],
  numbers: readonly number[],
): Promise<void> {
  for (const [at, each] of episodes.entries())
    await db.execute(addEpisode, [
      ehrId,
      each.episode_id,
      numbers[at],
      each.name,
      each.active,
      each.urgency,
      each.care_circuit,
      each.starts_text,
      each.ends_text,
      each.deleted,
    ])
}

export const insertRoutedEpisodes = async (
  db: Queries,
  ehrId: EhrId,
  episodes: readonly ExportedEpisode[],
): Promise<void> => addNumbered(db, ehrId, episodes, await numbersOf(db, episodes))

/** Returns the ids of the audit events, in order. */
export async function insertRoutedEhrs(db: Queries, ehrs: readonly GivenEhr[]): Promise<number[]> {
  const events = await takeEventNumbers(db, ehrs.length)
  const numbers = await numbersOf(
    db,
    ehrs.flatMap(({ episodes }) => episodes),
  )
  let at = 0
  for (const [place, ehr] of ehrs.entries()) {
    const { ehr_id, subjects, episodes, event } = ehr
    await db.execute(addEhr, [
      ehr_id,
      ehr.system_id,
      ehr.created_at,
      ehr.status_id,
      ehr.access_id,
      ehr.directory_id,
      ehr.default_episode_id,
      ehr.is_modifiable,
      ehr.is_queryable,
    ])
    for (const { namespace, subject_id } of subjects)
      await db.execute(addSubject, [namespace, subject_id, ehr_id])
    await addNumbered(db, ehr_id, episodes, numbers.slice(at, at + episodes.length))
    at += episodes.length
    await insertBatch(db, ehr_id, [events[place] ?? 0], [rowOf(event)])
  }
  return [...events]
}
