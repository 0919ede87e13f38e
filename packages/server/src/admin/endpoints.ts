/** The ADMIN routes: physical deletion (openEHR REST 1.1.0) and merging, neither of which can be undone. */

import type { Database } from '../db/index.ts'
import { noTemplate, removeTemplate, type TemplateShelf } from '../definitions/index.ts'
import { type Endpoint, endpoint, type Incoming, json } from '../http/index.ts'
import { BODY_LIMITS, namedEhrId, readJson } from '../http/request/index.ts'
import type { EhrId } from '../ids/index.ts'
import { COMMIT_HEADERS, EHR_ID } from '../records/documented/index.ts'
import { ehrIdIn } from '../records/uids/index.ts'
import { Refusal } from '../refusal/index.ts'
import { eraseEhrs } from './erase.ts'
import type { ErasureLog } from './erasure-log.ts'
import { mergeEhrs } from './merge.ts'
import { REASON, reasonIn } from './reason.ts'

export interface AdminNeeds {
  readonly db: Database
  readonly shelf: TemplateShelf
  readonly erasureLog: ErasureLog
}

const MOST_AT_ONCE = 1000

function ehrIdsIn({ query }: Incoming): EhrId[] {
  const ids = query.getAll('ehr_id').flatMap(each => each.split(','))
  if (ids.length === 0)
    throw new Refusal(
      'request.malformed',
      'Name the EHRs in ehr_id: there is no operation that deletes all EHRs.',
    )
  if (ids.length > MOST_AT_ONCE)
    throw new Refusal('request.malformed', `At most ${MOST_AT_ONCE} EHRs can be deleted at once.`)
  return ids.map(id => namedEhrId(id, 'ehr_id'))
}

function mergeIn(request: Incoming) {
  const into = ehrIdIn(request)
  const body = typeof request.body === 'object' && request.body !== null ? request.body : {}
  const { from, directory, ...more } = body as { from?: unknown; directory?: unknown }
  const [unknown] = Object.keys(more)
  if (unknown !== undefined)
    throw new Refusal(
      'request.malformed',
      `The member "${unknown}" is unknown: a merge has "from" and "directory".`,
    )
  if (typeof from !== 'string')
    throw new Refusal(
      'request.malformed',
      'The body is {"from": "<ehr_id of the EHR to merge into this one>"}.',
    )
  if (directory !== undefined && directory !== 'retire')
    throw new Refusal('request.malformed', '"directory" can only be "retire".')
  const leaving = namedEhrId(from, '"from"')
  if (leaving === into) throw new Refusal('request.malformed', 'An EHR cannot be merged into itself.')
  return {
    into,
    from: leaving,
    retireDirectory: directory === 'retire',
    reason: reasonIn(request),
  }
}

const NOT_FOUND = { 404: { description: 'There is no such EHR.' } }

const MERGED = {
  type: 'object',
  properties: {
    ehr_id: { type: 'string', format: 'uuid' },
    merged_ehr_id: { type: 'string', format: 'uuid' },
    contributions: { type: 'integer' },
    versioned_objects: { type: 'integer' },
    versions: { type: 'integer' },
    item_tags: { type: 'integer' },
    episodes: { type: 'integer' },
  },
}

