/** The loop that delivers the subscriptions of a process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Feed, filterOf } from '../events/index.ts'
import type { Identity } from '../http/index.ts'
import type { Log } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type DeliverNeeds, DeliveryEnded, deliver, LeaseLost } from './deliver.ts'
import { savePlaces, takeLeases } from './delivery-store.ts'
import { type HeldSubscription, holdSubscription, leaseFrom } from './held.ts'
import type { Interests } from './shared-pages.ts'
import type { Owner } from './subscription.ts'
import { subscriptionOf, type Unsealing } from './subscription-row.ts'
import { pauseSubscription } from './subscription-store.ts'

export interface LoopNeeds {
  readonly needs: DeliverNeeds
  readonly interests: Interests
  readonly vault: Unsealing
  readonly feed: Feed
  /** The owner with the rights that it has now. Throws if it may not read the feed any more. */
  readonly readerOf: (owner: Owner) => Promise<Identity>
  readonly log: Pick<Log, 'warn'>
}

interface Loop extends LoopNeeds {
  readonly held: Map<string, HeldSubscription>
  readonly stop: AbortController
  /** The last position of the feed. */
  head: number
  /** Runs while there are subscriptions. */
  pulse: Promise<void> | undefined
}

/** Most subscriptions that a process takes at once: others get some too. */
const MOST_TAKEN = 20

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

const isOwnFault = (error: unknown): boolean =>
  error instanceof DeliveryEnded ||
  (error instanceof Refusal && (error.code.startsWith('auth.') || error.code === 'changes.cursor_unknown'))

async function failed({ held, needs, log }: Loop, own: HeldSubscription, error: unknown): Promise<void> {
  const { id, name } = own.subscription
  if (error instanceof LeaseLost || own.lost.signal.aborted) return void held.delete(id)
  if (isOwnFault(error)) {
    const reason = error instanceof Error ? error.message : String(error)
    await pauseSubscription(needs.db, id, reason)
    held.delete(id)
    log.warn({ subscription: id, name, reason }, 'webhook paused')
    return
  }
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

async function beat(loop: Loop): Promise<void> {
  const { held, stop, feed, log } = loop
  while (held.size > 0 && !stop.signal.aborted && !feed.clock.stopping.aborted) {
    try {
      loop.head = await feed.head()
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
function noteInterests({ held, interests }: Loop): void {
  interests.version += 1
  interests.filters = [...held.values()].map(({ filter }) => filter)
}

/** Takes subscriptions, renews leases, and starts the loop if there is something to deliver. */
async function take(loop: Loop): Promise<void> {
  const { held, needs, vault, stop } = loop
  const askedAt = performance.now()
  const rows = await takeLeases(needs.db, needs.holder, MOST_TAKEN)
  for (const row of rows) {
    const subscription = subscriptionOf(vault, row)
    const own = held.get(subscription.id)
    const leaseUntil = leaseFrom(askedAt)
    if (own) Object.assign(own, { subscription, filter: filterOf(row.filter), leaseUntil })
    else held.set(subscription.id, holdSubscription(subscription, row.due_in, askedAt))
  }
  if (rows.length > 0) noteInterests(loop)
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
  const loop: Loop = { ...given, held: new Map(), stop: new AbortController(), head: 0, pulse: undefined }
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
