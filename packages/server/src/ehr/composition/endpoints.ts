/** The routes of compositions, and of each kind of party: create, read, update, delete. */

import { type Endpoint, endpoint, type ParameterDoc, schemaRef } from '../../http/index.ts'
import { type EhrId, readVersionUid } from '../../ids/index.ts'
import {
  CLIENT_UID,
  COMMIT_HEADERS,
  CONFLICT,
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
import { isParty, recordOfParty } from '../../versions/parties/index.ts'
import type { WireProfile } from '../../versions/printed/index.ts'
import { COMPOSITIONS, type ObjectResource, recordIn, recordParameters } from '../resource.ts'

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
    `The ${head.kind.toLowerCase()} is already deleted.`,
    [],
    profile === 'openehr' ? latestFacts(head, ehrId) : {},
  )

/** Such as `a composition`. */
const nounOf = ({ name }: ObjectResource): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

const shown = ({ kind }: ObjectResource) => ({ schema: schemaRef(kind), headers: VERSION_HEADERS })
const written = ({ kind }: ObjectResource) => ({
  schema: { anyOf: [schemaRef(kind), schemaRef('Identifier')] },
  headers: VERSION_HEADERS,
})

/** Headers of a write. Parties belong to no episode. */
const writeHeaders = ({ kind }: ObjectResource): readonly ParameterDoc[] => [
  PREFER_WRITE,
  ...(isParty(kind) ? [] : [EPISODE_HEADER]),
  TEMPLATE_HEADER,
  ...COMMIT_HEADERS,
  ...TAG_HEADERS,
]

const IN_USE = {
  409: { description: 'The `uid` is in use: then `ETag` names the latest version.' },
}
const IN_USE_OR_CLOSED = {
  409: {
    description:
      'The EHR is not modifiable, or the `uid` is in use: then `ETag` names the latest version, if it is in this EHR.',
  },
}

const createEndpoint = (resource: ObjectResource): Endpoint<EhrNeeds> => {
  const { kind, path, operation, tag, access } = resource
  return endpoint({
    route: `POST ${path}`,
    writes: 201,
    ...access.create,
    body: LOCATABLE_BODY,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: `${operation}_create`,
      tag,
      summary: `Commit ${nounOf(resource)}`,
      body: schemaRef(kind),
      description: CLIENT_UID,
      parameters: [...recordParameters(kind), ...FORM, ...writeHeaders(resource)],
      responses: {
        201: { description: 'Committed.', ...written(resource) },
        ...INVALID,
        ...(isParty(kind) ? IN_USE : { ...NOT_FOUND, ...IN_USE_OR_CLOSED }),
      },
    },
    read: request => ({ ehrId: isParty(kind) ? undefined : ehrIdIn(request), ...writeRequestIn(request) }),
    act: (needs, caller, asked) => writeObject(needs, caller, { ehrId: asked.ehrId, kind }, asked),
    reply: (found, asked) => writeReply(found, { created: true, ...asked }),
  })
}

const readEndpoint = (resource: ObjectResource): Endpoint<EhrNeeds> => {
  const { kind, path, operation, tag, access } = resource
  return endpoint({
    route: `GET ${path}/{uid_based_id}`,
    ...access.read,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: `${operation}_get`,
      tag,
      summary: `Read ${nounOf(resource)}`,
      parameters: [...recordParameters(kind), UID_BASED_ID, VERSION_AT_TIME, ...FORM, PREFER_READ],
      responses: {
        200: { description: `The ${resource.name}.`, ...shown(resource) },
        204: { description: 'It was deleted.' },
        400: { description: '`version_at_time` cannot be read.' },
        ...NOT_FOUND,
      },
    },
    read: request => {
      const id = uidBasedIdIn(request, 'uid_based_id')
      return {
        ehrId: recordIn(request, kind, id.objectId),
        id,
        time: atTimeIn(request),
        wanted: answerFormatIn(request),
        withTags: readTagGrammar(request),
      }
    },
    act: async (needs, _caller, { ehrId, id, time, wanted, withTags }) => {
      const version = await requireVersion(needs, ehrId, kind, await findByUid(needs, ehrId, id, time))
      return loadVersionAnswer(needs, version, { format: wanted.format, withTags })
    },
    reply: (found, { wanted }) => dataReply(found, wanted),
  })
}

