/** Uids that clients choose are used for a new object or refused, but never silently replaced (decision 0029). */

import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Queries } from '../db/index.ts'
import { type EhrId, newObjectId, type ObjectId, readObjectId, readVersionUid } from '../ids.ts'
import { Refusal } from '../refusal/index.ts'
import { type Companion, findHead, findOwner, type Head, ownedByOneEhr } from '../versions/index.ts'
import type { EhrNeeds } from './needs.ts'
import { latestFacts } from './precondition.ts'

/** Returns `uid/value` of the data. */
export function uidOf(data: RmObject | undefined): string | undefined {
  const uid = data?.['uid']
  const value = isRmObject(uid) ? uid['value'] : undefined
  return typeof value === 'string' ? value : undefined
}

/** An id without a text; `_type` alone identifies nothing. */
export const isEmptyUid = (uid: unknown): boolean =>
  uid === '' ||
  (isRmObject(uid) &&
    (uid['value'] ?? '') === '' &&
    Object.keys(uid).every(name => name === '_type' || name === 'value'))

/** An empty uid counts as absent: some clients send one where they have none. */
export function withoutEmptyUid(data: RmObject): RmObject {
  if (!isEmptyUid(data['uid'])) return data
  const { uid: _uid, ...others } = data
  return others
}

/** Returns the object id for a new object with this uid, or undefined if the uid cannot be used. */
export function objectIdOf(uid: string, systemId: string): ObjectId | undefined {
  const id = readVersionUid(uid)
  return readObjectId(uid) ?? (id?.systemId === systemId && id.version === 1 ? id.objectId : undefined)
}

export const foreignUid = (uid: string, systemId: string): string =>
  `"${uid}" cannot be used: the uid of a new object is a UUID, or <uuid>::${systemId}::1, or is left out`

/** For callers who do not see all records (decision 0055). */
export const LIMITED_UID = 'is chosen by the server for callers with limited rights; leave it out'

/** Throws if the id is in use. If it belongs to another EHR, the refusal reveals nothing else. */
export async function refuseTaken(db: Queries, ehrId: EhrId, objectId: ObjectId): Promise<void> {
  const owner = await findOwner(db, ehrId, objectId)
  if (owner === undefined) return
  const head = owner === ehrId ? await findHead(db, ehrId, objectId) : undefined
  throw new Refusal(
    'version.exists',
    'There is already an object with this uid.',
    [],
    head ? latestFacts(head, ehrId) : {},
  )
}

interface UidNeeds extends Pick<EhrNeeds, 'systemId' | 'chosenUids'> {
  readonly db: Queries
}

const refusedUid = (message: string, code: 'uid.foreign' | 'uid.limited') =>
  new Refusal('data.invalid', `The uid ${message}.`, [{ path: '/uid/value', code, message }])

/** Returns the client's id for a new object, or makes one. */
export async function chooseObjectId(
  { db, systemId, chosenUids }: UidNeeds,
  ehrId: EhrId,
  data: RmObject,
): Promise<ObjectId> {
  const uid = uidOf(data)
  if (uid === undefined) return newObjectId()
  if (chosenUids === 'refused') throw refusedUid(LIMITED_UID, 'uid.limited')
  const objectId = objectIdOf(uid, systemId)
  if (objectId === undefined) throw refusedUid(foreignUid(uid, systemId), 'uid.foreign')
  await refuseTaken(db, ehrId, objectId)
  return objectId
}

/** The companion of a commit of a new object, if the client has chosen its id: others pay nothing for it. */
export const keepingUid = (ehrId: EhrId, objectId: ObjectId, data: RmObject): Companion[] =>
  uidOf(data) === undefined ? [] : [ownedByOneEhr(ehrId, [objectId])]

/**
 * True for the object's id and for the uids of its versions up to the next one: clients send back the uid that they once read.
 * `If-Match` alone names the preceding version.
 */
export function isUidOf(uid: string, { objectId, systemId, version }: Head): boolean {
  const id = readVersionUid(uid)
  if (!id) return readObjectId(uid) === objectId
  return id.objectId === objectId && id.systemId === systemId && id.version <= version + 1
}

/** Refuses data of a later version with the uid of another object. */
export function requireUidOf(head: Head, data: RmObject): void {
  const uid = uidOf(data)
  if (uid !== undefined && !isUidOf(uid, head))
    throw new Refusal('request.malformed', `The uid in the body is not that of this ${head.kind}.`)
}
