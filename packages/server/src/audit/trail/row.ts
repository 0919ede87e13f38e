/** An event as a row of `cairn.audit_trail`: ids as UUIDs, words that repeat as numbers, and the rest in one value. */
import type { AuditEvent, EventDetail } from '../event.ts'

/** The deed, as many requests of a month do it. */
export interface Act extends Pick<AuditEvent, 'method' | 'route' | 'path' | 'action' | 'status' | 'outcome'> {
  /** True: the object of the event is the contribution that was written with it. */
  readonly commits: boolean
}

/** The caller, and the address from which it came. */
export type Actor = Pick<AuditEvent, 'client_id' | 'person' | 'address'>

/**
 * Numbers of words that are stored; null: the row has the words themselves. `month`: such as `2026-11`. `mayRepeat` is asked for words
 * without a number.
 */
export interface WordNumbers {
  act(month: string, act: Act, mayRepeat: () => boolean): number | null
  actor(month: string, actor: Actor, mayRepeat: () => boolean): number | null
}

const NO_NUMBERS: WordNumbers = { act: () => null, actor: () => null }

/** The columns of a row beside its number, with their types. */
export const ROW_COLUMNS = {
  at: 'timestamptz',
  request: 'uuid',
  ehr: 'uuid',
  object: 'uuid',
  act: 'integer',
  actor: 'integer',
  more: 'bytea',
} as const

/** `more` in hexadecimal. */
type TrailRow = Readonly<
  Record<'request' | 'ehr' | 'object' | 'more', string | null> & Record<'act' | 'actor', number | null>
> & { readonly at: string }

/** Stand in a path for ids that the row has. Addresses have no such characters; one that does is stored whole. */
const [EHR, OBJECT, THIRD] = ['\x01', '\x02', '\x03'] as const
const hasMarks = (path: string): boolean =>
  path.includes(EHR) || path.includes(OBJECT) || path.includes(THIRD)

