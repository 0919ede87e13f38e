/** The routes of live queries: ad hoc and stored. */
import { RIGHTS } from '../access/index.ts'
import { qualifiedNameIn } from '../definitions/index.ts'
import { type Endpoint, endpoint, type Incoming, type ParameterDoc, type Reply } from '../http/index.ts'
import { BODY_LIMITS, readJson } from '../http/request/index.ts'
import { callInBody, toldOfQuery } from '../query/calls/index.ts'
import {
  ADHOC_BODY,
  DESCRIPTION,
  LAST_EVENT,
  NAME,
  RESPONSES,
  STORED_BODY,
  STORED_RESPONSES,
  VERSION,
} from './documented.ts'
import type { LiveRequest, LiveSource } from './open-result.ts'
import type { LiveStream, OpenStream } from './stream.ts'

const STREAM = 'text/event-stream'

const lastIdIn = ({ headers }: Incoming): string | undefined => {
  const last = headers['last-event-id']
  return typeof last === 'string' && last !== '' ? last : undefined
}

const replyWith = ({ body, digest }: LiveStream): Reply => ({
  status: 200,
  headers: { 'Content-Type': STREAM, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  body,
  ...toldOfQuery(digest, undefined),
})

const common = {
  scope: 'api.read',
  action: 'E',
  lasting: true,
  produces: [STREAM],
  otherNames: 'refused',
  body: { 'application/json': readJson },
  bodyLimit: BODY_LIMITS.definition,
} as const

const requestIn = (
  request: Incoming,
  required: readonly string[],
  source: LiveSource | undefined,
): LiveRequest => {
  const { q, ...call } = callInBody(request, required, LIVE_MEMBERS)
  return { source: source ?? { q }, call, lastId: lastIdIn(request) }
}

/** A live query has no pages. */
const LIVE_MEMBERS = ['ehr_id', 'query_parameters']

const stored = (
  route: `POST /${string}`,
  operationId: string,
  path: readonly ParameterDoc[],
): Endpoint<OpenStream> =>
  endpoint({
    ...common,
    right: RIGHTS.runQuery,
    route,
    bodyOptional: true,
    doc: {
      operationId,
      tag: 'Live queries',
      summary: 'Keep a stored query alive',
      description: `${DESCRIPTION} Without a version, the stream stays with the one that is the highest when it begins.`,
      parameters: [...path, LAST_EVENT],
      body: STORED_BODY,
      responses: STORED_RESPONSES,
    },
    read: request =>
      requestIn(request, [], { name: qualifiedNameIn(request), version: request.parameters['version'] }),
    ehrOf: ({ call }) => call.ehrId,
    act: (open, caller, request) => open(caller, request),
    reply: replyWith,
  })

export const liveEndpoints: readonly Endpoint<OpenStream>[] = [
  endpoint({
    ...common,
    right: RIGHTS.runAnyQuery,
    route: 'POST /live',
    doc: {
      operationId: 'live_adhoc',
      tag: 'Live queries',
      summary: 'Keep a query alive',
      description: DESCRIPTION,
      parameters: [LAST_EVENT],
      body: ADHOC_BODY,
      responses: RESPONSES,
    },
    read: request => requestIn(request, ['q'], undefined),
    ehrOf: ({ call }) => call.ehrId,
    act: (open, caller, request) => open(caller, request),
    reply: replyWith,
  }),
  stored('POST /live/{qualified_query_name}', 'live_stored', [NAME]),
  stored('POST /live/{qualified_query_name}/{version}', 'live_stored_version', [NAME, VERSION]),
]
