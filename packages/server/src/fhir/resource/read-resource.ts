/** One resource by its id: the composition is found by the id, mapped, and the resource taken out. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findHistory, findLatest, findVersion, type StoredVersion } from '../../versions/index.ts'
import type { MappingSet } from '../mappings/mapping-set.ts'
import type { FhirServices } from '../needs.ts'
import { findEhrOf } from '../store.ts'
import { compositionOfId } from './resource-id.ts'
import { type IdentifiedResource, resourcesOf } from './resources-of-version.ts'

export interface ResourceName {
  readonly type: string
  readonly id: string
}

export const noResource = ({ type, id }: ResourceName) =>
  new Refusal('resource.not_found', `There is no ${type}/${id}.`.slice(0, 300))

const deletedResource = ({ type, id }: ResourceName) =>
  new Refusal('fhir.deleted', `${type}/${id} is deleted.`)

interface CompositionPlace {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
}

/** The composition of a resource; throws if there is none that the caller may see. */
async function requireComposition(needs: FhirServices, name: ResourceName): Promise<CompositionPlace> {
  const objectId = compositionOfId(name.id)
  const ehrId = objectId && (await findEhrOf(needs.db, objectId))
  if (objectId === undefined || ehrId === undefined) throw noResource(name)
  return { ehrId, objectId }
}

/** All resources of one type that a version has; of every type without one. */
export async function resourcesOfVersion(
  { shelf }: Pick<FhirServices, 'shelf'>,
  set: MappingSet,
  version: StoredVersion,
  type?: string,
): Promise<readonly IdentifiedResource[]> {
  if (version.data === null || version.templateKey === null) return []
  const templateId = (await shelf.byKey(version.templateKey))?.templateId
  const contexts = set.contexts.filter(
    each => each.templateId === templateId && (type === undefined || each.type === type),
  )
  const { ehrId, objectId, version: number, committedAt, data } = version
  return resourcesOf(
    { ...set, contexts },
    {
      ehrId,
      objectId,
      version: number,
      committedAt: committedAt.toISOString(),
      data: JSON.parse(data) as RmObject,
    },
  )
}

async function resourceIn(
  needs: FhirServices,
  name: ResourceName,
  version: StoredVersion | undefined,
): Promise<IdentifiedResource> {
  if (version === undefined) throw noResource(name)
  if (version.data === null) throw deletedResource(name)
  const made = await resourcesOfVersion(needs, await needs.mappings.inForce(), version, name.type)
  const found = made.find(({ id }) => id === name.id)
  if (found === undefined) throw noResource(name)
  return found
}

export interface FoundResource {
  readonly resource: IdentifiedResource
  readonly ehrId: EhrId
}

/** The latest version, or the one that is named. */
export async function readResource(
  needs: FhirServices,
  name: ResourceName,
  version?: number,
): Promise<FoundResource> {
  const { ehrId, objectId } = await requireComposition(needs, name)
  const stored =
    version === undefined
      ? await findLatest(needs.db, ehrId, objectId)
      : await findVersion(needs.db, ehrId, objectId, version)
  return { resource: await resourceIn(needs, name, stored), ehrId }
}

/** A version of a resource: undefined if it was deleted in it, or the composition does not have it. */
export interface ResourceVersion {
  readonly version: number
  readonly committedAt: Date
  readonly resource: IdentifiedResource | undefined
}

export const MOST_VERSIONS = 100

/** The newest versions first, at most a hundred of them. */
export async function resourceHistory(
  needs: FhirServices,
  name: ResourceName,
): Promise<{ readonly ehrId: EhrId; readonly versions: readonly ResourceVersion[]; readonly total: number }> {
  const { ehrId, objectId } = await requireComposition(needs, name)
  const set = await needs.mappings.inForce()
  const all = (await findHistory(needs.db, ehrId, objectId)).reverse()
  const versions: ResourceVersion[] = []
  for (const { version, committedAt } of all.slice(0, MOST_VERSIONS)) {
    const stored = await findVersion(needs.db, ehrId, objectId, version)
    const made = stored ? await resourcesOfVersion(needs, set, stored, name.type) : []
    const resource = made.find(({ id }) => id === name.id)
    if (resource || stored?.data === null) versions.push({ version, committedAt, resource })
  }
  if (!versions.some(({ resource }) => resource)) throw noResource(name)
  return { ehrId, versions, total: versions.length }
}