const updateEndpoint = (resource: ObjectResource): Endpoint<EhrNeeds> => {
  const { kind, path, operation, tag, access } = resource
  return endpoint({
    route: `PUT ${path}/{uid_based_id}`,
    writes: updateStatus,
    ...access.change,
    body: LOCATABLE_BODY,
    produces: LOCATABLE_TYPES,
    doc: {
      operationId: `${operation}_update`,
      tag,
      summary: `Commit the next version of ${nounOf(resource)}`,
      body: schemaRef(kind),
      parameters: [...recordParameters(kind), UID_BASED_ID, ...FORM, IF_MATCH, ...writeHeaders(resource)],
      responses: {
        200: { description: 'Committed (`return=representation` or `identifier`).', ...written(resource) },
        204: { description: 'Committed.', headers: VERSION_HEADERS },
        ...INVALID,
        ...NOT_FOUND,
        ...(isParty(kind) ? {} : NOT_MODIFIABLE),
        ...CONFLICT,
      },
    },
    read: request => {
      const ehrId = isParty(kind) ? undefined : ehrIdIn(request)
      const objectId = changedObjectIdIn(request, 'uid_based_id')
      return {
        ehrId: ehrId ?? recordOfParty(objectId),
        objectId,
        precondition: ifMatchIn(request),
        ...writeRequestIn(request),
      }
    },
    act: async (needs, caller, asked) => {
      const { ehrId, objectId, precondition } = asked
      const head = await requireHead(needs, ehrId, objectId, kind)
      requireLatest(head, precondition, ehrId)
      return writeObject(needs, caller, { ehrId, kind, preceding: head }, asked)
    },
    reply: (found, asked) => writeReply(found, { created: false, ...asked }),
  })
}

const deleteEndpoint = (resource: ObjectResource): Endpoint<EhrNeeds> => {
  const { kind, path, operation, tag, access } = resource
  return endpoint({
    route: `DELETE ${path}/{uid_based_id}`,
    writes: 204,
    ...access.remove,
    produces: [],
    doc: {
      operationId: `${operation}_delete`,
      tag,
      summary: `Delete ${nounOf(resource)}`,
      description: 'The id is that of its latest version. Nothing is lost: a version without data is added.',
      parameters: [
        ...recordParameters(kind),
        UID_BASED_ID,
        ...(isParty(kind) ? [] : [EPISODE_HEADER]),
        ...COMMIT_HEADERS,
        ...TAG_HEADERS,
      ],
      responses: {
        204: { description: 'Deleted.', headers: VERSION_HEADERS },
        400: { description: 'Not a version uid, or deleted already.' },
        409: {
          description: isParty(kind)
            ? 'Not the latest version, or other parties refer to it.'
            : 'Not the latest version, or the EHR is not modifiable.',
        },
        ...NOT_FOUND,
      },
    },
    read: request => {
      const ehrId = isParty(kind) ? undefined : ehrIdIn(request)
      const id = readVersionUid(request.parameters['uid_based_id'] ?? '')
      if (!id)
        throw new Refusal('id.malformed', 'The address must name the latest version by its version uid.')
      return { ehrId: ehrId ?? recordOfParty(id.objectId), id, ...deleteRequestIn(request) }
    },
    act: async (needs, caller, { ehrId, id, ...deleting }) => {
      const head = await requireHead(needs, ehrId, id.objectId, kind)
      if (head.systemId !== id.systemId || head.version < id.version)
        await requireVersion(needs, ehrId, kind, undefined)
      if (head.deleted) throw deletedTwice(head, ehrId, needs.profile)
      if (head.version !== id.version)
        throw new Refusal('version.not_latest', 'There is a newer version.', [], latestFacts(head, ehrId))
      const target = { ehrId, kind, preceding: head } as const
      return deleteObject(needs, caller, target, deleting).catch(refuseLateDelete)
    },
    reply: deletedReply,
  })
}

export const objectEndpoints = (resource: ObjectResource): readonly Endpoint<EhrNeeds>[] => [
  createEndpoint(resource),
  readEndpoint(resource),
  updateEndpoint(resource),
  deleteEndpoint(resource),
]

export const compositionEndpoints: readonly Endpoint<EhrNeeds>[] = objectEndpoints(COMPOSITIONS)
