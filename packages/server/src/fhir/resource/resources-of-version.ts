/** A stored composition as FHIR resources: run by the mappings of its template, with ids, version and patient. */
import { elementIn, isJson, isResource, type Json, listOf, type Resource, toFhir } from '@cairn-ehr/fhir'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { MappingSet, ReadyContext } from '../mappings/mapping-set.ts'
import { resourceId } from './resource-id.ts'

/** A version of a composition, with its data. */
export interface VersionOfComposition {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly version: number
  /** ISO 8601. */
  readonly committedAt: string
  readonly data: RmObject
}

export interface IdentifiedResource extends Resource {
  readonly id: string
  readonly meta: Json
}

/** The element that names the patient; undefined for types that have none. */
export const patientElement = (type: string): 'subject' | 'patient' | undefined =>
  (['subject', 'patient'] as const).find(name => elementIn(type, name)?.types.includes('Reference'))

const patientReference = (ehrId: EhrId): Json => ({ reference: `Patient/${ehrId}` })

/** A mapping that names the patient itself is not overruled. */
function withPatient(resource: Resource, ehrId: EhrId): Resource {
  const name = patientElement(resource.resourceType)
  if (name === undefined || resource[name] !== undefined) return resource
  return { ...resource, [name]: patientReference(ehrId) }
}

export function resourcesOf(
  { contexts, conceptMaps }: Pick<MappingSet, 'contexts' | 'conceptMaps'>,
  { ehrId, objectId, version, committedAt, data }: VersionOfComposition,
): readonly IdentifiedResource[] {
  const uid = { _type: 'OBJECT_VERSION_ID', value: objectId }
  const composition = data['uid'] === undefined ? { ...data, uid } : data
  return contexts.flatMap(({ name, mappings }: ReadyContext) =>
    toFhir(mappings, composition, { conceptMaps }).resources.map(made => {
      const { resourceType, id, meta, contained, ...rest } = withPatient(made, ehrId)
      const inner = listOf(contained).map(each => (isResource(each) ? withPatient(each, ehrId) : each))
      return {
        resourceType,
        id: resourceId(objectId, name, String(id)),
        meta: { ...(isJson(meta) ? meta : {}), versionId: String(version), lastUpdated: committedAt },
        ...(inner.length === 0 ? {} : { contained: inner }),
        ...rest,
      }
    }),
  )
}
