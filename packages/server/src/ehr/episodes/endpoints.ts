/** The routes of episodes: list, create, read, change, activate, deactivate, delete. */

import { RIGHTS } from '../../access/index.ts'
import {
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
  type Reply,
} from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import { type EhrId, type ObjectId, readObjectId } from '../../ids/index.ts'
import {
  COMMIT_HEADERS,
  CONFLICT,
  EHR_ID,
  NOT_MODIFIABLE,
  OPTIONAL_IF_MATCH,
} from '../../records/documented/index.ts'
import type { EhrNeeds } from '../../records/index.ts'
import { commitHeadersIn, optionalIfMatchIn } from '../../records/request/index.ts'
import { ehrIdIn } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { versionUid } from '../../versions/index.ts'
import { completeEpisode, EPISODE_BODY, episodeOf } from './body.ts'
import {
  changeEpisode,
  createEpisode,
  deleteEpisode,
  type EpisodeTarget,
  type FoundEpisode,
  listEpisodes,
  noEpisode,
  requireEpisode,
} from './commit.ts'
import { episodeBody, URGENCIES } from './episode.ts'

const EPISODE = {
  title: 'Episode',
  type: 'object',
  required: ['uid', 'episodeId', 'name', 'active', 'startsAt'],
  properties: {
    uid: { type: 'string', format: 'uuid' },
    episodeId: { type: 'string', description: 'A number for life, such as `E0000001`.' },
    name: { type: 'string' },
    active: { type: 'boolean' },
    urgency: { type: 'string', enum: Object.keys(URGENCIES) },
    careCircuit: { type: 'string' },
    startsAt: { type: 'string', format: 'date-time' },
    endsAt: { type: 'string', format: 'date-time' },
    default: { type: 'boolean', description: 'There on the default episode of the EHR only.' },
  },
}

/** An object without members. */
export const NOTHING = { type: 'object', additionalProperties: false, example: {} }

export const EPISODE_UID: ParameterDoc = {
  name: 'uid',
  in: 'path',
  required: true,
  description: 'Uid of the episode.',
  schema: { type: 'string', format: 'uuid' },
}

const HEADERS = { ETag: 'The version uid, quoted.', 'Last-Modified': 'When it was committed.' }
export const NO_EPISODE = { 404: { description: 'There is no such EHR, or no such episode in it.' } }
const MALFORMED = {
  400: { description: 'The body, an id or a header cannot be read; all faults are listed.' },
}

export function episodeAddressIn(request: Incoming): { readonly ehrId: EhrId; readonly uid: ObjectId } {
  const ehrId = ehrIdIn(request)
  const uid = readObjectId(request.parameters['uid'] ?? '')
  if (uid === undefined) throw noEpisode()
  return { ehrId, uid }
}

const targetIn = (request: Incoming): EpisodeTarget => ({
  ...episodeAddressIn(request),
  headers: commitHeadersIn(request),
  precondition: optionalIfMatchIn(request),
})

const versionHeaders = ({ latest }: FoundEpisode): Record<string, string> => ({
  ETag: `"${versionUid(latest)}"`,
  'Last-Modified': latest.committedAt.toUTCString(),
})

const episodeReply = (found: FoundEpisode): Reply =>
  json(200, episodeBody(found.episode), versionHeaders(found))

const BODY = { 'application/json': readJson }

/** Many clients cannot send a PUT without a body, so an empty object is allowed. */
export function refuseContent({ body }: Incoming): void {
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0
  if (body !== undefined && !isEmpty)
    throw new Refusal('request.malformed', 'This operation takes no body, or an empty JSON object.')
}

const setActive = (verb: 'activate' | 'deactivate', active: boolean): Endpoint<EhrNeeds> =>
  endpoint({
    route: `PUT /ehr/{ehr_id}/episode/{uid}/${verb}`,
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.changeRecord,
    body: BODY,
    bodyLimit: BODY_LIMITS.small,
    bodyOptional: true,
    produces: ['application/json'],
    doc: {
      operationId: `episode_${verb}`,
      tag: 'Episode',
      summary: `Set the status of an episode to ${active ? 'active' : 'inactive'}`,
      parameters: [EHR_ID, EPISODE_UID, OPTIONAL_IF_MATCH, ...COMMIT_HEADERS],
      body: { type: 'object', additionalProperties: false },
      responses: {
        200: { description: 'Done.', schema: NOTHING, headers: HEADERS },
        ...MALFORMED,
        ...NO_EPISODE,
        ...NOT_MODIFIABLE,
        ...CONFLICT,
      },
    },
    read: request => {
      refuseContent(request)
      return targetIn(request)
    },
    act: (needs, caller, target) => changeEpisode(needs, caller, target, episode => ({ ...episode, active })),
    reply: found => json(200, {}, versionHeaders(found)),
  })

