/** The routes of queries: ad hoc and stored, by GET and by POST (interface spec 4.7 and 4.8; openEHR REST, Query). */
import { randomUUID } from 'node:crypto'
import { printAql } from '@cairn/openehr/aql'
import type { Database } from '../db/index.ts'
import { qualifiedNameIn, type StoredQuery, selectQuery } from '../definitions/index.ts'
import {
  BODY_LIMITS,
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  nextPageLink,
  type ParameterDoc,
  queryNamesOf,
  Refusal,
  type Reply,
  readJson,
  withQuery,
} from '../http/index.ts'
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
import type { Executor } from './execute.ts'
import { type CallInput, callInBody, callInQueryString } from './parameters.ts'
import { type Limits, prepare } from './prepare.ts'
import { type Ending, printResult } from './result.ts'

export interface QueryNeeds {
  readonly db: Database
  readonly executor: Executor
  readonly limits: Limits
  /** Name and version, as results are stamped with. */
  readonly generator: string
  readonly now: () => number
}

interface Call extends CallInput {
  /** The address of the call, as the client knows it. */
  readonly href: string
  /** The whole call is in its address. */
  readonly isGet: boolean
  readonly signal: AbortSignal
}

const callIn = (request: Incoming, input: CallInput, isGet: boolean): Call => ({
  ...input,
  href: request.publicUrl,
  isGet,
  signal: request.signal,
})

/** A link is followed by GET, so a POST has none: its caller repeats it with another `offset`. */
function nextPage({ href, isGet, offset }: Call, { count, hasMore }: Ending): string | undefined {
  if (!hasMore || count === 0 || !isGet) return undefined
  return withQuery(href, { offset: String(offset + count) })
}

async function run(needs: QueryNeeds, q: string, name: string | undefined, call: Call): Promise<Reply> {
  const prepared = prepare(q, call, needs.limits)
  const running = await needs.executor.run(prepared, call.signal)
  const about = {
    href: call.href,
    created: new Date(needs.now()).toISOString().replace('Z', '+00:00'),
    generator: needs.generator,
    executedAql: printAql(prepared.query),
    name,
    q,
    offset: prepared.offset,
    fetch: prepared.fetch,
    next: (ending: Ending) => nextPage(call, ending),
  }
  const { body, ending } = await printResult(about, running)
  const next = ending && about.next(ending)
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ETag: `"${randomUUID()}"`,
      ...(next === undefined ? {} : nextPageLink(next)),
    },
    body,
  }
}

const runStored = (needs: QueryNeeds, stored: StoredQuery, call: Call) =>
  run(needs, stored.q, stored.name, call)

/** The plan shows how the store is laid out: for those who run it. */
async function explain(needs: QueryNeeds, caller: Caller, q: string, call: Call): Promise<Reply> {
  if (!caller.scopes.has('api.admin'))
    throw new Refusal('auth.insufficient_scope', 'explain needs the scope api.admin.', [], {
      challenge: 'Bearer realm="cairn", error="insufficient_scope", scope="api.admin"',
    })
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: await needs.executor.explain(prepare(q, call, needs.limits)),
  }
}

const common = { scope: 'api.read', produces: ['application/json'] } as const
const JSON_BODY = { 'application/json': readJson }
const versionIn = ({ parameters }: Incoming) => parameters['version']

const byGet = (
  route: `GET /${string}`,
  operationId: string,
  parameters: readonly ParameterDoc[],
): Endpoint<QueryNeeds> =>
  endpoint({
    ...common,
    route,
    otherNames: 'checked',
    doc: {
      operationId,
      tag: 'Query',
      summary: 'Run a stored query',
      parameters: [...parameters, ...CALL, EHR_HEADER],
      responses: STORED_RESPONSES,
    },
    read: request => ({
      name: qualifiedNameIn(request),
      version: versionIn(request),
      call: callIn(request, callInQueryString(request, queryNamesOf(CALL)), true),
    }),
    act: async (needs, _caller, { name, version, call }) =>
      runStored(needs, await selectQuery(needs.db, name, version), call),
    reply: reply => reply,
  })

const byPost = (
  route: `POST /${string}`,
  operationId: string,
  parameters: readonly ParameterDoc[],
): Endpoint<QueryNeeds> =>
  endpoint({
    ...common,
    route,
    otherNames: 'refused',
    body: JSON_BODY,
    bodyLimit: BODY_LIMITS.definition,
    doc: {
      operationId,
      tag: 'Query',
      summary: 'Run a stored query',
      parameters: [...parameters, EHR_HEADER],
      body: STORED_BODY,
      responses: STORED_RESPONSES,
    },
    read: request => ({
      name: qualifiedNameIn(request),
      version: versionIn(request),
      call: callIn(request, callInBody(request, STORED_MEMBERS), false),
    }),
    act: async (needs, _caller, { name, version, call }) =>
      runStored(needs, await selectQuery(needs.db, name, version), call),
    reply: reply => reply,
  })

export const queryEndpoints: readonly Endpoint<QueryNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /aql',
    otherNames: 'checked',
    doc: {
      operationId: 'query_adhoc_get',
      tag: 'Query',
      summary: 'Run an ad hoc query',
      parameters: [Q, ...CALL, EHR_HEADER],
      responses: RESPONSES,
    },
    read: request => {
      const q = request.query.get('q')
      if (!q) throw new Refusal('request.malformed', 'q is missing: the text of the query.')
      return { q, call: callIn(request, callInQueryString(request, queryNamesOf([Q, ...CALL])), true) }
    },
    act: (needs, _caller, { q, call }) => run(needs, q, undefined, call),
    reply: reply => reply,
  }),
  endpoint({
    ...common,
    route: 'POST /aql',
    otherNames: 'refused',
    body: JSON_BODY,
    bodyLimit: BODY_LIMITS.definition,
    produces: ['application/json', 'text/plain'],
    doc: {
      operationId: 'query_adhoc_post',
      tag: 'Query',
      summary: 'Run an ad hoc query',
      parameters: [EHR_HEADER, EXPLAIN],
      body: ADHOC_BODY,
      responses: RESPONSES,
    },
    read: request => {
      const { q, ...input } = callInBody(request, ['q'])
      return { q, call: callIn(request, input, false), explained: request.query.get('explain') === 'true' }
    },
    act: (needs, caller, { q, call, explained }) =>
      explained ? explain(needs, caller, q, call) : run(needs, q, undefined, call),
    reply: reply => reply,
  }),
  byGet('GET /{qualified_query_name}', 'query_stored_get', [NAME]),
  byPost('POST /{qualified_query_name}', 'query_stored_post', [NAME]),
  byGet('GET /{qualified_query_name}/{version}', 'query_stored_version_get', [NAME, VERSION]),
  byPost('POST /{qualified_query_name}/{version}', 'query_stored_version_post', [NAME, VERSION]),
]
