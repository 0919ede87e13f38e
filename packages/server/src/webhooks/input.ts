/** Reads the description of a subscription, and lists everything that is wrong with it. */
import type { Finding } from '@cairn-ehr/openehr'
import { FILTER_NAMES, type FilterValues, filterOf, readCursor, type Start } from '../events/index.ts'
import type { Outgoing } from '../http/index.ts'
import { typedIn } from '../query/calls/index.ts'
import { Refusal } from '../refusal/index.ts'
import { isHmacSecret } from './signature.ts'
import {
  type ReceiverAuth,
  SIGNINGS,
  type Signing,
  type SubscriptionQuery,
  type SubscriptionSettings,
} from './subscription.ts'

const isText =
  (most: number) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= most && !value.includes('\0')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Visible ASCII: anything else cannot be sent in a header. */
const isHeaderText = (value: unknown): boolean => isText(4000)(value) && /^[\x21-\x7e]+$/.test(String(value))

const AUTH_MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  token: isHeaderText,
  token_url: isText(2000),
  client_id: isText(500),
  client_secret: isText(4000),
  scope: isText(2000),
}

const AUTH_TYPES: Readonly<
  Record<string, { readonly needed: readonly string[]; readonly other: readonly string[] }>
> = {
  bearer: { needed: ['token'], other: [] },
  client_credentials: { needed: ['token_url', 'client_id', 'client_secret'], other: ['scope'] },
}

function isReceiverAuth(value: unknown): value is ReceiverAuth {
  if (!isObject(value)) return false
  const { type, ...members } = value
  const rule = typeof type === 'string' && Object.hasOwn(AUTH_TYPES, type) ? AUTH_TYPES[type] : undefined
  if (!rule) return false
  return (
    rule.needed.every(name => Object.hasOwn(members, name)) &&
    Object.entries(members).every(
      ([name, member]) =>
        [...rule.needed, ...rule.other].includes(name) && AUTH_MEMBERS[name]?.(member) === true,
    )
  )
}

const isFilter = (value: unknown): value is FilterValues =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, values]) =>
      FILTER_NAMES.some(each => each === name) &&
      Array.isArray(values) &&
      values.every(each => typeof each === 'string'),
  )

export const MOST_BATCHED = 100

/** Characters. */
export const LONGEST_QUERY = 20_000

const isQueryText = (value: unknown): boolean => value === null || isText(LONGEST_QUERY)(value)

interface Member {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
  readonly isRequired?: true
  /** Cannot be changed later. */
  readonly isFixed?: true
}

const MEMBERS: Readonly<Record<string, Member>> = {
  name: { expected: 'a text of 1 to 200 characters', fits: isText(200), isRequired: true },
  url: { expected: 'an address of up to 2000 characters', fits: isText(2000), isRequired: true },
  filter: {
    expected: `an object with lists of texts: ${FILTER_NAMES.join(', ')}`,
    fits: isFilter,
  },
  q: { expected: `AQL of up to ${LONGEST_QUERY} characters, or null`, fits: isQueryText },
  query_parameters: { expected: 'an object of names and values', fits: isObject },
  include: { expected: '"data" or null', fits: value => value === 'data' || value === null },
  batch_size: {
    expected: `a whole number from 1 to ${MOST_BATCHED}`,
    fits: value => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_BATCHED,
  },
  authorization: {
    expected:
      'null, {"type": "bearer", "token": …} or {"type": "client_credentials", "token_url": …, "client_id": …, "client_secret": …, "scope": …}',
    fits: value => value === null || isReceiverAuth(value),
  },
  active: { expected: 'true or false', fits: value => typeof value === 'boolean' },
  signing: {
    expected: SIGNINGS.map(each => `"${each}"`).join(' or '),
    fits: value => SIGNINGS.some(each => each === value),
    isFixed: true,
  },
  secret: {
    expected: '"whsec_" and 24 to 64 bytes in Base64',
    fits: isHmacSecret,
    isFixed: true,
  },
  after: {
    expected: '"now", "start" or the id of an event',
    fits: isText(100),
    isFixed: true,
  },
}

const malformed = (path: string, message: string): Finding => ({ path, code: 'value', message })

const notAsDescribed = (findings: readonly Finding[]): Refusal =>
  new Refusal('request.malformed', 'The subscription cannot be as described.', findings)

function membersIn(body: unknown, isNew: boolean): ReadonlyMap<string, unknown> {
  if (!isObject(body)) throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const given = new Map(Object.entries(body))
  const findings = [
    ...[...given.keys()]
      .filter(name => !Object.hasOwn(MEMBERS, name))
      .map(name => ({ path: `/${name}`, code: 'unknown', message: 'there is no such member' })),
    ...Object.entries(MEMBERS).flatMap(([name, { expected, fits, isFixed, isRequired }]) => {
      if (!given.has(name)) return isNew && isRequired ? [malformed(`/${name}`, `must be ${expected}`)] : []
      if (isFixed && !isNew) return [malformed(`/${name}`, 'cannot be changed')]
      return fits(given.get(name)) ? [] : [malformed(`/${name}`, `must be ${expected}`)]
    }),
  ]
  if (findings.length > 0) throw notAsDescribed(findings)
  // Throws if a value is none of its kind.
  filterOf((given.get('filter') as FilterValues | undefined) ?? {})
  return given
}

