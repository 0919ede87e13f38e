/** Uids that clients choose: kept for a new object where they can be, otherwise refused; never replaced in silence. */

import { isRmObject, type RmObject } from '@cairn/openehr/rm'
import type { Queries } from '../db/index.ts'
import { type EhrId, newObjectId, type ObjectId, readObjectId, readVersionUid } from '../ids.ts'
import { Refusal } from '../refusal/index.ts'
import { findHead, findOwner, type Head } from '../versions/index.ts'
import { latestFacts } from './precondition.ts'

/** `uid/value` of data. */
export function uidOf(data: RmObject | undefined): string | undefined {
  const uid = data?.['uid']
  const value = isRmObject(uid) ? uid['value'] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The object id that a uid gives to a new object; undefined where it cannot be kept. */
export function objectIdOf(uid: string, systemId: string): ObjectId | undefined {
  const id = readVersionUid(uid)
  return readObjectId(uid) ?? (id?.systemId === systemId && id.version === 1 ? id.objectId : undefined)
}

export const foreignUid = (uid: string, systemId: string): string =>
  `"${uid}" cannot be kept: the uid of a new object is a UUID, or <uuid>::${systemId}::1, or is left out`

/** Throws where the id of a new object is in use. Of another EHR's object nothing is told but that. */
export async function refuseTaken(db: Queries, ehrId: EhrId, objectId: ObjectId): Promise<void> {
  const owner = await findOwner(db, ehrId, objectId)
  if (owner === undefined) return
  const head = owner === ehrId ? await findHead(db, ehrId, objectId) : undefined
  throw new Refusal(
    'version.exists',
    'There is an object with this uid already.',
    [],
    head ? latestFacts(head, ehrId) : {},
  )
}

interface UidNeeds {
  readonly db: Queries
  readonly systemId: string
}

/** The id of a new object: the client's, or a new one. */
export async function chooseObjectId(
  { db, systemId }: UidNeeds,
  ehrId: EhrId,
  data: RmObject,
): Promise<ObjectId> {
  const uid = uidOf(data)
  if (uid === undefined) return newObjectId()
  const objectId = objectIdOf(uid, systemId)
  if (objectId === undefined) {
    const message = foreignUid(uid, systemId)
    throw new Refusal('data.invalid', `The uid ${message}.`, [
      { path: '/uid/value', code: 'uid.foreign', message },
    ])
  }
  await refuseTaken(db, ehrId, objectId)
  return objectId
}

/**
 * True for the object's id and for the uids of its versions up to the next one. Which version is followed, `If-Match` says: clients
 * send what they read some versions ago.
 */
export function isUidOf(uid: string, { objectId, systemId, version }: Head): boolean {
  const id = readVersionUid(uid)
  if (!id) return readObjectId(uid) === objectId
  return id.objectId === objectId && id.systemId === systemId && id.version <= version + 1
}

/** Data that follow a version may carry no uid but its own. */
export function requireUidOf(head: Head, data: RmObject): void {
  const uid = uidOf(data)
  if (uid !== undefined && !isUidOf(uid, head))
    throw new Refusal('request.malformed', `The uid in the body is not that of this ${head.kind}.`)
}
