/** Identifiers in addresses: what cannot be an id of ours is answered as one that is not there. */
import { isUuid, parseObjectVersionId } from '@cairn/openehr/rm'
import type { Incoming } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'

export const noEhr = () => new Refusal('ehr.not_found', 'There is no such EHR.')

/** Tells where its records went; an id says nothing about the patient. */
export const mergedEhr = (survivor: string) =>
  new Refusal('ehr.merged', `This EHR was merged into the EHR ${survivor}.`)

/** The same words for another EHR's object and for none at all: the answer tells nothing about others. */
export const noVersion = () => new Refusal('version.not_found', 'There is no such version in this EHR.')

const parameter = ({ parameters }: Incoming, name: string): string => parameters[name] ?? ''

export function ehrIdIn(request: Incoming): string {
  const id = parameter(request, 'ehr_id')
  if (!isUuid(id)) throw noEhr()
  return id.toLowerCase()
}

export interface VersionId {
  readonly objectId: string
  readonly systemId: string
  readonly version: number
}

/** The database counts versions in an integer. */
const GREATEST_VERSION = 2 ** 31 - 1

/** `<object_uuid>::<system_id>::<version_number>`; branches are not made here, so none can be asked for. */
export function versionIdOf(text: string): VersionId | undefined {
  try {
    const { object, system, version } = parseObjectVersionId(text)
    if (!isUuid(object) || version.branch !== undefined || version.trunk > GREATEST_VERSION) return undefined
    return { objectId: object.toLowerCase(), systemId: system, version: version.trunk }
  } catch {
    return undefined
  }
}

export function versionIdIn(request: Incoming, name: string): VersionId {
  const id = versionIdOf(parameter(request, name))
  if (!id) throw noVersion()
  return id
}

export function objectIdIn(request: Incoming, name: string): string {
  const id = parameter(request, name)
  if (!isUuid(id)) throw noVersion()
  return id.toLowerCase()
}

/** Either of the two: an object means its latest version. */
export type UidBasedId = VersionId | { readonly objectId: string; readonly version?: undefined }

export function uidBasedIdIn(request: Incoming, name: string): UidBasedId {
  return parameter(request, name).includes('::')
    ? versionIdIn(request, name)
    : { objectId: objectIdIn(request, name) }
}
