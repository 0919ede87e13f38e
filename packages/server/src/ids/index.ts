/** Ids as distinct types, so that one cannot be passed for another. Each has one reader and, if the server makes them, one maker. */
import { createHash, randomUUID } from 'node:crypto'
import { isUuid, parseObjectVersionId } from '@cairn-ehr/openehr/rm'

declare const brand: unique symbol

type Identifier<Name extends string> = string & { readonly [brand]: Name }

/** A UUID in lower case. */
export type EhrId = Identifier<'EhrId'>
/** The id of a versioned object: a UUID in lower case. */
export type ObjectId = Identifier<'ObjectId'>
/** `<object_uuid>::<system_id>::<version_number>` */
export type VersionUid = Identifier<'VersionUid'>

/** The parts of a version uid. */
export interface VersionId {
  readonly objectId: ObjectId
  readonly systemId: string
  readonly version: number
}

/** Returns undefined for a malformed id, like all readers here. */
export const readEhrId = (text: string): EhrId | undefined =>
  isUuid(text) ? (text.toLowerCase() as EhrId) : undefined

export const readObjectId = (text: string): ObjectId | undefined =>
  isUuid(text) ? (text.toLowerCase() as ObjectId) : undefined

/** The database stores version numbers as integers. */
const GREATEST_VERSION = 2 ** 31 - 1

/** This server makes no branches, so a uid with a branch is malformed here. */
export function readVersionUid(text: string): VersionId | undefined {
  try {
    const { object, system, version } = parseObjectVersionId(text)
    const objectId = readObjectId(object)
    if (objectId === undefined || version.branch !== undefined || version.trunk > GREATEST_VERSION)
      return undefined
    return { objectId, systemId: system, version: version.trunk }
  } catch {
    return undefined
  }
}

export const newEhrId = (): EhrId => randomUUID() as EhrId

/** Characters at the end of an id that are computed from those before. */
const CHECKED = 4

const checkOf = (id: string): string =>
  createHash('sha256').update(id.slice(0, -CHECKED)).digest('hex').slice(0, CHECKED)

/** The id ends in a check of its other characters, so that ids that clients made can be told from it (decision 0116). */
export function newObjectId(): ObjectId {
  const id = randomUUID()
  return `${id.slice(0, -CHECKED)}${checkOf(id)}` as ObjectId
}

/** True for an id of `newObjectId`, and for one of 65,536 others. */
export const isMadeByServer = (objectId: ObjectId): boolean => objectId.endsWith(checkOf(objectId))

export const printVersionUid = ({ objectId, systemId, version }: VersionId): VersionUid =>
  `${objectId}::${systemId}::${version}` as VersionUid
