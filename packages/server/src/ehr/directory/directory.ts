/** The directory of an EHR: one root FOLDER at a time. A deleted one stays closed, and the next is a new object. */

import type { Queries } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids.ts'
import { type EhrNeeds, latestFacts, needEhr, needHead, noVersion } from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import {
  type Companion,
  changeDirectory,
  findDirectoryId,
  findEhr,
  findExtant,
  findHead,
  type Head,
  type StoredEhr,
  type StoredVersion,
} from '../../versions/index.ts'

const EXISTS = 'The EHR has a directory already.'

/** Throws, with the latest version of the directory that there is. */
export async function refuseSecondDirectory(
  db: Queries,
  { ehrId, directoryId }: Pick<StoredEhr, 'ehrId' | 'directoryId'>,
): Promise<void> {
  if (directoryId === null) return
  const head = await findHead(db, ehrId, directoryId)
  throw new Refusal('version.exists', EXISTS, [], head ? latestFacts(head, ehrId) : {})
}

/** To be written with the first version of a directory. */
export const openDirectory =
  (ehrId: EhrId, objectId: ObjectId): Companion =>
  async queries => {
    if (await changeDirectory(queries, ehrId, { from: null, to: objectId })) return
    const ehr = await findEhr(queries, ehrId)
    if (ehr) await refuseSecondDirectory(queries, ehr)
    throw new Refusal('version.exists', EXISTS)
  }

/** To be written with the version that deletes it. */
export const closeDirectory =
  (ehrId: EhrId, objectId: ObjectId): Companion =>
  async queries => {
    await changeDirectory(queries, ehrId, { from: objectId, to: null })
  }

export async function requireNoDirectory(needs: EhrNeeds, ehrId: EhrId): Promise<void> {
  await refuseSecondDirectory(needs.db, await needEhr(needs, ehrId))
}

/** The latest version of the directory that there is now. */
export async function needDirectory(needs: EhrNeeds, ehrId: EhrId): Promise<Head> {
  const { directoryId } = await needEhr(needs, ehrId)
  if (directoryId === null) throw noVersion()
  return needHead(needs, ehrId, directoryId, 'FOLDER')
}

/** The version that was the directory at a time, or is it now; undefined where there had been none. */
export async function findDirectory(
  { db }: EhrNeeds,
  ehrId: EhrId,
  time: Date | undefined,
): Promise<StoredVersion | undefined> {
  const objectId = await findDirectoryId(db, ehrId, time)
  if (objectId === undefined) return undefined
  return findExtant(db, ehrId, objectId, time)
}
