/** Uids that clients choose are used for a new object or refused, but never silently replaced (decision 0029). */

import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedQueries } from '../../db/index.ts'
import { type EhrId, newObjectId, type ObjectId, readObjectId, readVersionUid } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findErased, ownedByOneEhr } from '../../versions/companions/index.ts'
import { type Companion, findHead, findObject, findOwner, type Head } from '../../versions/index.ts'
import { recordOfParty } from '../../versions/parties/index.ts'
import type { WireProfile } from '../../versions/printed/index.ts'
import type { EhrNeeds } from '../needs.ts'
import { latestFacts } from '../request/precondition.ts'
import { withOriginalUid } from './original-uid.ts'

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
function objectIdOf(uid: string, systemId: string): ObjectId | undefined {
  const id = readVersionUid(uid)
  return readObjectId(uid) ?? (id?.systemId === systemId && id.version === 1 ? id.objectId : undefined)
}

const foreignUid = (uid: string, systemId: string): string =>
  `"${uid}" cannot be used: the uid of a new object is a UUID, or <uuid>::${systemId}::1, or is left out`

const OTHER_WAYS =
  'A CONTRIBUTION keeps a first version of another system as it is. With Prefer: handling=lenient, and at the addresses of CAIRN_PREFIXES, a composition keeps the object id, and the uid in feeder_audit.'

/** Returns the part of any uid that names the object, if that is a UUID. */
const objectPartOf = (uid: string): ObjectId | undefined => readObjectId(uid.split('::', 1)[0] ?? '')

/** For callers who do not see all records (decision 0055). */
export const LIMITED_UID = 'is chosen by the server for callers with limited rights; leave it out'

/** The id of a party is that of its record. */
const findOfParty = async (db: LimitedQueries, record: EhrId, objectId: ObjectId) =>
  (await findObject(db, record, objectId)) && record

/** Throws if the id is in use. If it belongs to another EHR, the refusal reveals nothing else. Without an EHR it is that of a party. */
export async function refuseTaken(
  db: LimitedQueries,
  ehr: EhrId | undefined,
  objectId: ObjectId,
): Promise<void> {
  const ehrId = ehr ?? recordOfParty(objectId)
  const owner =
    ehr === undefined ? await findOfParty(db, ehrId, objectId) : await findOwner(db, ehrId, objectId)
  // The id of an erased party is not used again.
  if (owner === undefined && (ehr !== undefined || !(await findErased(db, ehrId)))) return
  const head = owner === ehrId ? await findHead(db, ehrId, objectId) : undefined
  throw new Refusal(
    'version.exists',
    'There is already an object with this uid.',
    [],
    head ? latestFacts(head, ehrId) : {},
  )
}

interface UidNeeds extends Pick<EhrNeeds, 'systemId' | 'chosenUids'> {
  readonly db: LimitedQueries
}

const refusedUid = (message: string, code: 'uid.foreign' | 'uid.limited', hint = '') =>
  new Refusal('data.invalid', `The uid ${message}.${hint}`, [{ path: '/uid/value', code, message }])

/** The object id of a commit, and its data. */
export interface SettledUid {
  readonly objectId: ObjectId
  readonly data: RmObject
  /** A uid of another system, which the data have in their feeder audit. */
  readonly original?: string
}

/** Returns the client's id for a new object, or makes one. Without an EHR it is a party. `keepsForeign`: a uid of another system is kept in the feeder audit. */
export async function chooseObjectId(
  { db, systemId, chosenUids }: UidNeeds,
  ehrId: EhrId | undefined,
  data: RmObject,
  keepsForeign = false,
): Promise<SettledUid> {
  const uid = uidOf(data)
  if (uid === undefined) return { objectId: newObjectId(), data }
  if (chosenUids === 'refused') throw refusedUid(LIMITED_UID, 'uid.limited')
  const own = objectIdOf(uid, systemId)
  if (own === undefined && !keepsForeign)
    throw refusedUid(foreignUid(uid, systemId), 'uid.foreign', ` ${OTHER_WAYS}`)
  const chosen = own ?? objectPartOf(uid)
  if (chosen !== undefined) await refuseTaken(db, ehrId, chosen)
  if (own !== undefined) return { objectId: own, data }
  return { objectId: chosen ?? newObjectId(), data: withOriginalUid(data, uid), original: uid }
}

/** The companion of a commit of a new object, if the client has chosen its id: others pay nothing for it. */
export const keepingUid = (ehrId: EhrId, objectId: ObjectId, data: RmObject): Companion[] =>
  objectPartOf(uidOf(data) ?? '') === objectId ? [ownedByOneEhr(ehrId, [objectId])] : []

/**
 * True for the object's id and for the uids of its versions up to the next one: clients send back the uid that they once read.
 * `If-Match` alone names the preceding version.
 */
export function isUidOf(uid: string, { objectId, systemId, version }: Head): boolean {
  const id = readVersionUid(uid)
  if (!id) return readObjectId(uid) === objectId
  return id.objectId === objectId && id.systemId === systemId && id.version <= version + 1
}

interface LaterUidRules {
  /** A uid of another system is kept in the feeder audit. */
  readonly keepsForeign: boolean
  /** Absent for a party. */
  readonly ehrId: EhrId | undefined
  readonly profile: WireProfile
}

/** The EHR has one status, so any uid that names the object will do; `If-Match` alone says which version is followed. */
const isUidOfStatus = (uid: string, { kind, objectId }: Head): boolean =>
  kind === 'EHR_STATUS' && objectPartOf(uid) === objectId

/** True for the uid of an earlier version of the status, which suites for openEHR REST expect to be refused. */
const isStaleStatus = (uid: string, { kind, version }: Head): boolean =>
  kind === 'EHR_STATUS' && (readVersionUid(uid)?.version ?? version) < version

/** Checks the uid in the data of a later version: refuses that of another object. */
export function settleLaterUid(head: Head, data: RmObject, rules: LaterUidRules): SettledUid {
  const { objectId } = head
  const uid = uidOf(data)
  if (uid === undefined) return { objectId, data }
  const isOpenehr = rules.profile === 'openehr'
  const isRefused = isOpenehr && isStaleStatus(uid, head)
  if (!isRefused) {
    if (isUidOf(uid, head) || isUidOfStatus(uid, head)) return { objectId, data }
    if (rules.keepsForeign && objectPartOf(uid) === objectId)
      return { objectId, data: withOriginalUid(data, uid), original: uid }
  }
  const message = `The uid in the body is not that of this ${head.kind}.`
  throw isOpenehr
    ? new Refusal('version.conflict', message, [], latestFacts(head, rules.ehrId ?? recordOfParty(objectId)))
    : new Refusal('request.malformed', message)
}
