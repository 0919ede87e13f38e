/** The routes of item tags: all of an EHR, and those of one composition, EHR_STATUS or party, as an object or in one version. */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../../access/index.ts'
import { recorded } from '../../audit/index.ts'
import type { LimitedQueries } from '../../db/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
  schemaRef,
} from '../../http/index.ts'
import { BODY_LIMITS, preferenceApplied, preferIn, readJson } from '../../http/request/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { EHR_ID, NOT_FOUND, NOT_MODIFIABLE, PREFER_WRITE } from '../../records/documented/index.ts'
import { type EhrNeeds, explainMissing, notModifiable, requireEhr } from '../../records/index.ts'
import { isServerTag, itemTag, tagsOfJson } from '../../records/request/index.ts'
import { ehrIdIn, type UidBasedId, uidBasedIdIn } from '../../records/uids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import {
  findEhrTags,
  findTags,
  lockRecord,
  removeTags,
  replaceTags,
  type TagFilter,
  type Tagged,
} from '../../versions/companions/index.ts'
import { findObject, findVersion, type Kind, versionUid } from '../../versions/index.ts'
import { isParty } from '../../versions/parties/index.ts'
import {
  COMPOSITIONS,
  type ObjectResource,
  ownerOf,
  RECORD_ACCESS,
  recordIn,
  recordParameters,
} from '../resource.ts'

/** The objects of an EHR that can have tags. */
const TAGGABLE: readonly ObjectResource[] = [
  COMPOSITIONS,
  {
    kind: 'EHR_STATUS',
    path: '/ehr/{ehr_id}/ehr_status',
    name: 'ehr_status',
    operation: 'ehr_status',
    tag: 'EHR status',
    access: { ...RECORD_ACCESS, change: { scope: 'api.write', right: RIGHTS.changeEhr } },
  },
]

/** An object has its own tags (version 0), and each of its versions has its own too. */
interface TagAddress {
  readonly ehrId: EhrId
  readonly id: UidBasedId
  readonly kind: Kind
}

const tagAddressIn = (request: Incoming, kind: Kind): TagAddress => {
  const id = uidBasedIdIn(request, 'uid_based_id')
  return { ehrId: recordIn(request, kind, id.objectId), id, kind }
}

const taggedOf = ({ ehrId, id }: TagAddress): Tagged => ({
  ehrId,
  objectId: id.objectId,
  version: id.version ?? 0,
})

async function isThere(db: LimitedQueries, { ehrId, id, kind }: TagAddress): Promise<boolean> {
  if (id.version === undefined) return (await findObject(db, ehrId, id.objectId))?.kind === kind
  const found = await findVersion(db, ehrId, id.objectId, id.version)
  return found?.kind === kind && found.systemId === id.systemId
}

async function requireTagTarget(db: LimitedQueries, target: TagAddress): Promise<void> {
  if (!(await isThere(db, target))) await explainMissing({ db }, target.ehrId, target.kind)
}

async function readTags(db: LimitedQueries, target: TagAddress, systemId: string): Promise<RmObject[]> {
  const { ehrId, id, kind } = target
  const uid = id.version === undefined ? id.objectId : versionUid(id)
  const owner = ownerOf(kind, ehrId, systemId)
  return (await findTags(db, taggedOf(target))).map(tag => itemTag(tag, { owner, kind, uid }))
}

/** Changes tags, after checking that the EHR exists and is modifiable. */
function changeTags<T>(
  { db }: EhrNeeds,
  { entry }: Caller,
  target: TagAddress,
  work: (queries: LimitedQueries, on: Tagged) => Promise<T>,
): Promise<T> {
  return recorded(
    db,
    entry,
    async queries => {
      const isModifiable = await lockRecord(queries, target.ehrId)
      await requireTagTarget(queries, target)
      if (!isModifiable) throw notModifiable()
      return work(queries, taggedOf(target))
    },
    () => ({
      ehrId: target.ehrId,
      detail: { tags: [target.id.objectId] },
      // The feed has no changes of parties: its readers need no right on them.
      changes: isParty(target.kind)
        ? []
        : [{ type: 'tags.changed', ehrId: target.ehrId, subject: target.id.objectId }],
    }),
  )
}

/** Each parameter may be given once. */
export function tagFilterIn({ query }: Incoming): TagFilter {
  const given = (name: string): string | null => {
    const [value = null, ...more] = query.getAll(name)
    if (more.length > 0) throw new Refusal('request.malformed', `${name} is given more than once.`)
    return value
  }
  const key = given('tag_key')
  if (key?.trim() === '') throw new Refusal('request.malformed', 'tag_key must not be empty.')
  return { key, value: given('tag_value'), targetPath: given('tag_target_path') }
}

const ITEM_TAGS = { type: 'array', items: schemaRef('ITEM_TAG') }

const UPDATE_ITEM_TAGS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['key'],
    additionalProperties: false,
    properties: { key: { type: 'string' }, value: { type: 'string' }, target_path: { type: 'string' } },
  },
}

const query = (name: string, description: string): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})

const UID: ParameterDoc = {
  name: 'uid_based_id',
  in: 'path',
  required: true,
  description: 'Id of the versioned object, for its own tags, or of one version, for the tags of that.',
  schema: { type: 'string' },
}

const KEY: ParameterDoc = {
  name: 'key',
  in: 'path',
  required: true,
  description: 'Key of the tags; upper and lower case are the same.',
  schema: { type: 'string' },
}

