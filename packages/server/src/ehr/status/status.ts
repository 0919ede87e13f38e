/** EHR_STATUS: the default one of a new EHR, and the flags that the server reads from it. */
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import { type ObjectId, readObjectId } from '../../ids/index.ts'
import type { StatusFlags, Subject } from '../../versions/companions/index.ts'

const ARCHETYPE = 'openEHR-EHR-EHR_STATUS.generic.v1'

/** The default of openEHR REST: queryable, modifiable, with PARTY_SELF as its subject. */
export const DEFAULT_STATUS: RmObject = {
  _type: 'EHR_STATUS',
  archetype_node_id: ARCHETYPE,
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  archetype_details: {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: ARCHETYPE },
    rm_version: '1.1.0',
  },
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
}

const member = (value: unknown, name: string): unknown => (isRmObject(value) ? value[name] : undefined)

/** `subject/external_ref`: the patient, if the status names one. */
function subjectOf(status: RmObject): Subject | undefined {
  const reference = member(status['subject'], 'external_ref')
  const id = member(member(reference, 'id'), 'value')
  const namespace = member(reference, 'namespace')
  return typeof id === 'string' && typeof namespace === 'string' ? { id, namespace } : undefined
}

/** A reference to a PERSON of this server: in its own namespace, by its uid. Any other is an identifier of somebody else's. */
function personOf(status: RmObject): ObjectId | undefined {
  const reference = member(status['subject'], 'external_ref')
  const id = member(reference, 'id')
  const isLocal = member(reference, 'namespace') === 'local' && member(reference, 'type') === 'PERSON'
  const value = member(id, '_type') === 'HIER_OBJECT_ID' ? member(id, 'value') : undefined
  return isLocal && typeof value === 'string' ? readObjectId(value) : undefined
}

export const flagsOf = (status: RmObject): StatusFlags => ({
  isModifiable: status['is_modifiable'] === true,
  isQueryable: status['is_queryable'] === true,
  subject: subjectOf(status),
  person: personOf(status),
})
