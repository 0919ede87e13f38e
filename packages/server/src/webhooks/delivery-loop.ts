/** The loop that delivers the subscriptions of a process. */
import { groupBy } from '../collections/index.ts'
import { type Cursor, type Feed, printCursor } from '../events/index.ts'
import type { Identity } from '../http/index.ts'
import type { Log } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { ConditionOf } from './conditions.ts'
import { type DeliverNeeds, DeliveryEnded, deliver, LeaseLost } from './deliver.ts'
import { findPaused, savePlaces, takeLeases } from './delivery-store.ts'
import { type HeldSubscription, hasLease, holdSubscription, leaseFrom, rulesOf } from './held.ts'
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
  /** The last look found no change. */
  isAtRest: boolean
  /** Announcements of changed subscriptions so far. */
  changes: number
  /** Rights may have changed since they were checked. */
  areRightsDue: boolean
  /** Time of `performance` at which places were saved. */
  savedAt: number
  /** Of the subscriptions that are held. */
  routes: Routes<HeldSubscription>
  /** Runs while there are subscriptions. */
  pulse: Promise<void> | undefined
}

/** Most subscriptions that a process takes at once: others get some too. */
const MOST_TAKEN = 100

/** A subscription with an error, or that waits for its next attempt, is looked at again after this time. */
const REST_MS = 1000

/** At rest, subscriptions that wait for their next attempt are looked at after this time. */
const PULSE_MS = 300

/** While changes keep coming, places of subscriptions that had nothing to send are saved at this interval. */
const SAVE_MS = 5000

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
  if (error instanceof LeaseLost || own.lost.signal.aborted) {
    if (held.get(id) === own) held.delete(id)
    return
  }
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

function moveTo(own: HeldSubscription, place: Cursor | undefined): void {
  own.isUnsaved ||= own.place?.position !== place?.position || own.place?.part !== place?.part
  own.place = place
}

/** Moves subscriptions at the same place past changes whose gist does not concern them; returns the others. */
async function passByGist(
  { feed, head, routes }: Loop,
  group: readonly HeldSubscription[],
): Promise<readonly HeldSubscription[]> {
  let left = group
  for (let pages = 0; pages < MOST_PASSED && left.length > 0; pages++) {
    const gist = await feed.gistAfter(left[0]?.place, head, routes.byArchetype)
    if (!gist) return group
    const concerned = routes.ofGist(gist.events)
    left = left.filter(own => !concerned.has(own) && !own.lost.signal.aborted)
    for (const own of left) moveTo(own, gist.end)
    if (!gist.isCut) break
  }
  return group.filter(own => !left.includes(own))
}