export const TAG_FILTER: readonly ParameterDoc[] = [
  query('tag_key', 'Only tags with this key; upper and lower case are the same.'),
  query('tag_value', 'Only tags with this value.'),
  query('tag_target_path', 'Only tags with this path.'),
]

/** Answers of lists of tags. */
export const LISTED_TAGS = {
  200: { description: 'The tags.', schema: ITEM_TAGS },
  400: { description: 'A filter is given twice.' },
}

const ofEhr: Endpoint<EhrNeeds> = endpoint({
  route: 'GET /ehr/{ehr_id}/tags',
  scope: 'api.read',
  right: RIGHTS.readRecord,
  produces: ['application/json'],
  doc: {
    operationId: 'ehr_tags_get',
    tag: 'Item tags',
    summary: 'List the tags of everything in an EHR',
    parameters: [EHR_ID, ...TAG_FILTER],
    responses: {
      ...LISTED_TAGS,
      ...NOT_FOUND,
    },
  },
  read: request => ({ ehrId: ehrIdIn(request), filter: tagFilterIn(request) }),
  act: async (needs, _caller, { ehrId, filter }) => {
    await requireEhr(needs, ehrId)
    return (await findEhrTags(needs.db, ehrId, filter)).map(listedTag(needs))
  },
  reply: tags => json(200, tags),
})

/** Prints a tag of a list. */
export const listedTag =
  ({ systemId }: EhrNeeds) =>
  ({ ehrId, objectId, version, kind, ...tag }: Awaited<ReturnType<typeof findEhrTags>>[number]): RmObject =>
    itemTag(tag, {
      owner: ownerOf(kind, ehrId, systemId),
      kind,
      uid: version === 0 ? objectId : versionUid({ objectId, systemId: tag.systemId ?? '', version }),
    })

const listTags = ({ kind, path, operation, tag, access }: ObjectResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `GET ${path}/{uid_based_id}/tags`,
    ...access.read,
    produces: ['application/json'],
    doc: {
      operationId: `${operation}_tags_get`,
      tag,
      summary: `List the tags of a ${kind}`,
      parameters: [...recordParameters(kind), UID],
      responses: { 200: { description: 'The tags.', schema: ITEM_TAGS }, ...NOT_FOUND },
    },
    read: request => tagAddressIn(request, kind),
    act: async ({ db, systemId }, _caller, target) => {
      await requireTagTarget(db, target)
      return readTags(db, target, systemId)
    },
    reply: tags => json(200, tags),
  })

const replaceAllTags = ({ kind, path, operation, tag, access }: ObjectResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `PUT ${path}/{uid_based_id}/tags`,
    ...access.change,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    produces: ['application/json'],
    doc: {
      operationId: `${operation}_tags_update`,
      tag,
      summary: `Replace the tags of a ${kind}`,
      description: 'The list replaces the one that is there; an empty one clears it.',
      parameters: [...recordParameters(kind), UID, PREFER_WRITE],
      body: UPDATE_ITEM_TAGS,
      responses: {
        200: { description: 'Replaced (`return=representation`).', schema: ITEM_TAGS },
        204: { description: 'Replaced.' },
        400: { description: 'Not a list of tags, or one of them cannot be used.' },
        ...NOT_FOUND,
        ...(isParty(kind) ? {} : NOT_MODIFIABLE),
      },
    },
    read: request => ({
      target: tagAddressIn(request, kind),
      tags: tagsOfJson(request.body),
      prefer: preferIn(request),
    }),
    writes: ({ prefer }) => (prefer.return === 'representation' ? 200 : 204),
    act: (needs, caller, { target, tags }) =>
      changeTags(needs, caller, target, async (queries, on) => {
        await replaceTags(queries, on, tags)
        return readTags(queries, target, needs.systemId)
      }),
    // A list has no identifier of its own, so `return=identifier` is not honoured.
    reply: (tags, { prefer: { return: wanted } }) => {
      if (wanted === 'representation') return json(200, tags, preferenceApplied({ return: wanted }))
      return {
        status: 204,
        headers: preferenceApplied({ return: wanted === 'minimal' ? wanted : undefined }),
      }
    },
  })

const removeTag = ({ kind, path, operation, tag, access }: ObjectResource): Endpoint<EhrNeeds> =>
  endpoint({
    route: `DELETE ${path}/{uid_based_id}/tags/{key}`,
    writes: 204,
    ...access.change,
    produces: [],
    doc: {
      operationId: `${operation}_tags_delete`,
      tag,
      summary: `Remove tags of a ${kind}`,
      description: 'All tags with that key go, whatever their path.',
      parameters: [...recordParameters(kind), UID, KEY],
      responses: {
        204: { description: 'Removed.' },
        ...NOT_FOUND,
        ...(isParty(kind) ? {} : NOT_MODIFIABLE),
      },
    },
    read: request => ({ target: tagAddressIn(request, kind), key: request.parameters['key'] ?? '' }),
    act: (needs, caller, { target, key }) =>
      changeTags(needs, caller, target, async (queries, on) => {
        if (isServerTag(key))
          throw new Refusal('request.malformed', 'This tag is set by the server and cannot be removed.')
        if (!(await removeTags(queries, on, key.trim())))
          throw new Refusal('tag.not_found', 'There is no tag with this key.')
      }),
    reply: () => ({ status: 204 }),
  })

export const tagEndpointsOf = (resource: ObjectResource): Endpoint<EhrNeeds>[] => [
  listTags(resource),
  replaceAllTags(resource),
  removeTag(resource),
]

export const tagEndpoints: readonly Endpoint<EhrNeeds>[] = [ofEhr, ...TAGGABLE.flatMap(tagEndpointsOf)]
