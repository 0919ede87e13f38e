/**
 * Sends the events of one subscription (decision 0112). The events of an EHR go one after the other, those of different EHRs at the same time. An
 * EHR whose event the receiver does not take gets a lane, which tries again later, and the others go on.
 */
import type { Database, Queries } from '../db/index.ts'
import { type ChangeEvent, type Cursor, findStart, type Page, readCursor } from '../events/index.ts'
import type { Identity } from '../http/index.ts'
import { pauseAfter } from './back-off.ts'
import {
  changeLane,
  findLanes,
  keepAttempts,
  type Lane,
  type LaneChange,
  saveProgress,
} from './delivery-store.ts'
import { type HeldSubscription, hasLease } from './held.ts'
import { type Attempt, isGone, isTaken, type SendNeeds, send } from './send.ts'
import type { Pages } from './shared-pages.ts'

export interface DeliverNeeds extends SendNeeds {
  readonly db: Database
  /** The process. */
  readonly holder: string
  readonly pages: Pages
  /** Stores that the events are shown to the caller; throws if it cannot. */
  readonly audit: (
    identity: Identity,
    subscriptionId: string,
    events: readonly ChangeEvent[],
  ) => Promise<void>
  readonly count: (attempts: readonly Attempt[]) => void
}

/** Another process has the subscription, or it was changed. */
export class LeaseLost extends Error {}

/** The subscription has to be paused. */
export class DeliveryEnded extends Error {}

const GONE = 'The receiver answered 410: it wants no more events.'
const GIVEN_UP = 'The receiver has not taken an event for three days.'

/** EHRs whose events are sent at the same time. */
const WIDTH = 8

/** EHRs that wait for their next attempt; with as many, the receiver is considered gone, and no other events are read. */
const MOST_LANES = 32

/** With as many failures and no success, the receiver is considered gone. */
const FAILURES = 3

/** Progress is saved at least this often; what is left of a page then becomes lanes. */
const LONGEST_MS = 10_000

/** The end of all events of an EHR does not wait for those that went with it. */
const ERASED = 'ehr.erased'

interface Outcome {
  readonly attempts: readonly Attempt[]
  /** The event that was not taken, or not sent yet. */
  readonly next: ChangeEvent | undefined
  /** Failed attempts of it. */
  readonly failures: number
}

/** Sends the events of one EHR in their order. */
async function sendInOrder(
  needs: DeliverNeeds,
  held: HeldSubscription,
  events: readonly ChangeEvent[],
  until: number,
  earlierFailures = 0,
): Promise<Outcome> {
  const attempts: Attempt[] = []
  let failures = earlierFailures
  for (const event of events) {
    if (!hasLease(held) || performance.now() > until) return { attempts, next: event, failures }
    const { signal } = held.lost
    const attempt = await send(needs, held.subscription, [event], { attempt: failures + 1, signal })
    if (signal.aborted) return { attempts, next: event, failures }
    attempts.push(attempt)
    if (!isTaken(attempt)) return { attempts, next: event, failures: failures + 1 }
    failures = 0
  }
  return { attempts, next: undefined, failures: 0 }
}

interface Progress {
  readonly place: Cursor | undefined
  /** Of the subscription as a whole. */
  readonly attempts: number
  readonly sent: readonly Attempt[]
  readonly lanes: readonly LaneChange[]
}

async function save(needs: DeliverNeeds, held: HeldSubscription, progress: Progress): Promise<void> {
  const { id } = held.subscription
  const { place, attempts, sent, lanes } = progress
  const isNew = attempts > held.attempts
  const pause = attempts === 0 ? 0 : isNew ? pauseAfter(attempts) : (held.dueAt - performance.now()) / 1000
  const saved = await needs.db.transaction(async (queries: Queries) => {
    const moved = await saveProgress(queries, needs.holder, { id, place, attempts, pause })
    if (!moved) throw new LeaseLost()
    for (const lane of lanes) await changeLane(queries, id, lane)
    await keepAttempts(queries, id, sent)
    return moved
  })
  needs.count(sent)
  held.place = place
  held.attempts = attempts
  held.dueAt = performance.now() + 1000 * pause
  held.isUnsaved = false
  if (lanes.some(({ to }) => to)) held.hasLanes = true
  if (sent.some(isGone)) throw new DeliveryEnded(GONE)
  if (saved.is_given_up) throw new DeliveryEnded(GIVEN_UP)
}

