/** The directory of an EHR: one root FOLDER at a time. A deleted one stays deleted; the next one is a new object. */

import type { LimitedQueries } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { type EhrNeeds, findAtTime, requireEhr, requireHead } from '../../records/index.ts'
import { latestFacts } from '../../records/request/index.ts'
import { noVersion } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { changeDirectory, findDirectoryId, findEhr, type StoredEhr } from '../../versions/companions/index.ts'
import { type Companion, findHead, type Head, type StoredVersion } from '../../versions/index.ts'

const EXISTS = 'The EHR already has a directory.'

/** Throws if the EHR has a directory; the refusal names its latest version. */
export async function refuseSecondDirectory(
  db: LimitedQueries,
  { ehrId, directoryId }: Pick<StoredEhr, 'ehrId' | 'directoryId'>,
): Promise<void> {
  if (directoryId === null) return
  const head = await findHead(db, ehrId, directoryId)
  throw new Refusal('version.exists', EXISTS, [], head ? latestFacts(head, ehrId) : {})
}

/** The companion write of the first version of a directory. */
export const openDirectory =
  (ehrId: EhrId, objectId: ObjectId): Companion =>
  async queries => {
    if (await changeDirectory(queries, ehrId, { from: null, to: objectId })) return
    const ehr = await findEhr(queries, ehrId)
    if (ehr) await refuseSecondDirectory(queries, ehr)
    throw new Refusal('version.exists', EXISTS)
  }

/** The companion write of the version that deletes the directory. */
export const closeDirectory =
  (ehrId: EhrId, objectId: ObjectId): Companion =>
  async queries => {
    await changeDirectory(queries, ehrId, { from: objectId, to: null })
  }

export async function requireNoDirectory(needs: EhrNeeds, ehrId: EhrId): Promise<void> {
  await refuseSecondDirectory(needs.db, await requireEhr(needs, ehrId))
}

/** Finds the latest version of the directory; throws if the EHR has none. */
export async function requireDirectory(needs: EhrNeeds, ehrId: EhrId): Promise<Head> {
  const { directoryId } = await requireEhr(needs, ehrId)
  if (directoryId === null) throw noVersion()
  return requireHead(needs, ehrId, directoryId, 'FOLDER')
}

/** Finds the version of the directory at a time, or the latest; undefined if there was none. */
export async function findDirectory(
  needs: EhrNeeds,
  ehrId: EhrId,
  time: Date | undefined,
): Promise<StoredVersion | undefined> {
  const objectId = await findDirectoryId(needs.db, ehrId, time)
  if (objectId === undefined) return undefined
  return findAtTime(needs, ehrId, objectId, time)
}
