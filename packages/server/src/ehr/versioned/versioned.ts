/** Versioned objects as containers, such as VERSIONED_COMPOSITION, and their revision history. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { EhrId } from '../../ids/index.ts'
import { type StoredObject, type StoredVersion, versionUid } from '../../versions/index.ts'
import { timestamp } from '../../versions/printed/index.ts'
import { ownerOf } from '../resource.ts'

/** `name`: that of the container, without `VERSIONED_`. */
export const versionedObject = (
  object: StoredObject,
  name: string,
  ehrId: EhrId,
  systemId: string,
): RmObject => ({
  _type: `VERSIONED_${name}`,
  uid: { _type: 'HIER_OBJECT_ID', value: object.objectId },
  owner_id: ownerOf(object.kind, ehrId, systemId),
  time_created: { _type: 'DV_DATE_TIME', value: timestamp(object.createdAt) },
})

/** The audit of each version, and its attestations after it, the first version first. */
export const revisionHistory = (versions: readonly StoredVersion[]): RmObject => ({
  _type: 'REVISION_HISTORY',
  items: versions.map(version => {
    const { commit_audit, attestations = [] } = JSON.parse(version.envelope) as {
      commit_audit: RmObject
      attestations?: RmObject[]
    }
    return {
      _type: 'REVISION_HISTORY_ITEM',
      version_id: { _type: 'OBJECT_VERSION_ID', value: versionUid(version) },
      audits: [commit_audit, ...attestations],
    }
  }),
})
