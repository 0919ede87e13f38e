/** Lists versions that break rules of their template, each with its findings. */

import { RIGHTS } from '../../access/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type ParameterDoc } from '../../http/index.ts'
import { namedEhrId } from '../../http/request/index.ts'
import { readEhrId, readObjectId } from '../../ids/index.ts'
import type { EhrNeeds } from '../../records/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type FindingFilter, findFindings, type VersionFindings } from '../../versions/companions/index.ts'
import { versionUid } from '../../versions/index.ts'
import { timestamp } from '../../versions/printed/index.ts'

const DEFAULT_LIMIT = 100
const GREATEST_LIMIT = 1000

const query = (name: string, description: string, schema: object = { type: 'string' }): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
})

const PARAMETERS = [
  query('ehrUid', 'Only versions of this EHR.', { type: 'string', format: 'uuid' }),
  query('template_id', 'Only versions that were made by this template.'),
  query('limit', `Most versions of a page: ${DEFAULT_LIMIT} if left out.`, {
    type: 'integer',
    minimum: 1,
    maximum: GREATEST_LIMIT,
  }),
  query('after', 'Goes on after a page: as its `next` says.'),
]

const SCHEMA = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      items: {
        title: 'Version findings',
        type: 'object',
        required: ['ehr_id', 'vuid', 'template_id', 'committed', 'total', 'findings'],
        properties: {
          ehr_id: { type: 'string', format: 'uuid' },
          vuid: { type: 'string' },
          template_id: { type: ['string', 'null'] },
          committed: { type: 'string', format: 'date-time' },
          total: { type: 'integer', description: 'Number of findings.' },
          findings: {
            type: 'array',
            description: 'The first hundred.',
            items: {
              type: 'object',
              properties: {
                path: { type: 'string' },
                code: { type: 'string' },
                message: { type: 'string' },
              },
            },
          },
        },
      },
    },
    next: { type: 'string', description: 'Address of the next page; absent on the last one.' },
  },
}

const malformed = (message: string) => new Refusal('request.malformed', message)

function limitIn(given: string | null): number {
  const limit = given === null ? DEFAULT_LIMIT : /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (limit < 1 || limit > GREATEST_LIMIT)
    throw malformed(`limit must be a number from 1 to ${GREATEST_LIMIT}.`)
  return limit
}

const printPosition = ({ ehrId, objectId, version }: VersionFindings): string =>
  `${ehrId}.${objectId}.${version}`

function afterIn(given: string | null): FindingFilter['after'] {
  if (given === null) return undefined
  const [ehr = '', object = '', version = ''] = given.split('.')
  const [ehrId, objectId] = [readEhrId(ehr), readObjectId(object)]
  if (!ehrId || !objectId || !/^\d{1,9}$/.test(version))
    throw malformed('after must be taken from the next link of the previous page.')
  return { ehrId, objectId, version: Number(version) }
}

const ehrUidIn = (given: string | null) => (given === null ? undefined : namedEhrId(given, 'ehrUid'))

const askedIn = ({ query: given }: Incoming) => ({
  filter: {
    ehrId: ehrUidIn(given.get('ehrUid')),
    templateId: given.get('template_id') ?? undefined,
    after: afterIn(given.get('after')),
  },
  limit: limitIn(given.get('limit')),
})

const findingsBody = (each: VersionFindings) => ({
  ehr_id: each.ehrId,
  vuid: versionUid(each),
  template_id: each.templateId,
  committed: timestamp(each.committedAt),
  total: each.total,
  findings: each.findings,
})

/** Address of the next page. */
function nextOf({ publicUrl }: Incoming, last: VersionFindings): string {
  const url = new URL(publicUrl)
  url.searchParams.set('after', printPosition(last))
  return url.href
}

export const findingEndpoints: readonly Endpoint<EhrNeeds>[] = [
  endpoint({
    route: 'GET /findings',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    produces: ['application/json'],
    doc: {
      operationId: 'finding_list',
      tag: 'Findings',
      summary: 'List versions that break their template',
      description:
        'They were committed with `Prefer: handling=lenient`. Each is listed with the rules that it breaks, EHR by EHR.',
      parameters: PARAMETERS,
      responses: {
        200: { description: 'A page.', schema: SCHEMA, headers: { Link: 'The next page, if there is one.' } },
        400: { description: 'A parameter cannot be read.' },
      },
    },
    read: askedIn,
    // One row more than requested shows whether there is a next page.
    act: ({ db }, _caller, { filter, limit }) => findFindings(db, filter, limit + 1),
    reply: (found, asked, request) => {
      const data = found.slice(0, asked.limit)
      const last = found.length > asked.limit ? data.at(-1) : undefined
      const next = last && nextOf(request, last)
      const reply = json(
        200,
        { data: data.map(findingsBody), ...(next ? { next } : {}) },
        next ? { Link: `<${next}>; rel="next"` } : {},
      )
      return asked.filter.ehrId === undefined ? reply : { ...reply, ehrId: asked.filter.ehrId }
    },
  }),
]
