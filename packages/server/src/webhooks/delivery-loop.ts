/** The loop that delivers the subscriptions of a process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { groupBy } from '../collections/index.ts'
import { type Feed, printCursor } from '../events/index.ts'
import type { Identity } from '../http/index.ts'
import type { Log } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { ConditionOf } from './conditions.ts'
import { type DeliverNeeds, DeliveryEnded, deliver, LeaseLost } from './deliver.ts'
import { savePlaces, takeLeases } from './delivery-store.ts'
import { type HeldSubscription, holdSubscription, leaseFrom, rulesOf } from './held.ts'
import { openRoutes, type Routes } from './routes.ts'
import { type Interests, PAGE_EVENTS, wantedByAny } from './shared-pages.ts'
import type { Owner, Subscription } from './subscription.ts'
import { subscriptionOf, type Unsealing } from './subscription-row.ts'
import { pauseSubscription } from './subscription-store.ts'

export interface LoopNeeds {
  readonly needs: DeliverNeeds
  readonly interests: Interests
  readonly vault: Unsealing
  readonly feed: Feed
  readonly conditionOf: ConditionOf
  /** The owner with the rights that it has now. Throws if it may not read the feed any more. */
  readonly readerOf: (owner: Owner) => Promise<Identity>
  readonly log: Pick<Log, 'warn'>
}

interface Loop extends LoopNeeds {
  readonly held: Map<string, HeldSubscription>
  readonly stop: AbortController
  /** The last position of the feed. */
  head: number
  /** Of the subscriptions that are held. */
  routes: Routes<HeldSubscription>
  /** Runs while there are subscriptions. */
  pulse: Promise<void> | undefined
}

/** Most subscriptions that a process takes at once: others get some too. */
const MOST_TAKEN = 100

/** A subscription with an error, or that waits for its next attempt, is looked at again after this time. */
const REST_MS = 1000

/** Interval of reading: commits that come within it are read together. */
const PULSE_MS = 300

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

/** Resolves when nothing is sent for it any more. */
async function drop({ held }: Loop, id: string): Promise<void> {
  const own = held.get(id)
  own?.lost.abort()
  held.delete(id)
  await own?.running
}

/** Problems of a subscription that no attempt mends. */
const FOR_GOOD: ReadonlySet<string> = new Set(['changes.cursor_unknown', 'subscription.query_refused'])

const isOwnFault = (error: unknown): boolean =>
  error instanceof DeliveryEnded ||
  (error instanceof Refusal && (error.code.startsWith('auth.') || FOR_GOOD.has(error.code)))

async function pause({ held, needs, log }: Loop, { id, name }: Subscription, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  await pauseSubscription(needs.db, id, reason)
  held.delete(id)
  log.warn({ subscription: id, name, reason }, 'webhook paused')
}

async function failed(loop: Loop, own: HeldSubscription, error: unknown): Promise<void> {
  const { held, log } = loop
  const { id } = own.subscription
  if (error instanceof LeaseLost || own.lost.signal.aborted) return void held.delete(id)
  if (isOwnFault(error)) return pause(loop, own.subscription, error)
  own.dueAt = performance.now() + REST_MS
  log.warn({ error, subscription: id }, 'failed to deliver to a webhook; retrying')
}

async function run(loop: Loop, own: HeldSubscription): Promise<void> {
  const { needs, readerOf } = loop
  try {
    while (!own.lost.signal.aborted)
      if (!(await deliver(needs, own, await readerOf(own.subscription.owner), loop.head))) return
  } catch (error) {
    await failed(loop, own, error).catch(() => {})
  } finally {
    own.running = undefined
  }
}

const isDue = ({ head }: Loop, own: HeldSubscription): boolean =>
  own.running === undefined &&
  (own.hasLanes || ((own.place?.position ?? 0) < head && own.dueAt <= performance.now()))

/** Pages that one turn passes over at most. */
const MOST_PASSED = 25

/** Subscriptions whose next changes are read from the page of all. One for some EHRs, far behind, has an index of its own. */
const canPass = (loop: Loop, own: HeldSubscription): boolean =>
  isDue(loop, own) &&
  own.isChecked &&
  !own.hasLanes &&
  (own.filter.ehrs.length === 0 || loop.head - (own.place?.position ?? 0) < PAGE_EVENTS)

