/** Brings an EHR that is here already to the state of a later export: flags and subjects, a new directory, new episodes. */
import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids.ts'
import type { ExportedEhr, ExportedEpisode } from './export-store.ts'
import { findHeads, insertedEpisodes } from './import-store.ts'
import { insertRoutedEpisodes } from './routed-import.ts'

/** The parts of an EHR that are newer in an export than here. */
export interface NewerParts {
  readonly status: boolean
  readonly directory: boolean
  readonly episodes: readonly ExportedEpisode[]
}

/**
 * Compares the state of an EHR with the one here, which may have gone on by itself: a status counts if its version is not here yet, a
 * directory or an episode if there is none with its id. Undefined: nothing is newer.
 */
export async function newerPartsOf(
  db: Queries,
  given: ExportedEhr,
  stored: ExportedEhr,
): Promise<NewerParts | undefined> {
  const status = (given.status_version ?? 0) > (stored.status_version ?? 0)
  const { directory_id: directoryId } = given
  const directory =
    directoryId !== null &&
    directoryId !== stored.directory_id &&
    (await findHeads(db, [directoryId])).length === 0
  const known = new Set(stored.episodes.map(({ episode_id }) => episode_id))
  const episodes = given.episodes.filter(({ episode_id }) => !known.has(episode_id))
  return status || directory || episodes.length > 0 ? { status, directory, episodes } : undefined
}

const setFlags = sql<never, [ehrId: EhrId, isModifiable: boolean, isQueryable: boolean]>({
  name: 'import.setFlags',
  text: 'update cairn.ehr set is_modifiable = $2, is_queryable = $3 where ehr_id = $1',
})
const setDirectory = sql<never, [ehrId: EhrId, directoryId: ObjectId | null]>({
  name: 'import.setDirectory',
  text: 'update cairn.ehr set directory_id = $2 where ehr_id = $1',
})
const dropSubjects = sql<never, [ehrId: EhrId]>({
  name: 'import.dropSubjects',
  text: 'delete from cairn.ehr_subject where ehr_id = $1',
})
const addSubject = sql<never, [ehrId: EhrId, namespace: string, subjectId: string]>({
  name: 'import.addSubject',
  text: 'insert into cairn.ehr_subject (ehr_id, namespace, subject_id) values ($1, $2, $3)',
})
const addEpisodes = sql<never, [ehrId: EhrId, episodes: string]>({
  name: 'import.episodes',
  text: `with given as materialized (select $1::uuid as ehr_id, $2::json as episodes), ${insertedEpisodes('given')}
         select 1 where false`,
})

export async function renewEhr(db: Queries, given: ExportedEhr, newer: NewerParts): Promise<void> {
  const { ehr_id: ehrId, is_modifiable, is_queryable, directory_id, subjects } = given
  if (newer.status) {
    await db.execute(setFlags, [ehrId, is_modifiable, is_queryable])
    await db.execute(dropSubjects, [ehrId])
    for (const { namespace, subject_id } of subjects)
      await db.execute(addSubject, [ehrId, namespace, subject_id])
  }
  if (newer.directory) await db.execute(setDirectory, [ehrId, directory_id])
  if (newer.episodes.length === 0) return
  if (db.isDistributed) await insertRoutedEpisodes(db, ehrId, newer.episodes)
  else await db.execute(addEpisodes, [ehrId, JSON.stringify(newer.episodes)])
}