/** Runs tasks with at most `width` at a time, until `isOver`. */
async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const left = [...items]
  const worker = async () => {
    for (let item = left.shift(); item !== undefined && !isOver(); item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
}

const ehrOf = ({ data }: ChangeEvent): string => data.ehr_id ?? ''

const placeOf = ({ id }: ChangeEvent): { position: number; part: number } => {
  const { position, part = 0 } = readCursor(id, 'id') as Cursor
  return { position, part }
}

const isBeyond = (event: ChangeEvent, end: Cursor | undefined): boolean => {
  const { position, part } = placeOf(event)
  if (!end) return true
  return position > end.position || (position === end.position && end.part !== undefined && part > end.part)
}

/** The events of a lane that are next, up to the place of its subscription. */
async function eventsOfLane(
  { pages }: DeliverNeeds,
  { filter, condition, subscription, place }: HeldSubscription,
  identity: Identity,
  lane: Lane,
): Promise<{ events: readonly ChangeEvent[]; isEnd: boolean }> {
  const { withContent } = subscription
  const isNamed = lane.ehr === null || filter.ehrs.length === 0 || filter.ehrs.some(id => id === lane.ehr)
  if (lane.is_erased || !isNamed) return { events: [], isEnd: true }
  const ehrs = lane.ehr === null ? filter.ehrs : [lane.ehr as (typeof filter.ehrs)[number]]
  let from: Cursor | undefined = { position: lane.position, part: lane.part - 1, mark: '' }
  for (;;) {
    const page: Page = await pages.read(identity, {
      filter: { ...filter, ehrs },
      condition,
      withContent,
      from,
      head: Infinity,
    })
    const own = page.events.filter(event => lane.ehr !== null || event.data.ehr_id === undefined)
    const events = own.filter(event => !isBeyond(event, place))
    const isEnd = !page.isCut || page.events.some(event => isBeyond(event, place))
    if (events.length > 0 || isEnd) return { events, isEnd }
    from = page.end
  }
}

async function runLane(
  needs: DeliverNeeds,
  held: HeldSubscription,
  identity: Identity,
  lane: Lane,
): Promise<void> {
  const { events, isEnd } = await eventsOfLane(needs, held, identity, lane)
  if (events.length > 0) await needs.audit(identity, held.subscription.id, events)
  const until = performance.now() + LONGEST_MS
  const { attempts, next, failures } = await sendInOrder(needs, held, events, until, lane.attempts)
  const last = events.at(-1)
  const after = last && { ...placeOf(last), part: placeOf(last).part + 1 }
  const to = next ? placeOf(next) : isEnd ? undefined : after
  const change: LaneChange = {
    from: lane,
    to,
    attempts: failures,
    pause: failures > 0 ? pauseAfter(failures) : 0,
  }
  await save(needs, held, { place: held.place, attempts: held.attempts, sent: attempts, lanes: [change] })
}

const dropLanes = (needs: DeliverNeeds, held: HeldSubscription, lanes: readonly Lane[]): Promise<void> =>
  save(needs, held, {
    place: held.place,
    attempts: held.attempts,
    sent: [],
    lanes: lanes.map(from => ({ from, to: undefined, attempts: 0, pause: 0 })),
  })

/** Returns the lanes that are left. */
async function runLanes(
  needs: DeliverNeeds,
  held: HeldSubscription,
  identity: Identity,
): Promise<readonly Lane[]> {
  const lanes = await findLanes(needs.db, held.subscription.id)
  if (lanes.some(({ is_given_up }) => is_given_up)) throw new DeliveryEnded(GIVEN_UP)
  const firsts = new Map([...lanes].reverse().map(lane => [lane.ehr, lane]))
  // After a merge an EHR may have two: the events of the second are among those of the first.
  const doubles = lanes.filter(lane => firsts.get(lane.ehr) !== lane)
  if (doubles.length > 0) await dropLanes(needs, held, doubles)
  const due = [...firsts.values()].filter(({ is_due, is_erased }) => is_due || is_erased)
  await inParallel(due, WIDTH, lane => runLane(needs, held, identity, lane))
  const left = due.length === 0 ? lanes : await findLanes(needs.db, held.subscription.id)
  held.hasLanes = left.length > 0
  return left
}

const groupsOf = (events: readonly ChangeEvent[]): readonly (readonly ChangeEvent[])[] => {
  const groups = new Map<string, ChangeEvent[]>()
  for (const event of events) groups.set(ehrOf(event), [...(groups.get(ehrOf(event)) ?? []), event])
  return [...groups.values()]
}

const newLane = ({ next, failures }: Outcome): readonly LaneChange[] =>
  next
    ? [
        {
          from: undefined,
          to: placeOf(next),
          attempts: failures,
          pause: failures > 0 ? pauseAfter(failures) : 0,
        },
      ]
    : []

/** Each event in a request of its own. */
async function sendSingly(
  needs: DeliverNeeds,
  held: HeldSubscription,
  events: readonly ChangeEvent[],
  end: Cursor | undefined,
): Promise<boolean> {
  const until = performance.now() + LONGEST_MS
  const groups = groupsOf(events)
  const begun = new Set<readonly ChangeEvent[]>()
  const outcomes: Outcome[] = []
  const isGoneAway = () =>
    outcomes.filter(({ failures }) => failures > 0).length >= FAILURES &&
    outcomes.every(({ attempts }) => !attempts.some(isTaken))
  await inParallel(
    groups,
    held.attempts > 0 ? 1 : WIDTH,
    async group => {
      begun.add(group)
      outcomes.push(await sendInOrder(needs, held, group, until))
    },
    isGoneAway,
  )
  const sent = outcomes.flatMap(({ attempts }) => attempts)
  if (held.lost.signal.aborted) throw new LeaseLost()
  if (isGoneAway()) {
    await save(needs, held, { place: held.place, attempts: held.attempts + 1, sent, lanes: [] })
    return false
  }
  const others = groups
    .filter(group => !begun.has(group))
    .map(([next]): Outcome => ({ attempts: [], next, failures: 0 }))
  const lanes = [...outcomes, ...others].flatMap(newLane)
  await save(needs, held, { place: end, attempts: 0, sent, lanes })
  return true
}

/** All EHRs in one request after the other, in the order of the feed. */
async function sendInBatches(
  needs: DeliverNeeds,
  held: HeldSubscription,
  events: readonly ChangeEvent[],
  end: Cursor | undefined,
): Promise<boolean> {
  const { batchSize } = held.subscription
  for (let at = 0; at < events.length; at += batchSize) {
    if (!hasLease(held)) throw new LeaseLost()
    const batch = events.slice(at, at + batchSize)
    const { signal } = held.lost
    const attempt = await send(needs, held.subscription, batch, { attempt: held.attempts + 1, signal })
    if (signal.aborted) throw new LeaseLost()
    if (!isTaken(attempt)) {
      await save(needs, held, { place: held.place, attempts: held.attempts + 1, sent: [attempt], lanes: [] })
      return false
    }
    const last = at + batchSize < events.length ? batch.at(-1) : undefined
    const place = last ? (readCursor(last.id, 'id') as Cursor) : end
    await save(needs, held, { place, attempts: 0, sent: [attempt], lanes: [] })
  }
  return true
}

/** Reads on from the place of the subscription. Returns true if there may be more to send now. */
async function readOn(
  needs: DeliverNeeds,
  held: HeldSubscription,
  identity: Identity,
  { lanes, head }: { readonly lanes: readonly Lane[]; readonly head: number },
): Promise<boolean> {
  const { filter, condition, subscription, place: from } = held
  const { withContent } = subscription
  const page = await needs.pages.read(identity, { filter, condition, withContent, from, head })
  const waiting = new Set(lanes.filter(({ is_erased }) => !is_erased).map(({ ehr }) => ehr ?? ''))
  const events = page.events.filter(event => event.type === ERASED || !waiting.has(ehrOf(event)))
  if (events.length === 0) {
    held.isUnsaved ||= held.place?.position !== page.end?.position || held.place?.part !== page.end?.part
    held.place = page.end
    return page.isCut
  }
  await needs.audit(identity, subscription.id, events)
  const sendAll = subscription.batchSize > 1 ? sendInBatches : sendSingly
  return (await sendAll(needs, held, events, page.end)) && page.isCut
}

/** Throws if the database was restored to a state from before the place. */
async function checkPlace({ db }: DeliverNeeds, held: HeldSubscription, head: number): Promise<void> {
  if (held.isChecked || !held.place) return
  await findStart(db, held.place, head)
  held.isChecked = true
}

/** Sends what is due. Returns true if there may be more now. */
export async function deliver(
  needs: DeliverNeeds,
  held: HeldSubscription,
  identity: Identity,
  head: number,
): Promise<boolean> {
  await checkPlace(needs, held, head)
  const lanes = held.hasLanes ? await runLanes(needs, held, identity) : []
  if (lanes.length >= MOST_LANES || performance.now() < held.dueAt) return false
  return readOn(needs, held, identity, { lanes, head })
}
