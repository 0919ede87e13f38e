/** Finds the versions that Provenances are made of. */
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { readObjectId } from '../../ids/index.ts'
import { findHistory, findVersion, type StoredVersion } from '../../versions/index.ts'
import type { FhirServices } from '../needs.ts'
import { MOST_VERSIONS, noResource, resourcesOfVersion } from '../resource/read-resource.ts'
import { compositionOfId } from '../resource/resource-id.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { findEhrOf } from '../store.ts'
import { isAbout, type ProvenanceTarget, provenanceOf } from './provenance.ts'

interface Composition {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
}

export interface FoundProvenance {
  readonly ehrId: EhrId
  readonly resource: IdentifiedResource
}

async function findComposition(
  { db }: FhirServices,
  objectId: ObjectId | undefined,
): Promise<Composition | undefined> {
  const ehrId = objectId && (await findEhrOf(db, objectId))
  return objectId === undefined || ehrId === undefined ? undefined : { ehrId, objectId }
}

/** A deletion has no data: it is about the resources of the version before. Undefined if mappings make nothing of it. */
async function provenanceOfVersion(
  needs: FhirServices,
  { ehrId, objectId }: Composition,
  number: number,
): Promise<IdentifiedResource | undefined> {
  const stored = await findVersion(needs.db, ehrId, objectId, number)
  if (stored === undefined) return undefined
  const withData: StoredVersion | undefined =
    stored.data === null && number > 1 ? await findVersion(needs.db, ehrId, objectId, number - 1) : stored
  const targets = withData ? await resourcesOfVersion(needs, await needs.mappings.inForce(), withData) : []
  return targets.length === 0 ? undefined : provenanceOf(stored, targets)
}

const ID = /^(.{36})\.([1-9]\d{0,8})$/

/** Throws if there is no such version that the caller may see. */
export async function readProvenance(needs: FhirServices, id: string): Promise<FoundProvenance> {
  const [, uuid = '', version = ''] = ID.exec(id) ?? []
  const composition = await findComposition(needs, readObjectId(uuid))
  const resource = composition && (await provenanceOfVersion(needs, composition, Number(version)))
  if (composition === undefined || resource === undefined) throw noResource({ type: 'Provenance', id })
  return { ehrId: composition.ehrId, resource }
}

/** Of all versions of a resource, or of one; the newest first. */
export async function findProvenance(
  needs: FhirServices,
  target: ProvenanceTarget,
): Promise<readonly FoundProvenance[]> {
  const composition = await findComposition(needs, compositionOfId(target.id))
  if (composition === undefined) return []
  const { ehrId, objectId } = composition
  const all = (await findHistory(needs.db, ehrId, objectId)).map(({ version }) => version).reverse()
  const chosen = target.version === undefined ? all : all.filter(version => version === target.version)
  const found: FoundProvenance[] = []
  for (const version of chosen.slice(0, MOST_VERSIONS)) {
    const resource = await provenanceOfVersion(needs, composition, version)
    if (resource && isAbout(resource, target)) found.push({ ehrId, resource })
  }
  return found
}
