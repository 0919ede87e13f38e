/** Answers readers of the feed: one page, after a wait if they ask for it, or a stream of events. */
import type { PassThrough } from 'node:stream'
import { allows, limitOf, partyRight, RIGHTS } from '../access/index.ts'
import type { EventDetail } from '../audit/index.ts'
import type { Database, LimitedDatabase } from '../db/index.ts'
import { type Caller, type Identity, limitDatabase, memberIdOf } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { streamedBody, type TakeText } from '../streams/index.ts'
import type { ChangeEvent } from './change-event.ts'
import { type Cursor, printCursor, type Start } from './cursor.ts'
import type { Feed } from './feed.ts'
import type { FeedFilter } from './filter.ts'
import { findStart, type Page, type PageRequest, readPage } from './page.ts'

export interface FeedNeeds {
  readonly db: Database
  readonly feed: Feed
  /** `source` of the events: the address of this service. */
  readonly source: string
  /** Milliseconds that a reader may take nothing. */
  readonly stall: number
  readonly failed: (error: unknown) => void
}

export interface FeedRequest {
  readonly start: Start
  readonly filter: FeedFilter
  readonly limit: number
  /** Milliseconds to wait for an event. */
  readonly wait: number
  readonly withContent: boolean
  readonly isStream: boolean
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
}

/** The rights of a reader that waits are checked at this interval, and before each page. */
const CHECK_MS = 1000

/** A stream at rest says that it lives, so that nothing between closes it. */
const HEARTBEAT_MS = 15_000

/** Events of one page of a stream. */
const STREAM_PAGE = 200

const databaseOf = (db: Database, { rights }: Identity): LimitedDatabase =>
  rights === undefined ? db : limitDatabase(db, { rights, right: RIGHTS.readRecord })

const READ_PARTIES = partyRight('party', 'r')

/** Whoever administers sees all parties, others those that their rights reach; scopes for records open none (decision 0100). */
function partiesOf(db: Database, identity: Identity): LimitedDatabase | undefined {
  if (identity.scopes.has('api.admin')) return db.ofParties()
  const rights = identity.limitedRights
  return rights && allows(rights, READ_PARTIES)
    ? limitDatabase(db.ofParties(), { rights, right: READ_PARTIES })
    : undefined
}

/** Equal for callers who see the same parties. */
export function partyReach(identity: Identity): string {
  if (identity.scopes.has('api.admin')) return 'all'
  const rights = identity.limitedRights
  return rights && allows(rights, READ_PARTIES) ? (limitOf(rights, READ_PARTIES)?.setting ?? 'all') : ''
}

/** The caller as it is now. Throws if its rights have ended. */
const current = async (caller: Caller): Promise<Identity> => (caller.again ? caller.again() : caller)

/** A page as callers with all rights see it. */
export const readWholePage = (
  { db, source }: Pick<FeedNeeds, 'db' | 'source'>,
  request: Pick<PageRequest, 'filter' | 'isWanted' | 'withContent' | 'limit'>,
  from: Cursor | undefined,
): Promise<Page> => readPage({ ...request, db, parties: db.ofParties(), rights: undefined, source }, from)

/** A page as the caller may see it. */
export const readPageAs = (
  { db, source }: Pick<FeedNeeds, 'db' | 'source'>,
  identity: Identity,
  request: Pick<PageRequest, 'filter' | 'isWanted' | 'withContent' | 'limit'>,
  from: Cursor | undefined,
): Promise<Page> =>
  readPage(
    {
      ...request,
      db: databaseOf(db, identity),
      parties: partiesOf(db, identity),
      rights: identity.rights,
      source,
    },
    from,
  )

async function pageFor(
  needs: FeedNeeds,
  caller: Caller,
  { filter, withContent }: FeedRequest,
  from: Cursor | undefined,
  limit: number,
): Promise<Page> {
  return readPageAs(needs, await current(caller), { filter, withContent, limit }, from)
}

/** EHRs that one audit event names. */
const MOST_LISTED = 100

/** For the audit trail: the EHRs whose changes were shown. */
export function shownEhrs(events: readonly ChangeEvent[]): { ehrId?: string; detail?: EventDetail } {
  const ehrs = [...new Set(events.flatMap(({ data }) => data.ehr_id ?? []))]
  const [only] = ehrs
  if (only === undefined) return {}
  if (ehrs.length === 1) return { ehrId: only }
  return { detail: ehrs.length <= MOST_LISTED ? { ehrs } : { ehr_count: ehrs.length } }
}

/** Waits for events in one request. */
export async function readOnce(needs: FeedNeeds, caller: Caller, request: FeedRequest): Promise<Page> {
  const { feed, db } = needs
  const { start, limit, wait, signal } = request
  const leave = wait > 0 ? feed.enter(memberIdOf(caller)) : () => {}
  const end = performance.now() + wait
  try {
    let head = await feed.head()
    let from = await findStart(db, start, head)
    for (;;) {
      const page = await pageFor(needs, caller, request, from, limit)
      from = page.end
      const left = end - performance.now()
      const isOver = left <= 0 || signal.aborted || feed.clock.stopping.aborted
      if (page.events.length > 0 || page.isCut || isOver) return page
      await feed.clock.until(head, Math.min(left, CHECK_MS), signal)
      head = await feed.head()
    }
  } finally {
    leave()
  }
}

const printEvent = (event: ChangeEvent): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`

/** Tells the client why the stream ends; it may try again with another token. */
const printEnd = ({ code, message }: Refusal): string =>
  `event: end\ndata: ${JSON.stringify({ code, message })}\n\n`

/** The place goes with it, so that a client which connects again does not read what its filter left out. */
const heartbeat = (from: Cursor | undefined): string => (from ? `id: ${printCursor(from)}\n\n` : ':\n\n')

async function writeStream(
  needs: FeedNeeds,
  caller: Caller,
  { request, first }: { readonly request: FeedRequest; readonly first: Cursor | undefined },
  take: TakeText,
  gone: AbortSignal,
): Promise<void> {
  const { feed } = needs
  let from = first
  let head = await feed.head()
  let toldAt = performance.now()
  await take(heartbeat(from))
  while (!gone.aborted && !feed.clock.stopping.aborted) {
    const page = await pageFor(needs, caller, request, from, STREAM_PAGE)
    from = page.end
    if (page.events.length > 0) {
      await caller.entry.add(shownEhrs(page.events))
      await take(page.events.map(printEvent).join(''))
    } else if (performance.now() - toldAt > HEARTBEAT_MS) await take(heartbeat(from))
    else {
      if (!page.isCut) await feed.clock.until(head, CHECK_MS, gone)
      head = await feed.head()
      continue
    }
    toldAt = performance.now()
  }
}

/** The stream ends with the rights of the caller, with the server, or when the client goes. */
export async function openStream(
  needs: FeedNeeds,
  caller: Caller,
  request: FeedRequest,
): Promise<PassThrough> {
  const { db, feed, stall, failed } = needs
  const leave = feed.enter(memberIdOf(caller))
  try {
    const first = await findStart(db, request.start, await feed.head())
    const body = await streamedBody(stall, async (take, gone) => {
      try {
        await writeStream(needs, caller, { request, first }, take, gone)
      } catch (error) {
        if (error instanceof Refusal) return take(printEnd(error))
        if (!gone.aborted) failed(error)
        throw error
      }
    })
    body.once('close', leave)
    return body
  } catch (error) {
    leave()
    throw error
  }
}
