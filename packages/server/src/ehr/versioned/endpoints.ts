/** The routes of VERSIONED_COMPOSITION, VERSIONED_EHR_STATUS (docs/interface.md, section 6) and VERSIONED_PARTY: the same four for each. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
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
  explainMissing,
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
import { ehrIdIn, objectIdIn, versionIdIn } from '../../records/uids/index.ts'
import { findHistory, findObject, type Kind, type StoredVersion } from '../../versions/index.ts'
import { type Access, RECORD_ACCESS, recordIn } from '../resource.ts'
import { revisionHistory, versionedObject } from './versioned.ts'

/** The differences between them: their addresses, and the way to find the object. */
export interface VersionedResource {
  /** The name of the container, without `VERSIONED_`. */
  readonly name: string
  readonly kinds: readonly [Kind, ...Kind[]]
  readonly tag: string
  readonly path: `/${string}`
  readonly parameters: readonly ParameterDoc[]
  readonly access: Access
  /** Returns the object id in the address, or undefined for the status of the EHR. */
  readonly objectIn: (request: Incoming) => ObjectId | undefined
}

const VERSIONED_RESOURCES: readonly VersionedResource[] = [
  {
    name: 'COMPOSITION',
    kinds: ['COMPOSITION'],
    tag: 'Composition',
    path: '/ehr/{ehr_id}/versioned_composition/{versioned_object_uid}',
    parameters: [EHR_ID, OBJECT_UID, FORMAT],
    access: RECORD_ACCESS.read,
    objectIn: request => objectIdIn(request, 'versioned_object_uid'),
  },
  {
    name: 'EHR_STATUS',
    kinds: ['EHR_STATUS'],
    tag: 'EHR status',
    path: '/ehr/{ehr_id}/versioned_ehr_status',
    parameters: [EHR_ID, FORMAT],
    access: RECORD_ACCESS.read,
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

const versionedAddressIn = (request: Incoming, resource: VersionedResource): VersionedAddress => {
  const objectId = resource.objectIn(request)
  const ehrId = objectId === undefined ? ehrIdIn(request) : recordIn(request, resource.kinds[0], objectId)
  return { ehrId, objectId, wanted: answerFormatIn(request) }
}

const objectOf = async (needs: EhrNeeds, { ehrId, objectId }: VersionedAddress): Promise<ObjectId> =>
  objectId ?? (await requireEhr(needs, ehrId)).statusId

async function findContainer(needs: EhrNeeds, asked: VersionedAddress, { kinds }: VersionedResource) {
  const object = await findObject(needs.db, asked.ehrId, await objectOf(needs, asked))
  return object && kinds.includes(object.kind) ? object : explainMissing(needs, asked.ehrId, kinds[0])
}

const requireAny = (
  needs: EhrNeeds,
  ehrId: EhrId,
  { kinds }: VersionedResource,
  found: StoredVersion | undefined,
): StoredVersion | Promise<never> =>
  requireVersion(needs, ehrId, found && kinds.includes(found.kind) ? found.kind : kinds[0], found)

const readContainer = (resource: VersionedResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `GET ${resource.path}`,
    ...resource.access,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.name.toLowerCase()}_get`,
      tag: resource.tag,
      summary: `Read the VERSIONED_${resource.name}`,
      parameters: resource.parameters,
      responses: {
        200: { description: 'The container.', schema: schemaRef(`VERSIONED_${resource.name}`) },
        ...NOT_FOUND,
      },
    },
    read: request => versionedAddressIn(request, resource),
    act: async (needs, _caller, asked) =>
      versionedObject(
        await findContainer(needs, asked, resource),
        resource.name,
        asked.ehrId,
        needs.systemId,
      ),
    reply: plainReply,
  })

const readHistory = (resource: VersionedResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `GET ${resource.path}/revision_history`,
    ...resource.access,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.name.toLowerCase()}_revision_history`,
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
      const { objectId } = await findContainer(needs, asked, resource)
      return revisionHistory(await findHistory(needs.db, asked.ehrId, objectId))
    },
    reply: plainReply,
  })

const readAtTime = (resource: VersionedResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `GET ${resource.path}/version`,
    ...resource.access,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.name.toLowerCase()}_version_at_time`,
      tag: resource.tag,
      summary: 'Read the VERSION extant at a time, or the latest',
      parameters: [...resource.parameters, VERSION_AT_TIME, PREFER_READ],
      responses: {
        200: {
          description: 'The VERSION.',
          schema: schemaRef(`VERSION_OF_${resource.name}`),
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
      const version = await requireAny(needs, asked.ehrId, resource, found)
      const { format } = asked.wanted
      return {
        profile: needs.profile,
        found: await loadVersionAnswer(needs, version, { format, withTags: asked.withTags }),
      }
    },
    reply: ({ found, profile }, { wanted }) => versionReply(found, wanted, profile),
  })

const readById = (resource: VersionedResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `GET ${resource.path}/version/{version_uid}`,
    ...resource.access,
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${resource.name.toLowerCase()}_version_by_id`,
      tag: resource.tag,
      summary: 'Read a VERSION by its id',
      parameters: [...resource.parameters, VERSION_UID, PREFER_READ],
      responses: {
        200: {
          description: 'The VERSION.',
          schema: schemaRef(`VERSION_OF_${resource.name}`),
          headers: VERSION_HEADERS,
        },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      ...versionedAddressIn(request, resource),
      id: versionIdIn(request, 'version_uid'),
      withTags: readTagGrammar(request),
    }),
    act: async (needs, _caller, asked) => {
      const { ehrId, id, wanted, withTags } = asked
      const fits = asked.objectId === undefined || asked.objectId === id.objectId
      const found = fits ? await findByUid(needs, ehrId, id, undefined) : undefined
      const version = await requireAny(needs, ehrId, resource, found)
      return {
        profile: needs.profile,
        found: await loadVersionAnswer(needs, version, { format: wanted.format, withTags }),
      }
    },
    reply: ({ found, profile }, { wanted }) => versionReply(found, wanted, profile),
  })

export const versionedEndpointsOf = (resource: VersionedResource): Endpoint<EhrNeeds>[] => [
  readContainer(resource),
  readHistory(resource),
  readAtTime(resource),
  readById(resource),
]

export const versionedEndpoints: readonly Endpoint<EhrNeeds>[] =
  VERSIONED_RESOURCES.flatMap(versionedEndpointsOf)
