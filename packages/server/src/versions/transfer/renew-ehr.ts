/** Brings an EHR that is here already to the state of a later export: flags and subjects, a new directory, new episodes. */
import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { replaceStatus } from '../companions/ehr-store.ts'
import type { ExportedEhr, ExportedEpisode } from './export-store.ts'
import { findHeads } from './import-store.ts'
import { insertEpisodes } from './imported-ehrs.ts'

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

const setDirectory = sql<never, [ehrId: EhrId, directoryId: ObjectId | null]>({
  name: 'import.setDirectory',
  text: 'update cairn.ehr set directory_id = $2 where ehr_id = $1',
})
export async function renewEhr(db: Queries, given: ExportedEhr, newer: NewerParts): Promise<void> {
  const { ehr_id: ehrId, is_modifiable, is_queryable, directory_id, subjects } = given
  if (newer.status)
    await replaceStatus(db, ehrId, {
      isModifiable: is_modifiable,
      isQueryable: is_queryable,
      subjects: subjects.map(({ namespace, subject_id: id }) => ({ namespace, id })),
    })
  if (newer.directory) await db.execute(setDirectory, [ehrId, directory_id])
  await insertEpisodes(
    db,
    newer.episodes.map(each => ({ ...each, ehr_id: ehrId })),
  )
}
