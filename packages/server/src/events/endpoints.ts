/** The route of the change feed. */
import { PassThrough } from 'node:stream'
import { RIGHTS } from '../access/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type ParameterDoc } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type Cursor, printCursor, readCursor } from './cursor.ts'
import { CHANGES } from './documented.ts'
import { EVENT_TYPES } from './event-types.ts'
import { filterIn } from './filter.ts'
import type { Page } from './page.ts'
import { type FeedNeeds, type FeedRequest, openStream, readOnce, shownEhrs } from './read-feed.ts'

const STREAM = 'text/event-stream'
const [DEFAULT_LIMIT, MOST_EVENTS, LONGEST_WAIT_S] = [100, 1000, 60]

function numberIn({ query }: Incoming, name: string, least: number, most: number, absent: number): number {
  const [text, ...more] = query.getAll(name)
  if (text === undefined) return absent
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (more.length > 0 || !(value >= least && value <= most))
    throw new Refusal('request.malformed', `${name} is a whole number from ${least} to ${most}, given once.`)
  return value
}

function contentIn({ query }: Incoming): boolean {
  const values = query.getAll('include')
  if (values.some(value => value !== 'data'))
    throw new Refusal('request.malformed', 'include can only be "data".')
  return values.length > 0
}

/** A stream that was cut off goes on after the last event that the client has. */
function startIn({ query, headers }: Incoming, isStream: boolean): FeedRequest['start'] {
  const last = headers['last-event-id']
  if (isStream && typeof last === 'string' && last !== '') return readCursor(last, 'Last-Event-ID')
  const [after = 'start', ...more] = query.getAll('after')
  if (more.length > 0) throw new Refusal('request.malformed', 'after is given more than once.')
  return readCursor(after, 'after')
}

function requestIn(request: Incoming): FeedRequest {
  const isStream = request.accepted === STREAM
  return {
    isStream,
    start: startIn(request, isStream),
    filter: filterIn(request),
    limit: numberIn(request, 'limit', 1, MOST_EVENTS, DEFAULT_LIMIT),
    wait: 1000 * numberIn(request, 'wait', 0, LONGEST_WAIT_S, 0),
    withContent: contentIn(request),
    signal: request.signal,
  }
}

const query = (name: string, description: string, schema: object = { type: 'string' }): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
})

const several = (name: string, description: string, items: object = { type: 'string' }): ParameterDoc =>
  query(name, `${description} May be repeated.`, { type: 'array', items })

const PARAMETERS: readonly ParameterDoc[] = [
  query(
    'after',
    'The place to go on from: `next` of an earlier answer, or the `id` of an event. `start` (the default): from the first change; `now`: only changes from now on.',
  ),
  query('limit', 'Most events of an answer; a stream has no limit.', {
    type: 'integer',
    minimum: 1,
    maximum: MOST_EVENTS,
    default: DEFAULT_LIMIT,
  }),
  query('wait', 'Seconds to wait for an event, if there is none yet.', {
    type: 'integer',
    minimum: 0,
    maximum: LONGEST_WAIT_S,
    default: 0,
  }),
  several('type', 'Only events of this type, or of all types that begin with it, such as `composition`.', {
    type: 'string',
    enum: [...new Set(EVENT_TYPES.flatMap(type => [type.slice(0, type.indexOf('.')), type]))],
  }),
  several('template_id', 'Only events about records of this template, and about the template itself.'),
  several('archetype_id', 'Only events about records that contain this archetype.'),
  several('ehr_id', 'Only events of this EHR.', { type: 'string', format: 'uuid' }),
  several('tag', 'Only events about records with this tag: `key` or `key=value`.'),
  query('include', '`data`: with the content of records, in canonical JSON.', {
    type: 'string',
    enum: ['data'],
  }),
  {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'For a stream: the same as `after`, and instead of it. Browsers send it by themselves.',
    schema: { type: 'string' },
  },
]

const nextOf = (end: Cursor | undefined): string => (end ? printCursor(end) : 'start')

export const feedEndpoints: readonly Endpoint<FeedNeeds>[] = [
  endpoint({
    route: 'GET /changes',
    scope: 'api.read',
    right: RIGHTS.readRecord,
    lasting: true,
    produces: ['application/json', STREAM],
    doc: {
      operationId: 'change_list',
      tag: 'Change feed',
      summary: 'Read the change feed',
      description:
        'All committed changes in one order, as CloudEvents 1.0: none is missing, none comes before its commit, and the changes of an EHR have the order in which they were made. The caller gets events of what it may read. Physically deleted records are no longer in the feed; an event says that they were deleted.\n\nWith `Accept: text/event-stream` the answer is a stream of Server-Sent Events that goes on until the client closes it, the rights of the caller end (an event `end` says why), or the server stops.',
      parameters: PARAMETERS,
      responses: {
        200: { description: 'Events, and where to go on.', schema: CHANGES },
        400: { description: 'A parameter is malformed, or there is no such type.' },
        410: {
          description: 'The feed does not have the place of the cursor, since the database was restored.',
        },
        503: { description: 'Too many readers wait.' },
      },
    },
    read: requestIn,
    act: (needs, caller, request): Promise<Page | PassThrough> =>
      request.isStream ? openStream(needs, caller, request) : readOnce(needs, caller, request),
    reply: answer => {
      if (answer instanceof PassThrough)
        return {
          status: 200,
          headers: { 'Content-Type': STREAM, 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
          body: answer,
        }
      const { events, end, isCut } = answer
      return { ...json(200, { changes: events, next: nextOf(end), more: isCut }), ...shownEhrs(events) }
    },
  }),
]
