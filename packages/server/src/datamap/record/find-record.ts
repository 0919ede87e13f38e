/** One record by its uid. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries } from '../../db/index.ts'
import { type EhrId, type ObjectId, readObjectId, readVersionUid, type VersionId } from '../../ids/index.ts'
import { requireEhr } from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { versionUid } from '../../versions/index.ts'
import type { ReadyDatamap } from '../definition/datamap-shelf.ts'
import type { CellObject, Column } from '../model.ts'
import { recordOf } from '../record.ts'
import { findRecords, type StoredRecord } from './store.ts'

/** The UUID of the record, or the uid of its latest version. */
export type RecordId = VersionId | { readonly objectId: ObjectId; readonly version?: undefined }

export function recordIdOf(text: string): RecordId | undefined {
  const objectId = readObjectId(text)
  return objectId ? { objectId } : readVersionUid(text)
}

export const noRecord = (name: string) =>
  new Refusal('datamap.record_not_found', `The datamap "${name}" has no such record, or it is deleted.`)

export interface RecordRequest {
  readonly id: RecordId
  /** The EHR, if the request names it. */
  readonly ehrId: EhrId | undefined
}

/** Finds the latest version of a record; throws if there is none. */
export async function requireRecord(
  { db }: { readonly db: LimitedQueries },
  ready: Pick<ReadyDatamap, 'name' | 'template' | 'datamap'>,
  { id, ehrId }: RecordRequest,
): Promise<StoredRecord> {
  const [record, another] = await findRecords(db, ready, id.objectId, ehrId)
  if (!record) {
    if (ehrId !== undefined) await requireEhr({ db }, ehrId)
    throw noRecord(ready.name)
  }
  if (another)
    throw new Refusal('request.malformed', 'Two EHRs have a record with this uid: name one in ehrUid.')
  return record
}

/** A version uid in the address must be that of the latest version. */
function isLatest({ head }: StoredRecord, id: RecordId): boolean {
  return id.version === undefined || (id.version === head.version && id.systemId === head.systemId)
}

/** Finds a record to read; an older version in the address is not found, since only latest versions are records. */
export async function findRecord(
  needs: { readonly db: LimitedQueries },
  ready: Pick<ReadyDatamap, 'name' | 'template' | 'datamap'>,
  wanted: RecordRequest,
): Promise<StoredRecord> {
  const record = await requireRecord(needs, ready, wanted)
  if (!isLatest(record, wanted.id)) throw noRecord(ready.name)
  return record
}

/** For a write, an older version in the address is a conflict. */
export function requireNamed(record: StoredRecord, id: RecordId): void {
  if (isLatest(record, id)) return
  const latestVersion = versionUid(record.head)
  throw new Refusal('version.conflict', 'The address does not name the latest version.', [], {
    latestVersion,
  })
}

/** Makes the record of an answer: the fixed fields, then the columns. */
export const recordBody = (columns: readonly Column[], { fields, data }: StoredRecord): CellObject => ({
  ...fields,
  ...recordOf(columns, JSON.parse(data) as RmObject),
})
