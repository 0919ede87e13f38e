/** The admin route of episodes: erases one that was made by mistake, with its history. */

import { recorded } from '../audit/index.ts'
import type { Database, Queries } from '../db/index.ts'
import {
  EPISODE_UID,
  episodeAddressIn,
  episodeInUse,
  episodeIsDefault,
  NO_EPISODE,
  NOTHING,
  noEpisode,
  refuseContent,
} from '../ehr/index.ts'
import { type Caller, type Endpoint, endpoint, json } from '../http/index.ts'
import { BODY_LIMITS, readJson } from '../http/request/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { EHR_ID } from '../records/documented/index.ts'
import { notModifiable } from '../records/index.ts'
import type { RemovedVersions } from '../versions/erasure/index.ts'
import { findAnyEpisode, removeEpisode } from '../versions/erasure/index.ts'
import { lockExistingEhr } from './lock-ehr.ts'

interface EpisodeNeeds {
  readonly db: Database
}

/** Locks the EHR, so that no record can be committed to the episode meanwhile. */
const eraseEpisode = (
  db: Database,
  { entry }: Caller,
  ehrId: EhrId,
  uid: ObjectId,
): Promise<RemovedVersions> => {
  const destroy = async (queries: Queries) => {
    const ehr = await lockExistingEhr(queries, ehrId, { alone: true })
    const episode = await findAnyEpisode(queries, ehrId, uid)
    if (!episode) throw noEpisode()
    if (!ehr.isModifiable) throw notModifiable()
    if (episode.isDefault) throw episodeIsDefault()
    if (episode.hasRecords) throw episodeInUse()
    return removeEpisode(queries, ehrId, uid)
  }
  return recorded(db, entry, destroy, removed => ({
    detail: { removed },
    changes: [{ type: 'episode.erased', ehrId, subject: uid }],
  }))
}

export const adminEpisodeEndpoints: readonly Endpoint<EpisodeNeeds>[] = [
  endpoint({
    route: 'PUT /admin/ehr/{ehr_id}/episode/{uid}/destroy',
    action: 'D',
    writes: 200,
    removes: true,
    fresh: true,
    scope: 'api.admin',
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    bodyOptional: true,
    produces: ['application/json'],
    doc: {
      operationId: 'admin_episode_destroy',
      tag: 'Admin',
      summary: 'Delete an episode physically',
      description: 'With its history, be it deleted already. Only one without records, and not the default.',
      parameters: [EHR_ID, EPISODE_UID],
      body: { type: 'object', additionalProperties: false },
      responses: {
        200: { description: 'Deleted for good.', schema: NOTHING },
        400: { description: 'An id is no UUID.' },
        ...NO_EPISODE,
        409: { description: 'Records belong to it, it is the default, or the EHR is not modifiable.' },
      },
    },
    read: request => {
      refuseContent(request)
      return episodeAddressIn(request)
    },
    act: ({ db }, caller, { ehrId, uid }) => eraseEpisode(db, caller, ehrId, uid),
    reply: () => json(200, {}),
  }),
]
