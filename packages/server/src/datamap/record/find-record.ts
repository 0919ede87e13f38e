/** One record by its uid. */

import type { RmObject } from '@cairn/openehr/rm'
import type { Queries } from '../../db/index.ts'
import { type EhrId, type ObjectId, readObjectId, readVersionUid, type VersionId } from '../../ids.ts'
import { requireEhr } from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { versionUid } from '../../versions/index.ts'
import type { ReadyDatamap } from '../definition/shelf.ts'
import type { CellObject, Column } from '../model.ts'
import { recordOf } from '../record.ts'
import { findRecords, type StoredRecord } from './store.ts'

/** The UUID of the record, or its latest version. */
export type RecordId = VersionId | { readonly objectId: ObjectId; readonly version?: undefined }

export function recordIdOf(text: string): RecordId | undefined {
  const objectId = readObjectId(text)
  return objectId ? { objectId } : readVersionUid(text)
}

export const noRecord = (name: string) =>
  new Refusal('datamap.record_not_found', `The datamap "${name}" has no such record, or it is deleted.`)

export interface Wanted {
  readonly id: RecordId
  /** Where the call says whose it is. */
  readonly ehrId: EhrId | undefined
}

/** The record as it is now. */
export async function needRecord(
  { db }: { readonly db: Queries },
  { name, template }: Pick<ReadyDatamap, 'name' | 'template'>,
  { id, ehrId }: Wanted,
): Promise<StoredRecord> {
  const [record, another] = await findRecords(db, id.objectId, template.artefactId, ehrId)
  if (!record) {
    if (ehrId !== undefined) await requireEhr({ db }, ehrId)
    throw noRecord(name)
  }
  if (another)
    throw new Refusal('request.malformed', 'Two EHRs have a record of this uid: say which with ehrUid.')
  return record
}

/** A version uid in the address means that version, and no later one. */
function isLatest({ head }: StoredRecord, id: RecordId): boolean {
  return id.version === undefined || (id.version === head.version && id.systemId === head.systemId)
}

/** As `needRecord`, for who wants to read: an older version is none of the datamap's records. */
export async function findRecord(
  needs: { readonly db: Queries },
  ready: Pick<ReadyDatamap, 'name' | 'template'>,
  wanted: Wanted,
): Promise<StoredRecord> {
  const record = await needRecord(needs, ready, wanted)
  if (!isLatest(record, wanted.id)) throw noRecord(ready.name)
  return record
}

/** For who wants to write: an older version in the address is a write that comes too late. */
export function requireNamed(record: StoredRecord, id: RecordId): void {
  if (isLatest(record, id)) return
  const latestVersion = versionUid(record.head)
  throw new Refusal('version.conflict', 'The address does not name the latest version.', [], {
    latestVersion,
  })
}

/** As it is sent out: the fields that every record has, then the columns. */
export const shownRecord = (columns: readonly Column[], { fields, data }: StoredRecord): CellObject => ({
  ...fields,
  ...recordOf(columns, JSON.parse(data) as RmObject),
})
