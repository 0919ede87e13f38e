/** Reads the filter and the page of a search of the audit trail. */

import type { Incoming, ParameterDoc } from '../../http/index.ts'
import { namedEhrId, storableTime } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { TrailFilter, TrailPosition } from './print-search.ts'

export interface TrailPage extends TrailFilter {
  readonly limit: number
}

const ACTIONS = ['C', 'R', 'U', 'D', 'E']
const OUTCOMES = ['success', 'denied', 'failure', 'error']
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

const STRING = { type: 'string' }
const DATE_TIME = { type: 'string', format: 'date-time' }
const parameter = (name: string, description: string, schema: object): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
})

export const TRAIL_PARAMETERS: readonly ParameterDoc[] = [
  parameter('ehr_id', 'Events about this EHR, also among others.', { type: 'string', format: 'uuid' }),
  parameter('client_id', 'Events of this client.', STRING),
  parameter('person', 'Events of the person whom the token named.', STRING),
  parameter('method', 'Requests with this method, such as `GET`.', STRING),
  parameter(
    'route',
    'Requests to this route: `/openehr/v1/ehr/{ehr_id}`, or `/openehr/v1/ehr/:ehr_id` as the events have it.',
    STRING,
  ),
  parameter('action', 'Create, read, update, delete or execute.', { type: 'string', enum: ACTIONS }),
  parameter('outcome', 'The outcome of the request.', { type: 'string', enum: OUTCOMES }),
  parameter('from', 'From this time on: ISO 8601; without an offset it is UTC.', DATE_TIME),
  parameter('to', 'Before this time.', DATE_TIME),
  parameter('limit', `Page size (default: ${DEFAULT_LIMIT}).`, {
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
  }),
  parameter('after', 'Goes on after an event of another page: taken from its `next` link.', STRING),
]

const malformed = (message: string) => new Refusal('request.malformed', message)

function singleValue(query: URLSearchParams, name: string): string | undefined {
  const [value, again] = query.getAll(name)
  if (again !== undefined) throw malformed(`${name} is given twice.`)
  return value
}

function oneOf(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
  const value = singleValue(query, name)
  if (value === undefined || values.includes(value)) return value
  throw malformed(`${name} must be one of ${values.join(', ')}.`)
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?(Z|[+-]\d\d:\d\d)?$/

function timeIn(query: URLSearchParams, name: string): string | undefined {
  const value = singleValue(query, name)?.replace(' ', '+')
  if (value === undefined) return undefined
  const [, clock, , , offset] = TIME.exec(value) ?? []
  const instant = clock !== undefined && offset === undefined ? `${value}Z` : value
  const time = TIME.test(value) ? storableTime(Date.parse(instant)) : undefined
  if (time !== undefined) return time
  throw malformed(`${name} must be a date or a time as ISO 8601 has it, such as 2026-01-31T12:00:00Z.`)
}

export const printPosition = ({ at, eventId }: TrailPosition): string =>
  Buffer.from(JSON.stringify([at, eventId])).toString('base64url')

function positionIn(query: URLSearchParams): TrailPosition | undefined {
  const value = singleValue(query, 'after')
  if (value === undefined) return undefined
  try {
    const [at, eventId] = JSON.parse(Buffer.from(value, 'base64url').toString()) as [unknown, unknown]
    if (
      typeof at === 'string' &&
      TIME.test(at) &&
      // JavaScript reads 30 February as 2 March, and PostgreSQL does not.
      storableTime(Date.parse(at))?.slice(0, 10) === at.slice(0, 10) &&
      Number.isSafeInteger(eventId)
    )
      return { at, eventId: eventId as number }
  } catch {
    // The refusal below covers this case too.
  }
  throw malformed('after must be taken from the next link of another page.')
}

export function trailPageIn({ query }: Incoming): TrailPage {
  const ehrId = singleValue(query, 'ehr_id')
  const limit = singleValue(query, 'limit') ?? String(DEFAULT_LIMIT)
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT)
    throw malformed(`limit must be a whole number from 1 to ${MAX_LIMIT}.`)
  return {
    ehrId: ehrId === undefined ? undefined : namedEhrId(ehrId, 'ehr_id'),
    clientId: singleValue(query, 'client_id'),
    person: singleValue(query, 'person'),
    method: singleValue(query, 'method'),
    route: singleValue(query, 'route')?.replace(/\{(\w+)\}/g, ':$1'),
    action: oneOf(query, 'action', ACTIONS),
    outcome: oneOf(query, 'outcome', OUTCOMES),
    from: timeIn(query, 'from'),
    to: timeIn(query, 'to'),
    after: positionIn(query),
    limit: Number(limit),
  }
}
