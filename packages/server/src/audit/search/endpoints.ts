/** Searches the audit trail, newest events first. */

import { RIGHTS } from '../../access/index.ts'
import { type Endpoint, endpoint, json } from '../../http/index.ts'
import { nextPageLink, withQuery } from '../../http/reply/index.ts'
import { fhirBundle } from './fhir.ts'
import { TRAIL_PARAMETERS, trailPageIn } from './filter.ts'
import { findTrailPage, type TrailNeeds } from './trail-page.ts'

export interface AuditNeeds extends TrailNeeds {
  readonly baseUrl: string
}

const FHIR = 'application/fhir+json'

const EVENT = {
  title: 'Audit event',
  type: 'object',
  required: [
    'event_id',
    'at',
    'request_id',
    'client_id',
    'address',
    'method',
    'path',
    'action',
    'status',
    'outcome',
  ],
  properties: {
    event_id: { type: 'integer' },
    at: { type: 'string', format: 'date-time' },
    request_id: { type: 'string' },
    client_id: { type: 'string', description: 'Empty where no client was recognised.' },
    person: {
      type: ['string', 'null'],
      description: 'The person behind the client, if the token names one.',
    },
    address: { type: 'string' },
    method: { type: 'string' },
    route: { type: 'string', description: 'Pattern of the path; empty where there is none.' },
    path: { type: 'string' },
    ehr_id: { type: ['string', 'null'] },
    action: { type: 'string', enum: ['C', 'R', 'U', 'D', 'E'] },
    status: { type: 'integer' },
    outcome: { type: 'string', enum: ['success', 'denied', 'failure', 'error'] },
    contribution_id: {
      type: ['string', 'null'],
      description: 'The contribution that the request committed.',
    },
    detail: {
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        '`ehrs` that were shown besides, or their number (`ehr_count`), or that an answer of counts and groups was made from all EHRs (`all_ehrs`) or parties (`all_parties`); SHA-256 of the `query`; `break_glass`, the access that the person took in an emergency; the `role` that was made, changed or deleted; `client_request`, the change of a client that waits for a second administrator; `retention`, how many events were removed, the time before which they were, the months that are kept and the last of the seals that were removed.',
    },
  },
}

const MISSING = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Only while nodes of a distributed database are away: their addresses. The events that they have are not in this answer.',
}

export const auditEndpoints: readonly Endpoint<AuditNeeds>[] = [
  endpoint({
    route: 'GET /audit',
    scope: 'api.admin',
    right: RIGHTS.readAudit,
    produces: ['application/json', FHIR],
    doc: {
      operationId: 'audit_search',
      tag: 'Audit trail',
      summary: 'Search the audit trail',
      description:
        'The newest events first. While a node of a distributed database is away, the answer has the events of the others and names the node. By `Accept: application/fhir+json` a Bundle of FHIR AuditEvents (IHE BALP). ' +
        'Queries over more than 100 EHRs are not found by `ehr_id`: they have the number of EHRs only.',
      parameters: TRAIL_PARAMETERS,
      responses: {
        200: {
          description: 'A page of events.',
          schema: {
            type: 'object',
            required: ['events'],
            properties: { events: { type: 'array', items: EVENT }, missing: MISSING },
          },
          headers: { Link: 'The next page (`rel="next"`), where there is one.' },
        },
        400: { description: 'A parameter is not what it must be.' },
        408: { description: 'It took longer than a query may.' },
      },
    },
    read: trailPageIn,
    ehrOf: ({ ehrId }) => ehrId,
    act: async (needs, _caller, page) => ({
      found: await findTrailPage(needs, page),
      baseUrl: needs.baseUrl,
    }),
    reply: ({ found, baseUrl }, _page, { accepted, publicUrl }) => {
      const { events, missing, after } = found
      const next = after === undefined ? undefined : withQuery(publicUrl, { after })
      const headers = next === undefined ? {} : nextPageLink(next)
      if (accepted !== FHIR)
        return json(200, missing.length === 0 ? { events } : { events, missing }, headers)
      return {
        status: 200,
        headers: { ...headers, 'Content-Type': `${FHIR}; charset=utf-8` },
        body: JSON.stringify(fhirBundle({ events, missing }, baseUrl, publicUrl, next)),
      }
    },
  }),
]
