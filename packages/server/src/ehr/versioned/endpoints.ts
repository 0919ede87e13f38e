/** The routes of VERSIONED_COMPOSITION and VERSIONED_EHR_STATUS (docs/interface.md, section 6): the same four for both. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../../access/index.ts'
import {
  type Endpoint,
  endpoint,
  type Incoming,
  type ParameterDoc,
  type Reply,
  schemaRef,
} from '../../http/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import {
  EHR_ID,
  FORMAT,
  NOT_FOUND,
  OBJECT_UID,
  PREFER_READ,
  VERSION_AT_TIME,
  VERSION_HEADERS,
  VERSION_UID,
} from '../../records/documented/index.ts'
import {
  type EhrNeeds,
  findByUid,
  loadVersionAnswer,
  requireEhr,
  requireVersion,
} from '../../records/index.ts'
import {
  type AnswerFormat,
  answerFormatIn,
  CANONICAL_TYPES,
  contentType,
  printResource,
  versionReply,
} from '../../records/reply/index.ts'
import { atTimeIn, readTagGrammar } from '../../records/request/index.ts'
import { ehrIdIn, noVersion, objectIdIn, versionIdIn } from '../../records/uids/index.ts'
import { findHistory, findObject, type Kind } from '../../versions/index.ts'
import { revisionHistory, versionedObject } from './versioned.ts'

/** The differences between the two kinds: their addresses, and the way to find the object. */
interface VersionedResource {
  readonly kind: Kind
  readonly tag: string
  readonly path: `/ehr/{ehr_id}/${string}`
  readonly parameters: readonly ParameterDoc[]
  /** Returns the object id in the address, or undefined for the status of the EHR. */
  readonly objectIn: (request: Incoming) => ObjectId | undefined
}

const VERSIONED_RESOURCES: readonly VersionedResource[] = [
  {
    kind: 'COMPOSITION',
    tag: 'Composition',
    path: '/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}',
    parameters: [EHR_ID, OBJECT_UID, FORMAT],
    objectIn: request => objectIdIn(request, 'versioned_object_uid'),
  },
  {
    kind: 'EHR_STATUS',
    tag: 'EHR status',
    path: '/ehr/{ehr_id}/versioned_ehr_status',
    parameters: [EHR_ID, FORMAT],
    objectIn: () => undefined,
  },
]

const plainReply = (resource: RmObject, { wanted }: { wanted: AnswerFormat }): Reply => ({
  status: 200,
  headers: contentType(wanted),
  body: printResource(resource, wanted),
})

interface VersionedAddress {
  readonly ehrId: EhrId
  readonly objectId: ObjectId | undefined
  readonly wanted: AnswerFormat
}

const versionedAddressIn = (request: Incoming, resource: VersionedResource): VersionedAddress => ({
  ehrId: ehrIdIn(request),
  objectId: resource.objectIn(request),
  wanted: answerFormatIn(request),
})

const objectOf = async (needs: EhrNeeds, { ehrId, objectId }: VersionedAddress): Promise<ObjectId> =>
  objectId ?? (await requireEhr(needs, ehrId)).statusId

async function findContainer(needs: EhrNeeds, asked: VersionedAddress, kind: Kind) {
  const object = await findObject(needs.db, asked.ehrId, await objectOf(needs, asked))
  if (object?.kind === kind) return object
  await requireEhr(needs, asked.ehrId)
  throw noVersion()
}

const versionedEndpointsOf = (resource: VersionedResource): Endpoint<EhrNeeds>[] => [
  endpoint({
    route: `GET ${resource.path}`,
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.kind.toLowerCase()}_get`,
      tag: resource.tag,
      summary: `Read the VERSIONED_${resource.kind}`,
      parameters: resource.parameters,
      responses: {
        200: { description: 'The container.', schema: schemaRef(`VERSIONED_${resource.kind}`) },
        ...NOT_FOUND,
      },
    },
    read: request => versionedAddressIn(request, resource),
    act: async (needs, _caller, asked) =>
      versionedObject(asked.ehrId, await findContainer(needs, asked, resource.kind)),
    reply: plainReply,
  }),
  endpoint({
    route: `GET ${resource.path}/revision_history`,
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.kind.toLowerCase()}_revision_history`,
      tag: resource.tag,
      summary: 'Read who committed which version, and when',
      parameters: resource.parameters,
      responses: {
        200: { description: 'REVISION_HISTORY.', schema: schemaRef('REVISION_HISTORY') },
        ...NOT_FOUND,
      },
    },
    read: request => versionedAddressIn(request, resource),
    act: async (needs, _caller, asked) => {
      const { objectId } = await findContainer(needs, asked, resource.kind)
      return revisionHistory(await findHistory(needs.db, asked.ehrId, objectId))
    },
    reply: plainReply,
  }),
  endpoint({
    route: `GET ${resource.path}/version`,
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.kind.toLowerCase()}_version_at_time`,
      tag: resource.tag,
      summary: 'Read the VERSION extant at a time, or the latest',
      parameters: [...resource.parameters, VERSION_AT_TIME, PREFER_READ],
      responses: {
        200: {
          description: 'The VERSION.',
          schema: schemaRef(`VERSION_OF_${resource.kind}`),
          headers: VERSION_HEADERS,
        },
        400: { description: '`version_at_time` cannot be read.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      ...versionedAddressIn(request, resource),
      time: atTimeIn(request),
      withTags: readTagGrammar(request),
    }),
    act: async (needs, _caller, asked) => {
      const objectId = await objectOf(needs, asked)
      const found = await findByUid(needs, asked.ehrId, { objectId }, asked.time)
      const version = await requireVersion(needs, asked.ehrId, resource.kind, found)
      const { format } = asked.wanted
      return {
        profile: needs.profile,
        found: await loadVersionAnswer(needs, version, { format, withTags: asked.withTags }),
      }
    },
    reply: ({ found, profile }, { wanted }) => versionReply(found, wanted, profile),
  }),
  endpoint({
    route: `GET ${resource.path}/version/{version_uid}`,
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.kind.toLowerCase()}_version_by_id`,
      tag: resource.tag,
      summary: 'Read a VERSION by its id',
      parameters: [...resource.parameters, VERSION_UID, PREFER_READ],
      responses: {
        200: {
          description: 'The VERSION.',
          schema: schemaRef(`VERSION_OF_${resource.kind}`),
          headers: VERSION_HEADERS,
        },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      ehrId: ehrIdIn(request),
      objectId: resource.objectIn(request),
      wanted: answerFormatIn(request),
      id: versionIdIn(request, 'version_uid'),
      withTags: readTagGrammar(request),
    }),
    act: async (needs, _caller, asked) => {
      const { ehrId, id, wanted, withTags } = asked
      const fits = asked.objectId === undefined || asked.objectId === id.objectId
      const found = fits ? await findByUid(needs, ehrId, id, undefined) : undefined
      const version = await requireVersion(needs, ehrId, resource.kind, found)
      return {
        profile: needs.profile,
        found: await loadVersionAnswer(needs, version, { format: wanted.format, withTags }),
      }
    },
    reply: ({ found, profile }, { wanted }) => versionReply(found, wanted, profile),
  }),
]

export const versionedEndpoints: readonly Endpoint<EhrNeeds>[] =
  VERSIONED_RESOURCES.flatMap(versionedEndpointsOf)