/** Moves subscriptions at the same place past the changes that do not concern them. Their rights are asked for when something does. */
async function passOver(loop: Loop, group: readonly HeldSubscription[]): Promise<void> {
  const { needs, routes } = loop
  let left = await passByGist(loop, group)
  for (let pages = 0; pages < MOST_PASSED && left.length > 1; pages++) {
    const { page, records } = await needs.pages.readWhole(left[0]?.place)
    const hasQuery = left.some(({ condition }) => condition)
    const concerned = routes.of(page.events, hasQuery ? await records.versions() : new Map())
    left = left.filter(own => !concerned.has(own) && !own.lost.signal.aborted)
    for (const own of left) moveTo(own, page.end)
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
  const { looks } = feed
  while (held.size > 0 && !stop.signal.aborted && !looks.stopping.aborted) {
    const head = await looks.until(loop.head, PULSE_MS, stop.signal)
    try {
      loop.isAtRest = head === loop.head
      loop.head = head
      await passAll(loop)
      for (const own of held.values()) if (isDue(loop, own)) own.running = run(loop, own)
    } catch (error) {
      log.warn({ error }, 'failed to read the change feed for webhooks; retrying')
    }
  }
  loop.pulse = undefined
}

/** Places of subscriptions that had nothing to send: soon at rest, else now and then. */
async function saveUnsaved(loop: Loop): Promise<void> {
  const { held, needs } = loop
  if (!loop.isAtRest && performance.now() - loop.savedAt < SAVE_MS) return
  const unsaved = [...held.values()].filter(own => own.isUnsaved && own.running === undefined)
  if (unsaved.length === 0) return
  loop.savedAt = performance.now()
  for (const own of unsaved) own.isUnsaved = false
  const places = unsaved.map(({ subscription: { id }, place }) => ({ id, place }))
  await savePlaces(needs.db, needs.holder, places)
}

/** Ends those that were paused, and pauses those whose callers have lost their rights, also while nothing is committed that concerns them. */
async function checkRights(loop: Loop): Promise<void> {
  if (!loop.areRightsDue) return
  loop.areRightsDue = false
  // The end of a person's access pauses subscriptions, and announces people alone.
  const paused = await findPaused(loop.needs.db, [...loop.held.keys()])
  await Promise.all(paused.map(id => drop(loop, id)))
  const byOwner = groupBy([...loop.held.values()], ({ subscription }) => JSON.stringify(subscription.owner))
  for (const group of byOwner.values()) {
    const [first] = group
    try {
      if (first) await loop.readerOf(first.subscription.owner)
    } catch (error) {
      // Of all other errors the delivery itself takes care.
      if (isOwnFault(error))
        for (const own of group)
          await drop(loop, own.subscription.id).then(() => pause(loop, own.subscription, error))
    }
  }
}

/** A page that was read for the filters of before may lack facts of events that are wanted now. */
function noteInterests(loop: Loop): void {
  const { held, interests } = loop
  interests.version += 1
  interests.isWanted = wantedByAny([...held.values()].map(({ filter }) => filter))
  loop.routes = openRoutes(held.values())
}

/** Returns true if it is new here. */
async function hold(
  loop: Loop,
  subscription: Subscription,
  dueIn: number,
  askedAt: number,
): Promise<boolean> {
  const { held, conditionOf } = loop
  const own = held.get(subscription.id)
  if (own && hasLease(own)) {
    Object.assign(own, { subscription, leaseUntil: leaseFrom(askedAt) })
    return false
  }
  if (own) await drop(loop, subscription.id)
  try {
    const rules = rulesOf(conditionOf, subscription)
    held.set(subscription.id, holdSubscription(rules, dueIn, askedAt))
    return true
  } catch (error) {
    // An earlier release has accepted its query.
    await pause(loop, subscription, error)
    return false
  }
}

/** Takes subscriptions, renews leases, and starts the loop if there is something to deliver. */
async function take(loop: Loop): Promise<void> {
  const { held, needs, vault, stop, changes } = loop
  const askedAt = performance.now()
  const running = [...held.values()].filter(hasLease).map(({ subscription: { id } }) => id)
  let isNew = false
  for (const row of await takeLeases(needs.db, needs.holder, MOST_TAKEN, running)) {
    // It may have been read before the change. Its lease is taken again in a few seconds.
    if (loop.changes !== changes) break
    if (await hold(loop, subscriptionOf(vault, row), row.due_in, askedAt)) isNew = true
  }
  if (isNew) {
    noteInterests(loop)
    // They may have changed before the subscription was taken.
    loop.areRightsDue = true
  }
  await checkRights(loop)
  await saveUnsaved(loop)
  if (held.size > 0 && !stop.signal.aborted) loop.pulse ??= beat(loop)
}

export interface DeliveryLoop {
  take(): Promise<void>
  /** Some client, person or grant has changed: the rights of subscriptions are checked soon. */
  rightsChanged(): void
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
    isAtRest: true,
    changes: 0,
    areRightsDue: true,
    savedAt: 0,
    routes: openRoutes<HeldSubscription>([]),
    pulse: undefined,
  }
  const dropAll = async (ids: readonly string[]): Promise<void> => {
    await Promise.all(ids.map(id => drop(loop, id)))
  }
  return {
    take: () => take(loop),
    rightsChanged: () => {
      loop.areRightsDue = true
    },
    changed: ids => {
      loop.changes += 1
      return dropAll(ids.length === 0 ? [...loop.held.keys()] : ids)
    },
    close: async () => {
      loop.stop.abort()
      await dropAll([...loop.held.keys()])
      await loop.pulse
    },
  }
}