const HEX = '[0-9a-f]'
const ID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`
const ONLY_ID = new RegExp(`^${ID}$`)
const ANY_ID = new RegExp(ID, 'i')
const ONLY_IDS = new RegExp(`^${ID}(?:,${ID})*$`)
const SHA256 = new RegExp(`^${HEX}{64}$`)

const idOf = (text: string | null): string | null => (text !== null && ONLY_ID.test(text) ? text : null)

interface MarkedPath {
  readonly path: string
  readonly object: string | null
  readonly third: string | null
}

/** Lengths of an id, and of its part up to the first hyphen. */
const [ID_LENGTH, HYPHEN_AT] = [36, 8]

/** Returns the start of the first id from there on; -1 if there is none. An expression would try every character of the path. */
function findId(path: string, from: number): number {
  let hyphen = path.indexOf('-', from + HYPHEN_AT)
  while (hyphen >= 0) {
    const start = hyphen - HYPHEN_AT
    if (ONLY_ID.test(path.slice(start, start + ID_LENGTH))) return start
    hyphen = path.indexOf('-', hyphen + 1)
  }
  return -1
}

/** Puts marks in place of the first ids of the path. */
function markIds({ path, contribution_id }: AuditEvent, ehr: string | null): MarkedPath {
  let object = contribution_id
  let third: string | null = null
  const markOf = (id: string): string => {
    if (id === ehr) return EHR
    object ??= id
    if (id === object) return OBJECT
    third ??= id
    return id === third ? THIRD : id
  }
  let marked = ''
  let end = 0
  for (let start = findId(path, 0); start >= 0; start = findId(path, end)) {
    marked += path.slice(end, start)
    end = start + ID_LENGTH
    marked += markOf(path.slice(start, end))
  }
  return { path: marked + path.slice(end), object, third }
}

const LONGEST_WORDS = 300

/** Paths with more ids are seldom seen twice. Those of callers without rights are theirs to choose, and could fill the table. */
const mayRepeat = ({ outcome, path, route }: Act): boolean =>
  (outcome === 'success' || outcome === 'failure') &&
  path.length + route.length <= LONGEST_WORDS &&
  !ANY_ID.test(path)

interface More {
  readonly r?: string
  readonly e?: string
  readonly t?: string
  readonly p?: string
  readonly a?: readonly unknown[]
  readonly w?: readonly unknown[]
  readonly d?: EventDetail
}

/** Ids without their hyphens. */
export const hexIds = (ids: string): string => ids.replaceAll('-', '')

/** The digest of a query, or the list of EHRs with or without it; undefined for all other details. */
function shortDetail({ query, ehrs, ...others }: EventDetail): string | undefined {
  if (Object.keys(others).length > 0 || (query !== undefined && !SHA256.test(query))) return undefined
  if (ehrs === undefined) return query
  const ids = ehrs.join()
  return ONLY_IDS.test(ids) ? Buffer.from(`${query ?? ''},${hexIds(ids)}`).toString('hex') : undefined
}

/** The forms that are no JSON. */
const shortMore = ({ t, d }: More): string | undefined => (t === undefined ? d && shortDetail(d) : hexIds(t))

/** Lengths that stand for one id and for the digest of a query. */
const [ID_BYTES, DIGEST_BYTES] = [16, 32]

/** As `cairn.audit_more` reads it, in hexadecimal. */
function printMore(more: More): string | null {
  const names = Object.keys(more).length
  if (names === 0) return null
  const short = names === 1 ? shortMore(more) : undefined
  if (short !== undefined) return short
  const bytes = Buffer.from(JSON.stringify(more))
  const isTaken = bytes.length === ID_BYTES || bytes.length === DIGEST_BYTES
  return `${bytes.toString('hex')}${isTaken ? '20' : ''}`
}

const actWords = ({ method, route, path, action, status, outcome, commits }: Act): readonly unknown[] => [
  method,
  route,
  path,
  action,
  status,
  outcome,
  commits,
]

const MONTH_LENGTH = 'YYYY-MM'.length

export const monthOf = (at: string): string => at.slice(0, MONTH_LENGTH)

function rowOf(event: AuditEvent, numbers: WordNumbers): TrailRow {
  const { at, request_id, ehr_id, client_id, person, address } = event
  const { method, route, action, status, outcome } = event
  const [request, ehr] = [idOf(request_id), idOf(ehr_id)]
  const isPlain = !hasMarks(event.path)
  const marked = isPlain ? markIds(event, ehr) : { path: '', object: event.contribution_id, third: null }
  const commits = event.contribution_id !== null
  const words: Act = { method, route, path: marked.path, action, status, outcome, commits }
  const month = monthOf(at)
  const act = numbers.act(month, words, () => mayRepeat(words))
  const actor = numbers.actor(month, { client_id, person, address }, () => outcome === 'success')
  const more: { -readonly [Name in keyof More]: More[Name] } = {}
  if (request === null) more.r = request_id
  if (ehr_id !== null && ehr === null) more.e = ehr_id
  if (marked.third !== null) more.t = marked.third
  if (!isPlain) more.p = event.path
  if (act === null) more.a = actWords(words)
  if (actor === null) more.w = [client_id, person, address]
  if (event.detail !== null) more.d = event.detail
  return { at, request, ehr, object: marked.object, act, actor, more: printMore(more) }
}

/** For texts that JSON would not escape: ids and hexadecimal digits. */
const quoted = (text: string | null): string => (text === null ? 'null' : `"${text}"`)

/** An event and the row that stores it, printed once: the journal and the database get the same text. */
export interface TrailEvent {
  readonly event: AuditEvent
  readonly row: string
}

export const trailEvent = (event: AuditEvent, numbers?: WordNumbers): TrailEvent => ({
  event,
  row: printRow(event, numbers),
})

/** The row as JSON, as the statements that store it take it; printed by hand, since there is one for each request. */
export function printRow(event: AuditEvent, numbers: WordNumbers = NO_NUMBERS): string {
  const { at, request, ehr, object, act, actor, more } = rowOf(event, numbers)
  // The contribution was not found in a path, so it is escaped like any text.
  const named = event.contribution_id === null ? quoted(object) : JSON.stringify(object)
  const bytes = more === null ? 'null' : `"\\\\x${more}"`
  return `{"at":${JSON.stringify(at)},"request":${quoted(request)},"ehr":${quoted(ehr)},"object":${named},"act":${act},"actor":${actor},"more":${bytes}}`
}
