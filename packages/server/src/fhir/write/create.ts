/** Stores resources: each becomes a composition, and all of them one contribution. */
import { randomUUID } from 'node:crypto'
import type { Json, Resource } from '@cairn-ehr/fhir'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { inTurns } from '../../collections/index.ts'
import type { Caller } from '../../http/index.ts'
import { type EhrId, newObjectId } from '../../ids/index.ts'
import { commitTo, withTemplatesInForce } from '../../records/index.ts'
import { auditOf, committerOf } from '../../records/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { COMPLETE, CREATION, type StoredVersion } from '../../versions/index.ts'
import type { MappingSet } from '../mappings/mapping-set.ts'
import type { FhirServices } from '../needs.ts'
import { type IdentifiedResource, resourcesOf } from '../resource/resources-of-version.ts'
import { type CheckedResource, type Converted, checkConverted, convertResource } from './convert.ts'
import { followedEntries } from './transaction.ts'

/** A resource, and the entry of its Bundle, which is empty for a single one. */
export interface ResourceToStore {
  readonly resource: Resource
  readonly entry: Json
}

export async function checkResource(
  needs: FhirServices,
  caller: Caller,
  set: MappingSet,
  resource: Resource,
): Promise<CheckedResource> {
  return checkConverted(needs, await convertResource(needs, set, resource, [], committerOf({}, caller)))
}

/** References lead to entries of other types; those of the same type are stored by themselves. */
const othersOf = ({ resource }: ResourceToStore, all: readonly ResourceToStore[]): readonly Json[] =>
  all.filter(each => each.resource.resourceType !== resource.resourceType).map(({ entry }) => entry)

/** Converts all entries. One that is part of another's composition, such as a result of a report, has none of its own. */
async function convertAll(
  needs: FhirServices,
  caller: Caller,
  set: MappingSet,
  given: readonly ResourceToStore[],
): Promise<readonly (Converted | undefined)[]> {
  const composer = committerOf({}, caller)
  const made = await inTurns(given, each =>
    convertResource(needs, set, each.resource, othersOf(each, given), composer).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'fhir.invalid') return error
      throw error
    }),
  )
  const followed = followedEntries(
    given,
    made.map(each => (each instanceof Refusal ? [] : each.trace)),
  )
  return made.map((own, at) => {
    if (followed.has(at)) return undefined
    if (own instanceof Refusal) throw own
    return own
  })
}

/** The resource as it is read from now on; undefined if the mapping does not make it again. */
const storedResource = (
  set: MappingSet,
  { context }: CheckedResource,
  { ehrId, objectId, version, committedAt, data }: StoredVersion,
): IdentifiedResource | undefined =>
  resourcesOf(
    { ...set, contexts: [context] },
    {
      ehrId,
      objectId,
      version,
      committedAt: committedAt.toISOString(),
      data: JSON.parse(data ?? 'null') as RmObject,
    },
  )[0]

/** Stores all resources or none, and returns each as it is read from now on; undefined for a part of another. */
export async function storeResources(
  needs: FhirServices,
  caller: Caller,
  ehrId: EhrId,
  given: readonly ResourceToStore[],
): Promise<readonly (IdentifiedResource | undefined)[]> {
  const set = await needs.mappings.inForce()
  return withTemplatesInForce(needs, async () => {
    const converted = await convertAll(needs, caller, set, given)
    const checked = await inTurns(converted, each => each && checkConverted(needs, each))
    const own = checked.filter(each => each !== undefined)
    const audit = auditOf({}, caller, [CREATION])
    const { versions } = await commitTo(needs, {
      ehrId,
      contributionId: randomUUID(),
      audit,
      changes: own.map(({ checked: { data, templateKey } }) => ({
        kind: 'COMPOSITION',
        objectId: newObjectId(),
        lifecycle: COMPLETE,
        audit,
        data,
        templateKey,
      })),
      entry: caller.entry,
    })
    const versionOf = new Map(own.map((each, at) => [each, versions[at]]))
    return inTurns(checked, each => {
      const version = each && versionOf.get(each)
      return version && storedResource(set, each, version)
    })
  })
}