export const episodeEndpoints: readonly Endpoint<EhrNeeds>[] = [
  endpoint({
    route: 'GET /ehr/{ehr_id}/episode',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: ['application/json'],
    doc: {
      operationId: 'episode_list',
      tag: 'Episode',
      summary: 'List the episodes of an EHR',
      description: 'By their numbers. Every EHR has a default episode, which is made with it.',
      parameters: [EHR_ID],
      responses: {
        200: { description: 'All but the deleted ones.', schema: { type: 'array', items: EPISODE } },
        400: { description: 'The id of the EHR is no UUID.' },
        404: { description: 'There is no such EHR.' },
      },
    },
    read: request => ehrIdIn(request),
    act: (needs, _caller, ehrId) => listEpisodes(needs, ehrId),
    reply: episodes => json(200, episodes.map(episodeBody)),
  }),
  endpoint({
    route: 'POST /ehr/{ehr_id}/episode',
    writes: 201,
    scope: 'api.write',
    right: RIGHTS.createRecord,
    body: BODY,
    bodyLimit: BODY_LIMITS.small,
    produces: ['application/json'],
    doc: {
      operationId: 'episode_create',
      tag: 'Episode',
      summary: 'Create an episode',
      parameters: [EHR_ID, ...COMMIT_HEADERS],
      body: EPISODE_BODY,
      responses: {
        201: { description: 'Created.', schema: EPISODE, headers: { ...HEADERS, Location: 'Where it is.' } },
        ...MALFORMED,
        404: { description: 'There is no such EHR.' },
        ...NOT_MODIFIABLE,
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      headers: commitHeadersIn(request),
      given: episodeOf(request.body),
    }),
    act: async (needs, caller, asked) => ({
      found: await createEpisode(needs, caller, asked.ehrId, asked),
    }),
    reply: ({ found }) =>
      json(201, episodeBody(found.episode), {
        ...versionHeaders(found),
        Location: `/ehr/${found.ehrId}/episode/${found.episode.uid}`,
      }),
  }),
  endpoint({
    route: 'GET /ehr/{ehr_id}/episode/{uid}',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: ['application/json'],
    doc: {
      operationId: 'episode_get',
      tag: 'Episode',
      summary: 'Read an episode',
      parameters: [EHR_ID, EPISODE_UID],
      responses: {
        200: {
          description:
            'The episode. The default one of an EHR that is older than episodes has no `ETag` until it is changed.',
          schema: EPISODE,
          headers: HEADERS,
        },
        400: { description: 'An id is no UUID.' },
        ...NO_EPISODE,
      },
    },
    read: episodeAddressIn,
    act: (needs, _caller, { ehrId, uid }) => requireEpisode(needs, ehrId, uid),
    reply: episodeReply,
  }),
  endpoint({
    route: 'PUT /ehr/{ehr_id}/episode/{uid}',
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.changeRecord,
    body: BODY,
    bodyLimit: BODY_LIMITS.small,
    produces: ['application/json'],
    doc: {
      operationId: 'episode_update',
      tag: 'Episode',
      summary: 'Change an episode',
      description:
        'The body is the whole episode: what is left out of `urgency`, `careCircuit` and `endsAt` is removed; `active` and `startsAt` stay as they were.',
      parameters: [EHR_ID, EPISODE_UID, OPTIONAL_IF_MATCH, ...COMMIT_HEADERS],
      body: EPISODE_BODY,
      responses: {
        200: { description: 'Changed.', schema: EPISODE, headers: HEADERS },
        ...MALFORMED,
        ...NO_EPISODE,
        ...NOT_MODIFIABLE,
        ...CONFLICT,
      },
    },
    read: request => ({ target: targetIn(request), given: episodeOf(request.body) }),
    act: (needs, caller, { target, given }) =>
      changeEpisode(needs, caller, target, episode => completeEpisode(given, episode)),
    reply: episodeReply,
  }),
  setActive('activate', true),
  setActive('deactivate', false),
  endpoint({
    route: 'DELETE /ehr/{ehr_id}/episode/{uid}',
    writes: 200,
    scope: 'api.write',
    right: RIGHTS.deleteRecord,
    produces: ['application/json'],
    doc: {
      operationId: 'episode_delete',
      tag: 'Episode',
      summary: 'Delete an episode',
      description: 'Only one without records, and not the default. Nothing is lost: its history stays.',
      parameters: [EHR_ID, EPISODE_UID, OPTIONAL_IF_MATCH, ...COMMIT_HEADERS],
      responses: {
        200: { description: 'Deleted.', schema: NOTHING },
        400: { description: 'An id is no UUID, or a header cannot be read.' },
        ...NO_EPISODE,
        409: { description: 'Records belong to it, it is the default, or the EHR is not modifiable.' },
        ...CONFLICT,
      },
    },
    read: targetIn,
    act: deleteEpisode,
    reply: () => json(200, {}),
  }),
]
