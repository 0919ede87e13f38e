/** The routes of compositions: create, read, update, delete. */

import { RIGHTS } from '../../access/index.ts'
import { type Endpoint, endpoint, schemaRef } from '../../http/index.ts'
import { type EhrId, readVersionUid } from '../../ids/index.ts'
import {
  CLIENT_UID,
  COMMIT_HEADERS,
  CONFLICT,
  EHR_ID,
  FORM,
  IF_MATCH,
  INVALID,
  NOT_FOUND,
  NOT_MODIFIABLE,
  PREFER_READ,
  PREFER_WRITE,
  TAG_HEADERS,
  TEMPLATE_HEADER,
  UID_BASED_ID,
  VERSION_AT_TIME,
  VERSION_HEADERS,
} from '../../records/documented/index.ts'
import {
  deleteObject,
  deleteRequestIn,
  type EhrNeeds,
  findByUid,
  loadVersionAnswer,
  requireHead,
  requireVersion,
  writeObject,
  writeRequestIn,
} from '../../records/index.ts'
import {
  answerFormatIn,
  dataReply,
  deletedReply,
  LOCATABLE_BODY,
  LOCATABLE_TYPES,
  updateStatus,
  writeReply,
} from '../../records/reply/index.ts'
import {
  atTimeIn,
  EPISODE_HEADER,
  ifMatchIn,
  latestFacts,
  readTagGrammar,
  requireLatest,
} from '../../records/request/index.ts'
import { changedObjectIdIn, ehrIdIn, uidBasedIdIn } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Head } from '../../versions/index.ts'
import type { WireProfile } from '../../versions/printed/index.ts'

const COMPOSITION = schemaRef('COMPOSITION')

/** openEHR REST answers 409 to a delete of an old version, but 412 to an update of one. */
function refuseLateDelete(error: unknown): never {
  if (error instanceof Refusal && error.code === 'version.conflict')
    throw new Refusal('version.not_latest', 'There is a newer version.', [], error.facts)
  throw error
}

/** Suites for openEHR REST expect 404 where the interface has 400. */
const deletedTwice = (head: Head, ehrId: EhrId, profile: WireProfile): Refusal =>
  new Refusal(
    profile === 'openehr' ? 'version.not_found' : 'version.deleted',
    'The composition is already deleted.',
    [],
    profile === 'openehr' ? latestFacts(head, ehrId) : {},
  )

const SHOWN = { schema: COMPOSITION, headers: VERSION_HEADERS }
const WRITTEN = { schema: { anyOf: [COMPOSITION, schemaRef('Identifier')] }, headers: VERSION_HEADERS }

