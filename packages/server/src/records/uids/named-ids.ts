/** Ids in addresses. A malformed one gets the same 404 as an unknown one, in every operation. */
import type { Incoming } from '../../http/index.ts'
import {
  type EhrId,
  type ObjectId,
  readEhrId,
  readObjectId,
  readVersionUid,
  type VersionId,
} from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'

export const noEhr = () => new Refusal('ehr.not_found', 'There is no such EHR.')

/** Names the surviving EHR; its id reveals nothing about the patient. */
export const mergedEhr = (survivor: EhrId) =>
  new Refusal('ehr.merged', `This EHR was merged into the EHR ${survivor}.`)

/** The same message for an object of another EHR, so that its existence is not revealed. */
export const noVersion = () => new Refusal('version.not_found', 'There is no such version here.')

const parameter = ({ parameters }: Incoming, name: string): string => parameters[name] ?? ''

export function ehrIdIn(request: Incoming, name = 'ehr_id'): EhrId {
  const id = readEhrId(parameter(request, name))
  if (id === undefined) throw noEhr()
  return id
}

export function versionIdIn(request: Incoming, name: string): VersionId {
  const id = readVersionUid(parameter(request, name))
  if (!id) throw noVersion()
  return id
}

const WITHOUT_VERSION =
  'The address must name the object by its id, which is the part of a version uid before the first "::".'

/** openEHR REST has 404 alone for reading an object. A version uid there gets a message that says what to send instead. */
export function objectIdIn(request: Incoming, name: string): ObjectId {
  const id = readObjectId(parameter(request, name))
  if (id !== undefined) return id
  throw readVersionUid(parameter(request, name))
    ? new Refusal('version.not_found', WITHOUT_VERSION)
    : noVersion()
}

/** As `objectIdIn` for a change, for which openEHR REST has 400 too. */
export function changedObjectIdIn(request: Incoming, name: string): ObjectId {
  if (readVersionUid(parameter(request, name)))
    throw new Refusal('id.malformed', `${WITHOUT_VERSION} If-Match names the version that is changed.`)
  return objectIdIn(request, name)
}

/** An id of a version, or of an object, which stands for its latest version. */
export type UidBasedId = VersionId | { readonly objectId: ObjectId; readonly version?: undefined }

export function uidBasedIdIn(request: Incoming, name: string): UidBasedId {
  return parameter(request, name).includes('::')
    ? versionIdIn(request, name)
    : { objectId: objectIdIn(request, name) }
}
