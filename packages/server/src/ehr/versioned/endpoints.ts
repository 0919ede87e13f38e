/** The routes of VERSIONED_COMPOSITION and VERSIONED_EHR_STATUS (interface spec 4.3 to 4.6): four each, of one mould. */

import type { RmObject } from '@cairn/openehr/rm'
import {
  type Endpoint,
  endpoint,
  type Incoming,
  type ParameterDoc,
  preferIn,
  type Reply,
  schemaRef,
} from '../../http/index.ts'
import type { EhrId, ObjectId } from '../../ids.ts'
import {
  atTimeIn,
  CANONICAL_TYPES,
  contentType,
  EHR_ID,
  type EhrNeeds,
  ehrIdIn,
  FORMAT,
  findByUid,
  furnish,
  NOT_FOUND,
  need,
  needEhr,
  noVersion,
  OBJECT_UID,
  objectIdIn,
  PREFER_READ,
  printResource,
  VERSION_AT_TIME,
  VERSION_HEADERS,
  VERSION_UID,
  versionIdIn,
  versionReply,
  type Wanted,
  wantedIn,
} from '../../records/index.ts'
import { findHistory, findObject, type Kind } from '../../versions/index.ts'
import { revisionHistory, versionedObject } from './versioned.ts'

/** What the two kinds differ in: their addresses, and how the object is found. */
interface Mould {
  readonly kind: Kind
  readonly tag: string
  readonly path: `/ehr/{ehr_id}/${string}`
  readonly parameters: readonly ParameterDoc[]
  /** The object that an address names; undefined: the EHR's own. */
  readonly objectIn: (request: Incoming) => ObjectId | undefined
}

const MOULDS: readonly Mould[] = [
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

const plainReply = (resource: RmObject, { wanted }: { wanted: Wanted }): Reply => ({
  status: 200,
  headers: contentType(wanted),
  body: printResource(resource, wanted),
})

interface Asked {
  readonly ehrId: EhrId
  readonly objectId: ObjectId | undefined
  readonly wanted: Wanted
}

const askedIn = (request: Incoming, mould: Mould): Asked => ({
  ehrId: ehrIdIn(request),
  objectId: mould.objectIn(request),
  wanted: wantedIn(request),
})

const objectOf = async (needs: EhrNeeds, { ehrId, objectId }: Asked): Promise<ObjectId> =>
  objectId ?? (await needEhr(needs, ehrId)).statusId

async function container(needs: EhrNeeds, asked: Asked, kind: Kind) {
  const object = await findObject(needs.db, asked.ehrId, await objectOf(needs, asked))
  if (object?.kind === kind) return object
  await needEhr(needs, asked.ehrId)
  throw noVersion()
}

const withTagsIn = (request: Incoming) => preferIn(request).includeItemTags

const endpointsOf = (mould: Mould): Endpoint<EhrNeeds>[] => [
  endpoint({
    route: `GET ${mould.path}`,
    scope: 'api.read',
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${mould.kind.toLowerCase()}_get`,
      tag: mould.tag,
      summary: `Read the VERSIONED_${mould.kind}`,
      parameters: mould.parameters,
      responses: {
        200: { description: 'The container.', schema: schemaRef(`VERSIONED_${mould.kind}`) },
        ...NOT_FOUND,
      },
    },
    read: request => askedIn(request, mould),
    act: async (needs, _caller, asked) =>
      versionedObject(asked.ehrId, await container(needs, asked, mould.kind)),
    reply: plainReply,
  }),
  endpoint({
    route: `GET ${mould.path}/revision_history`,
    scope: 'api.read',
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${mould.kind.toLowerCase()}_revision_history`,
      tag: mould.tag,
      summary: 'Read who committed which version, and when',
      parameters: mould.parameters,
      responses: {
        200: { description: 'REVISION_HISTORY.', schema: schemaRef('REVISION_HISTORY') },
        ...NOT_FOUND,
      },
    },
    read: request => askedIn(request, mould),
    act: async (needs, _caller, asked) => {
      const { objectId } = await container(needs, asked, mould.kind)
      return revisionHistory(await findHistory(needs.db, asked.ehrId, objectId))
    },
    reply: plainReply,
  }),
  endpoint({
    route: `GET ${mould.path}/version`,
    scope: 'api.read',
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${mould.kind.toLowerCase()}_version_at_time`,
      tag: mould.tag,
      summary: 'Read the VERSION extant at a time, or the latest',
      parameters: [...mould.parameters, VERSION_AT_TIME, PREFER_READ],
      responses: {
        200: {
          description: 'The VERSION.',
          schema: schemaRef(`VERSION_OF_${mould.kind}`),
          headers: VERSION_HEADERS,
        },
        400: { description: '`version_at_time` cannot be read.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({ ...askedIn(request, mould), time: atTimeIn(request), withTags: withTagsIn(request) }),
    act: async (needs, _caller, asked) => {
      const objectId = await objectOf(needs, asked)
      const found = await findByUid(needs, asked.ehrId, { objectId }, asked.time)
      const version = await need(needs, asked.ehrId, mould.kind, found)
      const { format } = asked.wanted
      return {
        profile: needs.profile,
        found: await furnish(needs, version, { format, withTags: asked.withTags }),
      }
    },
    reply: ({ found, profile }, { wanted }) => versionReply(found, wanted, profile),
  }),
  endpoint({
    route: `GET ${mould.path}/version/{version_uid}`,
    scope: 'api.read',
    produces: CANONICAL_TYPES,
    doc: {
      operationId: `versioned_${mould.kind.toLowerCase()}_version_by_id`,
      tag: mould.tag,
      summary: 'Read a VERSION by its id',
      parameters: [...mould.parameters, VERSION_UID, PREFER_READ],
      responses: {
        200: {
          description: 'The VERSION.',
          schema: schemaRef(`VERSION_OF_${mould.kind}`),
          headers: VERSION_HEADERS,
        },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      ...askedIn(request, mould),
      id: versionIdIn(request, 'version_uid'),
      withTags: withTagsIn(request),
    }),
    act: async (needs, _caller, asked) => {
      const { ehrId, id, wanted, withTags } = asked
      const fits = asked.objectId === undefined || asked.objectId === id.objectId
      const found = fits ? await findByUid(needs, ehrId, id, undefined) : undefined
      const version = await need(needs, ehrId, mould.kind, found)
      return {
        profile: needs.profile,
        found: await furnish(needs, version, { format: wanted.format, withTags }),
      }
    },
    reply: ({ found, profile }, { wanted }) => versionReply(found, wanted, profile),
  }),
]

export const versionedEndpoints: readonly Endpoint<EhrNeeds>[] = MOULDS.flatMap(endpointsOf)