export const compositionEndpoints: readonly Endpoint<EhrNeeds>[] = [
  endpoint({
    route: 'POST /ehr/{ehr_id}/composition',
    writes: 201,
    scope: 'api.write',
    right: RIGHTS.createRecord,
    body: LOCATABLE_BODY,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'composition_create',
      tag: 'Composition',
      summary: 'Commit a composition',
      body: COMPOSITION,
      description: CLIENT_UID,
      parameters: [
        EHR_ID,
        ...FORM,
        PREFER_WRITE,
        EPISODE_HEADER,
        TEMPLATE_HEADER,
        ...COMMIT_HEADERS,
        ...TAG_HEADERS,
      ],
      responses: {
        201: { description: 'Committed.', ...WRITTEN },
        ...INVALID,
        ...NOT_FOUND,
        409: {
          description:
            'The EHR is not modifiable, or the `uid` is in use: then `ETag` names the latest version, if it is in this EHR.',
        },
      },
    },
    read: request => ({ ehrId: ehrIdIn(request), ...writeRequestIn(request) }),
    act: (needs, caller, asked) =>
      writeObject(needs, caller, { ehrId: asked.ehrId, kind: 'COMPOSITION' }, asked),
    reply: (found, asked) => writeReply(found, { created: true, ...asked }),
  }),
  endpoint({
    route: 'GET /ehr/{ehr_id}/composition/{uid_based_id}',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'composition_get',
      tag: 'Composition',
      summary: 'Read a composition',
      parameters: [EHR_ID, UID_BASED_ID, VERSION_AT_TIME, ...FORM, PREFER_READ],
      responses: {
        200: { description: 'The composition.', ...SHOWN },
        204: { description: 'It was deleted.' },
        400: { description: '`version_at_time` cannot be read.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      id: uidBasedIdIn(request, 'uid_based_id'),
      time: atTimeIn(request),
      wanted: answerFormatIn(request),
      withTags: readTagGrammar(request),
    }),
    act: async (needs, _caller, { ehrId, id, time, wanted, withTags }) => {
      const version = await requireVersion(
        needs,
        ehrId,
        'COMPOSITION',
        await findByUid(needs, ehrId, id, time),
      )
      return loadVersionAnswer(needs, version, { format: wanted.format, withTags })
    },
    reply: (found, { wanted }) => dataReply(found, wanted),
  }),
  endpoint({
    route: 'PUT /ehr/{ehr_id}/composition/{uid_based_id}',
    writes: updateStatus,
    scope: 'api.write',
    right: RIGHTS.changeRecord,
    body: LOCATABLE_BODY,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: 'composition_update',
      tag: 'Composition',
      summary: 'Commit the next version of a composition',
      body: COMPOSITION,
      parameters: [
        EHR_ID,
        UID_BASED_ID,
        ...FORM,
        IF_MATCH,
        PREFER_WRITE,
        EPISODE_HEADER,
        TEMPLATE_HEADER,
        ...COMMIT_HEADERS,
        ...TAG_HEADERS,
      ],
      responses: {
        200: { description: 'Committed (`return=representation` or `identifier`).', ...WRITTEN },
        204: { description: 'Committed.', headers: VERSION_HEADERS },
        ...INVALID,
        ...NOT_FOUND,
        ...NOT_MODIFIABLE,
        ...CONFLICT,
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      objectId: changedObjectIdIn(request, 'uid_based_id'),
      precondition: ifMatchIn(request),
      ...writeRequestIn(request),
    }),
    act: async (needs, caller, asked) => {
      const { ehrId, objectId, precondition } = asked
      const head = await requireHead(needs, ehrId, objectId, 'COMPOSITION')
      requireLatest(head, precondition, ehrId)
      return writeObject(needs, caller, { ehrId, kind: 'COMPOSITION', preceding: head }, asked)
    },
    reply: (found, asked) => writeReply(found, { created: false, ...asked }),
  }),
  endpoint({
    route: 'DELETE /ehr/{ehr_id}/composition/{uid_based_id}',
    writes: 204,
    scope: 'api.write',
    right: RIGHTS.deleteRecord,
    produces: [],
    doc: {
      operationId: 'composition_delete',
      tag: 'Composition',
      summary: 'Delete a composition',
      description: 'The id is that of its latest version. Nothing is lost: a version without data is added.',
      parameters: [EHR_ID, UID_BASED_ID, EPISODE_HEADER, ...COMMIT_HEADERS, ...TAG_HEADERS],
      responses: {
        204: { description: 'Deleted.', headers: VERSION_HEADERS },
        400: { description: 'Not a version uid, or deleted already.' },
        409: { description: 'Not the latest version, or the EHR is not modifiable.' },
        ...NOT_FOUND,
      },
    },
    read: request => {
      const ehrId = ehrIdIn(request)
      const id = readVersionUid(request.parameters['uid_based_id'] ?? '')
      if (!id)
        throw new Refusal('id.malformed', 'The address must name the latest version by its version uid.')
      return { ehrId, id, ...deleteRequestIn(request) }
    },
    act: async (needs, caller, { ehrId, id, ...deleting }) => {
      const head = await requireHead(needs, ehrId, id.objectId, 'COMPOSITION')
      if (head.systemId !== id.systemId || head.version < id.version)
        await requireVersion(needs, ehrId, 'COMPOSITION', undefined)
      if (head.deleted) throw deletedTwice(head, ehrId, needs.profile)
      if (head.version !== id.version)
        throw new Refusal('version.not_latest', 'There is a newer version.', [], latestFacts(head, ehrId))
      const target = { ehrId, kind: 'COMPOSITION', preceding: head } as const
      return deleteObject(needs, caller, target, deleting).catch(refuseLateDelete)
    },
    reply: deletedReply,
  }),
]
