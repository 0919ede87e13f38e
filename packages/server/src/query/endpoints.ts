/** The routes of queries: ad hoc and stored, by GET and by POST (interface spec 4.7 and 4.8; openEHR REST, Query). */

import { RIGHTS } from '../access/index.ts'
import { qualifiedNameIn } from '../definitions/index.ts'
import { type Endpoint, endpoint, type ParameterDoc } from '../http/index.ts'
import { BODY_LIMITS, queryNamesOf, readJson } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { ANALYSIS_TYPES, FORMAT } from './analysis/index.ts'
import { callByGet, callByPost } from './call.ts'
import {
  ADHOC_BODY,
  CALL,
  EHR_HEADER,
  EXPLAIN,
  NAME,
  Q,
  RESPONSES,
  STORED_BODY,
  STORED_MEMBERS,
  STORED_RESPONSES,
  VERSION,
} from './documented.ts'
import { TIMEOUT } from './own-time.ts'
import { answerQuery, type QueryNeeds } from './run.ts'

const common = {
  scope: 'api.read',
  action: 'E',
  produces: ['application/json', 'text/plain', ...Object.values(ANALYSIS_TYPES)],
} as const
const byGet = { ...common, otherNames: 'checked' } as const
const byPost = {
  ...common,
  otherNames: 'refused',
  lenientNames: ['ehr_id'],
  body: { 'application/json': readJson },
  bodyLimit: BODY_LIMITS.definition,
} as const

const GET_PARAMETERS = [...CALL, EXPLAIN, FORMAT, TIMEOUT]
const STORED_CONTROLS = queryNamesOf(GET_PARAMETERS)
const ADHOC_CONTROLS = queryNamesOf([Q, ...GET_PARAMETERS])
const POST_PARAMETERS = [EXPLAIN, FORMAT, TIMEOUT, EHR_HEADER]

const storedByGet = (
  route: `GET /${string}`,
  operationId: string,
  path: readonly ParameterDoc[],
): Endpoint<QueryNeeds> =>
  endpoint({
    ...byGet,
    right: RIGHTS.runQuery,
    route,
    doc: {
      operationId,
      tag: 'Query',
      summary: 'Run a stored query',
      parameters: [...path, ...GET_PARAMETERS, EHR_HEADER],
      responses: STORED_RESPONSES,
    },
    read: request => ({
      name: qualifiedNameIn(request),
      version: request.parameters['version'],
      call: callByGet(request, STORED_CONTROLS),
    }),
    ehrOf: ({ call }) => call.ehrId,
    act: async (needs, caller, { name, version, call }) =>
      answerQuery(needs, caller, await needs.selectQuery(needs.db, name, version), call),
    reply: reply => reply,
  })

const storedByPost = (
  route: `POST /${string}`,
  operationId: string,
  path: readonly ParameterDoc[],
): Endpoint<QueryNeeds> =>
  endpoint({
    ...byPost,
    right: RIGHTS.runQuery,
    route,
    bodyOptional: 'checked',
    doc: {
      operationId,
      tag: 'Query',
      summary: 'Run a stored query',
      description:
        'On the addresses of `CAIRN_PREFIXES`, and on all of them with `CAIRN_WIRE_PROFILE=openehr`, members of the body, or all of it, ' +
        'may be left out or `null`, and `ehr_id` may stand in the query string.',
      parameters: [...path, ...POST_PARAMETERS],
      body: STORED_BODY,
      responses: STORED_RESPONSES,
    },
    read: request => ({
      name: qualifiedNameIn(request),
      version: request.parameters['version'],
      call: callByPost(request, STORED_MEMBERS),
    }),
    ehrOf: ({ call }) => call.ehrId,
    act: async (needs, caller, { name, version, call }) =>
      answerQuery(needs, caller, await needs.selectQuery(needs.db, name, version), call),
    reply: reply => reply,
  })

export const queryEndpoints: readonly Endpoint<QueryNeeds>[] = [
  endpoint({
    ...byGet,
    right: RIGHTS.runAnyQuery,
    route: 'GET /aql',
    doc: {
      operationId: 'query_adhoc_get',
      tag: 'Query',
      summary: 'Run an ad hoc query',
      parameters: [Q, ...GET_PARAMETERS, EHR_HEADER],
      responses: RESPONSES,
    },
    read: request => {
      const q = request.query.get('q')
      if (!q) throw new Refusal('request.malformed', 'q is missing: the text of the query.')
      return { q, call: callByGet(request, ADHOC_CONTROLS) }
    },
    ehrOf: ({ call }) => call.ehrId,
    act: (needs, caller, { q, call }) => answerQuery(needs, caller, { q }, call),
    reply: reply => reply,
  }),
  endpoint({
    ...byPost,
    right: RIGHTS.runAnyQuery,
    route: 'POST /aql',
    doc: {
      operationId: 'query_adhoc_post',
      tag: 'Query',
      summary: 'Run an ad hoc query',
      parameters: POST_PARAMETERS,
      body: ADHOC_BODY,
      responses: RESPONSES,
    },
    read: request => callByPost(request, ['q']),
    ehrOf: call => call.ehrId,
    act: (needs, caller, call) => answerQuery(needs, caller, { q: call.q }, call),
    reply: reply => reply,
  }),
  storedByGet('GET /{qualified_query_name}', 'query_stored_get', [NAME]),
  storedByPost('POST /{qualified_query_name}', 'query_stored_post', [NAME]),
  storedByGet('GET /{qualified_query_name}/{version}', 'query_stored_version_get', [NAME, VERSION]),
  storedByPost('POST /{qualified_query_name}/{version}', 'query_stored_version_post', [NAME, VERSION]),
]
