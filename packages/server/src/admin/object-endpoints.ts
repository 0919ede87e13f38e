/** The admin routes of single objects: erase a composition or a directory with its history. */

import { type NoteType, recorded } from '../audit/index.ts'
import type { Database, Queries } from '../db/index.ts'
import { type Caller, type Endpoint, endpoint, type ParameterDoc } from '../http/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { COMMIT_HEADERS, EHR_ID } from '../records/documented/index.ts'
import { ehrIdIn, noVersion, uidBasedIdIn } from '../records/uids/index.ts'
import { leaveObjectTombstone, type RemovedVersions, removeObject } from '../versions/erasure/index.ts'
import { findObject, type Kind } from '../versions/index.ts'
import type { ErasureLog } from './erasure-log.ts'
import { lockExistingEhr } from './lock-ehr.ts'
import { REASON, reasonIn } from './reason.ts'

interface ObjectNeeds {
  readonly db: Database
  readonly erasureLog: ErasureLog
}

interface Erasure {
  readonly ehrId: EhrId
  readonly kind: Kind
  /** Its event in the change feed. */
  readonly erased: NoteType
  readonly objectId: ObjectId
  readonly reason: string
}

/** Locks the EHR, so that nothing can be committed to the object meanwhile. */
const eraseObject = (db: Database, { ehrId, kind, erased, objectId, reason }: Erasure, caller: Caller) => {
  const erase = async (queries: Queries): Promise<RemovedVersions> => {
    await lockExistingEhr(queries, ehrId, { alone: true })
    const object = await findObject(queries, ehrId, objectId)
    if (object?.kind !== kind) throw noVersion()
    const removed = await removeObject(queries, ehrId, objectId)
    await leaveObjectTombstone(queries, { ehrId, objectId, kind, clientId: caller.clientId, reason })
    return removed
  }
  return recorded(db, caller.entry, erase, removed => ({
    detail: { removed },
    changes: [{ type: erased, ehrId, subject: objectId }],
  }))
}

const UID: ParameterDoc = {
  name: 'uid_based_id',
  in: 'path',
  required: true,
  description: 'Id of the versioned object, or of one of its versions: all of them go.',
  schema: { type: 'string' },
}

const eraseEndpoint = (kind: Kind, path: 'composition' | 'directory', noun: string): Endpoint<ObjectNeeds> =>
  endpoint({
    route: `DELETE /admin/ehr/{ehr_id}/${path}/{uid_based_id}`,
    writes: 204,
    removes: true,
    fresh: true,
    scope: 'api.admin',
    produces: [],
    doc: {
      operationId: `admin_${path}_delete`,
      tag: 'Admin',
      summary: `Delete a ${noun} physically`,
      description: 'All its versions and tags go. A tombstone keeps its id, when it went, by whom and why.',
      parameters: [EHR_ID, UID, REASON, ...COMMIT_HEADERS],
      responses: {
        204: { description: 'Deleted for good.' },
        404: { description: `There is no such EHR or ${noun}.` },
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      kind,
      erased: `${path}.erased` as const,
      objectId: uidBasedIdIn(request, 'uid_based_id').objectId,
      reason: reasonIn(request),
    }),
    act: async ({ db, erasureLog }, caller, erasure: Erasure) => {
      await eraseObject(db, erasure, caller)
      await erasureLog.update()
    },
    reply: () => ({ status: 204 }),
  })

export const adminObjectEndpoints: readonly Endpoint<ObjectNeeds>[] = [
  eraseEndpoint('COMPOSITION', 'composition', 'composition'),
  eraseEndpoint('FOLDER', 'directory', 'directory'),
]