/** Moves subscriptions at the same place past the changes that do not concern them. Their rights are asked for when something does. */
async function passOver({ needs, routes }: Loop, group: readonly HeldSubscription[]): Promise<void> {
  let left = group
  for (let pages = 0; pages < MOST_PASSED && left.length > 1; pages++) {
    const { page, records } = await needs.pages.readWhole(left[0]?.place)
    const hasQuery = left.some(({ condition }) => condition)
    const concerned = routes(page.events, hasQuery ? await records.versions() : new Map())
    left = left.filter(own => !concerned.has(own) && !own.lost.signal.aborted)
    for (const own of left) {
      own.isUnsaved ||= own.place?.position !== page.end?.position || own.place?.part !== page.end?.part
      own.place = page.end
    }
    if (!page.isCut) return
  }
}

async function passAll(loop: Loop): Promise<void> {
  const free = [...loop.held.values()].filter(own => canPass(loop, own))
  const groups = groupBy(free, ({ place }) => (place ? printCursor(place) : ''))
  for (const group of groups.values()) await passOver(loop, group)
}

async function beat(loop: Loop): Promise<void> {
  const { held, stop, feed, log } = loop
  while (held.size > 0 && !stop.signal.aborted && !feed.clock.stopping.aborted) {
    try {
      loop.head = await feed.head()
      await passAll(loop)
      for (const own of held.values()) if (isDue(loop, own)) own.running = run(loop, own)
    } catch (error) {
      log.warn({ error }, 'failed to read the change feed for webhooks; retrying')
    }
    await rest(PULSE_MS, stop.signal)
  }
  loop.pulse = undefined
}

/** Places of subscriptions that had nothing to send. */
async function saveUnsaved({ held, needs }: Loop): Promise<void> {
  const unsaved = [...held.values()].filter(own => own.isUnsaved && own.running === undefined)
  if (unsaved.length === 0) return
  for (const own of unsaved) own.isUnsaved = false
  const places = unsaved.map(({ subscription: { id }, place }) => ({ id, place }))
  await savePlaces(needs.db, needs.holder, places)
}

/** A page that was read for the filters of before may lack facts of events that are wanted now. */
function noteInterests(loop: Loop): void {
  const { held, interests } = loop
  interests.version += 1
  interests.isWanted = wantedByAny([...held.values()].map(({ filter }) => filter))
  loop.routes = openRoutes(held.values())
}

const isSame = (a: Subscription, b: Subscription): boolean =>
  JSON.stringify([a.filter, a.query]) === JSON.stringify([b.filter, b.query])

/** Returns true if it is new here, or has other rules than before. */
async function hold(
  loop: Loop,
  subscription: Subscription,
  dueIn: number,
  askedAt: number,
): Promise<boolean> {
  const { held, conditionOf } = loop
  const own = held.get(subscription.id)
  const leaseUntil = leaseFrom(askedAt)
  if (own && isSame(own.subscription, subscription)) {
    Object.assign(own, { subscription, leaseUntil })
    return false
  }
  try {
    const rules = rulesOf(conditionOf, subscription)
    if (own) Object.assign(own, { ...rules, leaseUntil })
    else held.set(subscription.id, holdSubscription(rules, dueIn, askedAt))
    return true
  } catch (error) {
    // An earlier release has accepted its query.
    await pause(loop, subscription, error)
    return false
  }
}

/** Takes subscriptions, renews leases, and starts the loop if there is something to deliver. */
async function take(loop: Loop): Promise<void> {
  const { held, needs, vault, stop } = loop
  const askedAt = performance.now()
  let isNew = false
  for (const row of await takeLeases(needs.db, needs.holder, MOST_TAKEN))
    if (await hold(loop, subscriptionOf(vault, row), row.due_in, askedAt)) isNew = true
  if (isNew) noteInterests(loop)
  await saveUnsaved(loop)
  if (held.size > 0 && !stop.signal.aborted) loop.pulse ??= beat(loop)
}

export interface DeliveryLoop {
  take(): Promise<void>
  /** Ends the delivery of subscriptions that were changed; none named: of all. */
  changed(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

export function openDeliveryLoop(given: LoopNeeds): DeliveryLoop {
  const loop: Loop = {
    ...given,
    held: new Map(),
    stop: new AbortController(),
    head: 0,
    routes: openRoutes<HeldSubscription>([]),
    pulse: undefined,
  }
  const dropAll = async (ids: readonly string[]): Promise<void> => {
    await Promise.all(ids.map(id => drop(loop, id)))
  }
  return {
    take: () => take(loop),
    changed: ids => dropAll(ids.length === 0 ? [...loop.held.keys()] : ids),
    close: async () => {
      loop.stop.abort()
      await dropAll([...loop.held.keys()])
      await loop.pulse
    },
  }
}