/** Undefined: the description has no `q`. Null takes the query away. */
function queryIn(
  given: ReadonlyMap<string, unknown>,
): { readonly query: SubscriptionQuery | undefined } | undefined {
  const q = given.get('q') as string | null | undefined
  if (given.has('query_parameters') && typeof q !== 'string')
    throw notAsDescribed([malformed('/query_parameters', 'must come with "q"')])
  if (q === undefined) return undefined
  const parameters = typedIn(given.get('query_parameters') ?? {}, 'query_parameters')
  return { query: q === null ? undefined : { q, parameters } }
}

export interface SubscriptionInput {
  readonly settings: SubscriptionSettings
  readonly signing: Signing
  readonly secret: string | undefined
  readonly isActive: boolean
  readonly start: Start
}

export function newSubscriptionIn(body: unknown): SubscriptionInput {
  const given = membersIn(body, true)
  const signing = (given.get('signing') as Signing | undefined) ?? 'hmac'
  if (signing !== 'hmac' && given.has('secret'))
    throw notAsDescribed([malformed('/secret', 'must be left out: the service makes the keys of Ed25519')])
  return {
    settings: {
      name: given.get('name') as string,
      url: given.get('url') as string,
      filter: (given.get('filter') as FilterValues | undefined) ?? {},
      query: queryIn(given)?.query,
      withContent: given.get('include') === 'data',
      batchSize: (given.get('batch_size') as number | undefined) ?? 1,
      receiverAuth: (given.get('authorization') as ReceiverAuth | null | undefined) ?? undefined,
    },
    signing,
    secret: given.get('secret') as string | undefined,
    isActive: given.get('active') !== false,
    start: readCursor((given.get('after') as string | undefined) ?? 'now', 'after'),
  }
}

/** Members that are left out stay as they are. */
export interface SubscriptionChange {
  readonly settings: Partial<SubscriptionSettings>
  readonly isActive: boolean | undefined
}

const COLUMNS: Readonly<Record<string, keyof SubscriptionSettings>> = {
  name: 'name',
  url: 'url',
  filter: 'filter',
  batch_size: 'batchSize',
}

export function subscriptionChangeIn(body: unknown): SubscriptionChange {
  const given = membersIn(body, false)
  const named = Object.entries(COLUMNS).flatMap(([name, member]) =>
    given.has(name) ? [[member, given.get(name)] as const] : [],
  )
  return {
    settings: {
      ...Object.fromEntries(named),
      ...queryIn(given),
      ...(given.has('include') && { withContent: given.get('include') === 'data' }),
      ...(given.has('authorization') && {
        receiverAuth: (given.get('authorization') as ReceiverAuth | null) ?? undefined,
      }),
    },
    isActive: given.get('active') as boolean | undefined,
  }
}

/** Refuses addresses that the service must not call, as far as that is known without asking DNS. */
export function checkAddresses(outgoing: Outgoing, settings: Partial<SubscriptionSettings>): void {
  const { url, receiverAuth } = settings
  const named = [
    ...(url === undefined ? [] : [['/url', url] as const]),
    ...(receiverAuth?.type === 'client_credentials'
      ? [['/authorization/token_url', receiverAuth.token_url] as const]
      : []),
  ]
  const findings = named.flatMap(([path, address]) => {
    const fault = outgoing.faultOf(address)
    return fault === undefined ? [] : [malformed(path, `cannot be called: ${fault}`)]
  })
  if (findings.length > 0) throw notAsDescribed(findings)
}

export interface Rotation {
  readonly overlapSeconds: number
  readonly secret: string | undefined
}

const [DEFAULT_OVERLAP_S, LONGEST_OVERLAP_S] = [24 * 3600, 30 * 24 * 3600]

export function rotationIn(body: unknown): Rotation {
  if (body !== undefined && !isObject(body))
    throw new Refusal('request.malformed', 'The body must be a JSON object, or be left out.')
  const { overlap_seconds = DEFAULT_OVERLAP_S, secret, ...others } = body ?? {}
  const isOverlap = Number.isInteger(overlap_seconds) && Number(overlap_seconds) >= 0
  const findings = [
    ...Object.keys(others).map(name => ({
      path: `/${name}`,
      code: 'unknown',
      message: 'there is no such member',
    })),
    ...(isOverlap && Number(overlap_seconds) <= LONGEST_OVERLAP_S
      ? []
      : [malformed('/overlap_seconds', `must be a whole number from 0 to ${LONGEST_OVERLAP_S}`)]),
    ...(secret === undefined || isHmacSecret(secret)
      ? []
      : [malformed('/secret', `must be ${MEMBERS['secret']?.expected}`)]),
  ]
  if (findings.length > 0) throw notAsDescribed(findings)
  return { overlapSeconds: Number(overlap_seconds), secret: secret as string | undefined }
}

/** A place of the feed, or a time. */
export type ResendFrom = { readonly start: Start } | { readonly since: Date }

export function resendFromIn(body: unknown): ResendFrom {
  const { after, since, ...others } = isObject(body) ? body : {}
  const isOne = (after === undefined) !== (since === undefined)
  if (!isOne || Object.keys(others).length > 0)
    throw new Refusal('request.malformed', 'The body has either "after" or "since".')
  if (typeof after === 'string') return { start: readCursor(after, 'after') }
  const time = typeof since === 'string' && /^\d{4}-\d\d-\d\dT/.test(since) ? new Date(since) : undefined
  if (time === undefined || Number.isNaN(time.getTime()))
    throw new Refusal('request.malformed', 'since is a time such as 2026-11-18T12:00:00Z.')
  return { since: time }
}
