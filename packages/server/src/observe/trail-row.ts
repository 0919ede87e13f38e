/** An event as a row of `cairn.audit_trail`: ids as UUIDs, words that repeat as numbers, and the rest in one value. */
import type { AuditEvent, EventDetail } from './audit-event.ts'

/** The deed, as many requests of a month do it. */
export interface Act extends Pick<AuditEvent, 'method' | 'route' | 'path' | 'action' | 'status' | 'outcome'> {
  /** True: the object of the event is the contribution that was written with it. */
  readonly commits: boolean
}

/** The caller, and the address from which it came. */
export type Actor = Pick<AuditEvent, 'client_id' | 'person' | 'address'>

/** Numbers of words that are stored; null: the row has the words themselves. `month`: such as `2026-11`. */
export interface WordNumbers {
  act(month: string, act: Act, mayRepeat: boolean): number | null
  actor(month: string, actor: Actor, mayRepeat: boolean): number | null
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

type TrailRow = Readonly<Record<keyof typeof ROW_COLUMNS, string | number | null>>

/** Stand in a path for ids that the row has. Addresses have no such characters; one that does is stored whole. */
const [EHR, OBJECT, THIRD] = ['\x01', '\x02', '\x03']
const MARKS = new RegExp(`[${EHR}${OBJECT}${THIRD}]`)

const HEX = '[0-9a-f]'
const ID = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`
const IDS = new RegExp(ID, 'g')
const ONLY_ID = new RegExp(`^${ID}$`)
const ANY_ID = new RegExp(ID, 'i')
const SHA256 = new RegExp(`^${HEX}{64}$`)

const idOf = (text: string | null): string | null => (text !== null && ONLY_ID.test(text) ? text : null)

interface MarkedPath {
  readonly path: string
  readonly object: string | null
  readonly third: string | null
}

/** Puts marks in place of the first ids of the path. */
function markIds({ path, contribution_id }: AuditEvent, ehr: string | null): MarkedPath {
  let object = contribution_id
  let third: string | null = null
  const marked = path.replace(IDS, id => {
    if (id === ehr) return EHR ?? id
    object ??= id
    if (id === object) return OBJECT ?? id
    third ??= id
    return id === third ? (THIRD ?? id) : id
  })
  return { path: marked, object, third }
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

/** Lengths that stand for one id and for the digest of a query. */
const [ID_BYTES, DIGEST_BYTES] = [16, 32]

/** As `cairn.audit_more` reads it, in hexadecimal. */
function printMore(more: More): string | null {
  const [first, ...others] = Object.keys(more)
  if (first === undefined) return null
  if (others.length === 0) {
    if (more.t !== undefined) return more.t.replaceAll('-', '')
    const { query, ...rest } = more.d ?? {}
    if (query !== undefined && SHA256.test(query) && Object.keys(rest).length === 0) return query
  }
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
  const { at, request_id, ehr_id, detail, client_id, person, address } = event
  const { method, route, action, status, outcome } = event
  const [request, ehr] = [idOf(request_id), idOf(ehr_id)]
  const isPlain = !MARKS.test(event.path)
  const marked = isPlain ? markIds(event, ehr) : { path: '', object: event.contribution_id, third: null }
  const commits = event.contribution_id !== null
  const words: Act = { method, route, path: marked.path, action, status, outcome, commits }
  const month = monthOf(at)
  const act = numbers.act(month, words, mayRepeat(words))
  const actor = numbers.actor(month, { client_id, person, address }, outcome === 'success')
  const more = printMore({
    ...(request === null ? { r: request_id } : {}),
    ...(ehr_id === null || ehr !== null ? {} : { e: ehr_id }),
    ...(marked.third === null ? {} : { t: marked.third }),
    ...(isPlain ? {} : { p: event.path }),
    ...(act === null ? { a: actWords(words) } : {}),
    ...(actor === null ? { w: [client_id, person, address] } : {}),
    ...(detail === null ? {} : { d: detail }),
  })
  return { at, request, ehr, object: marked.object, act, actor, more: more === null ? null : `\\x${more}` }
}

/** The row as JSON, as the statements that store it take it. */
export const printRow = (event: AuditEvent, numbers: WordNumbers = NO_NUMBERS): string =>
  JSON.stringify(rowOf(event, numbers))