export const adminList: readonly Endpoint<AdminNeeds>[] = [
  endpoint({
    route: 'DELETE /admin/ehr/all',
    writes: 204,
    removes: true,
    fresh: true,
    scope: 'api.admin',
    produces: [],
    doc: {
      operationId: 'admin_ehr_delete_all',
      tag: 'Admin',
      summary: 'Delete several EHRs physically',
      description: 'All named EHRs, or none if one does not exist.',
      parameters: [
        {
          name: 'ehr_id',
          in: 'query',
          required: true,
          description: 'Once for each EHR.',
          schema: { type: 'array', items: { type: 'string', format: 'uuid' } },
        },
        REASON,
        ...COMMIT_HEADERS,
      ],
      responses: {
        204: { description: 'Deleted for good.' },
        400: { description: 'No EHR is named.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({ ehrIds: ehrIdsIn(request), reason: reasonIn(request) }),
    act: async ({ db, erasureLog }, caller, { ehrIds, reason }) => {
      await eraseEhrs(db, ehrIds, caller, reason)
      await erasureLog.update()
    },
    reply: () => ({ status: 204 }),
  }),
  endpoint({
    route: 'DELETE /admin/ehr/{ehr_id}',
    writes: 204,
    removes: true,
    fresh: true,
    scope: 'api.admin',
    produces: [],
    doc: {
      operationId: 'admin_ehr_delete',
      tag: 'Admin',
      summary: 'Delete an EHR physically',
      description:
        'Everything of it goes, history included. A tombstone keeps its id, when it went, by whom and why; the id is not used again.',
      parameters: [EHR_ID, REASON, ...COMMIT_HEADERS],
      responses: { 204: { description: 'Deleted for good.' }, ...NOT_FOUND },
    },
    read: request => ({ ehrId: ehrIdIn(request), reason: reasonIn(request) }),
    act: async ({ db, erasureLog }, caller, { ehrId, reason }) => {
      await eraseEhrs(db, [ehrId], caller, reason)
      await erasureLog.update()
    },
    reply: () => ({ status: 204 }),
  }),
  endpoint({
    route: 'POST /admin/ehr/{ehr_id}/merge',
    action: 'U',
    writes: 200,
    removes: true,
    fresh: true,
    scope: 'api.admin',
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    produces: ['application/json'],
    doc: {
      operationId: 'admin_ehr_merge',
      tag: 'Admin',
      summary: 'Merge another EHR into this one',
      description:
        'Compositions, contributions and episodes of the other move here with their ids, history and signatures; its default episode is one like the others from then on. The status of this EHR stays in force; that of the other is kept as history. The other id answers 404 from then on.',
      parameters: [EHR_ID, REASON, ...COMMIT_HEADERS],
      body: {
        type: 'object',
        required: ['from'],
        additionalProperties: false,
        properties: {
          from: { type: 'string', format: 'uuid', description: 'The EHR that goes.' },
          directory: {
            type: 'string',
            enum: ['retire'],
            description:
              'Needed if both EHRs have a directory: that of the merged EHR is kept as history only.',
          },
        },
      },
      responses: {
        200: { description: 'Merged; how much moved.', schema: MERGED },
        400: { description: 'The body names no other EHR.' },
        409: {
          description:
            'This EHR is not modifiable, both have a directory, or both have an object with one id.',
        },
        ...NOT_FOUND,
      },
    },
    read: mergeIn,
    act: ({ db }, caller, wanted) => mergeEhrs(db, wanted, caller),
    reply: (moved, { into, from }) =>
      json(200, {
        ehr_id: into,
        merged_ehr_id: from,
        contributions: moved['contribution'] ?? 0,
        versioned_objects: moved['versioned_object'] ?? 0,
        versions: moved['version'] ?? 0,
        item_tags: moved['item_tag'] ?? 0,
        episodes: moved['episode'] ?? 0,
      }),
  }),
  endpoint({
    route: 'DELETE /admin/template/{template_id}',
    fresh: true,
    writes: 204,
    scope: 'api.admin',
    produces: [],
    doc: {
      operationId: 'admin_template_delete',
      tag: 'Admin',
      summary: 'Delete a template physically',
      parameters: [
        {
          name: 'template_id',
          in: 'path',
          required: true,
          description: 'Id of the template, percent-encoded.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        204: { description: 'Deleted, with all its versions.' },
        404: { description: 'There is no such template.' },
        409: { description: 'Records were made by it, be it in their history.' },
      },
    },
    read: ({ parameters }) => parameters['template_id'] ?? '',
    act: async ({ db, shelf }, { entry }, templateId) => {
      const outcome = await removeTemplate(db, entry, templateId)
      if (outcome === 'unknown') throw await noTemplate(shelf, templateId)
      if (outcome === 'in use')
        throw new Refusal(
          'template.in_use',
          `The template "${templateId}" cannot be deleted: records were made by it.`,
        )
      await shelf.forget(templateId)
    },
    reply: () => ({ status: 204 }),
  }),
]
