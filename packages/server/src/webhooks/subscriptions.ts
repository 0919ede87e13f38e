/** Operations of callers on subscriptions. */
import { randomUUID } from 'node:crypto'
import { recorded } from '../audit/index.ts'
import type { Changes, Database, Queries } from '../db/index.ts'
import { type Feed, findPlaceOfTime, findStart } from '../events/index.ts'
import type { Caller, Outgoing } from '../http/index.ts'
import type { Warnings } from '../query/calls/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type ConditionOf, requireQueryRight } from './conditions.ts'
import {
  checkAddresses,
  type ResendFrom,
  type Rotation,
  type SubscriptionChange,
  type SubscriptionInput,
} from './input.ts'
import { newSigningSecret } from './signature.ts'
import type { Owner, Subscription, SubscriptionSettings } from './subscription.ts'
import type { Unsealing } from './subscription-row.ts'
import {
  addSubscription,
  changeSubscription,
  countSubscriptionsOf,
  dropSubscription,
  findSubscription,
  listSubscriptions,
  lockSubscription,
  moveSubscription,
  pauseSubscription,
  putSecret,
  resumeSubscription,
} from './subscription-store.ts'

export interface SubscriptionNeeds {
  readonly db: Database
  readonly vault: Unsealing
  readonly changes: Changes
  readonly feed: Feed
  readonly outgoing: Outgoing
  /** People of a foreign issuer may lose their rights there, which nobody would notice here. */
  readonly knowsPeople: boolean
  readonly conditionOf: ConditionOf
  readonly warnings: Warnings
}

export const unknownSubscription = (id: string): Refusal =>
  new Refusal('subscription.not_found', `There is no subscription "${id.slice(0, 100)}" of yours.`)

const PAUSED_BY_HAND = 'Paused by hand.'

/** Subscriptions of all processes; one caller can only have so many. */
const MOST_OF_CALLER = 1000

const isOwn = ({ owner }: Subscription, { clientId, person }: Caller): boolean =>
  owner.clientId === clientId && owner.personId === person

/** Administrators see, pause, resume and delete those of others. */
const maySee = (subscription: Subscription, caller: Caller): boolean =>
  isOwn(subscription, caller) || caller.scopes.has('api.admin')

function seen(subscription: Subscription | undefined, id: string, caller: Caller): Subscription {
  if (!subscription || !maySee(subscription, caller)) throw unknownSubscription(id)
  return subscription
}

export const getSubscription = async (
  { db, vault }: SubscriptionNeeds,
  caller: Caller,
  id: string,
): Promise<Subscription> => seen(await findSubscription(db, vault, id), id, caller)

/** For what the owner alone may do: it would show the events that the owner may read. */
export async function ownSubscription(
  needs: SubscriptionNeeds,
  caller: Caller,
  id: string,
): Promise<Subscription> {
  const subscription = await getSubscription(needs, caller, id)
  requireOwner(subscription, caller)
  return subscription
}

function requireOwner(subscription: Subscription, caller: Caller): void {
  if (!isOwn(subscription, caller))
    throw new Refusal(
      'auth.right_denied',
      'The subscription is of another caller: you can see, pause, resume and delete it.',
    )
}

export const ownSubscriptions = async (
  { db, vault }: SubscriptionNeeds,
  caller: Caller,
): Promise<readonly Subscription[]> =>
  (await listSubscriptions(db, vault)).filter(each => maySee(each, caller))

function ownerOf({ knowsPeople }: SubscriptionNeeds, { clientId, person, token }: Caller): Owner {
  if (person !== undefined && !knowsPeople)
    throw new Refusal(
      'auth.right_denied',
      'Only clients that act for themselves can subscribe: the rights of people are known to their issuer alone.',
    )
  return { clientId, personId: person, scopes: token?.scopes, grantId: token?.grantId }
}

function checkQuery(
  { conditionOf }: SubscriptionNeeds,
  caller: Caller,
  { query }: Partial<SubscriptionSettings>,
): void {
  if (!query) return
  requireQueryRight(caller)
  conditionOf(query)
}

export async function createSubscription(
  needs: SubscriptionNeeds,
  caller: Caller,
  { settings, signing, secret, isActive, start }: SubscriptionInput,
): Promise<Subscription> {
  const { db, vault, feed, outgoing } = needs
  checkAddresses(outgoing, settings)
  checkQuery(needs, caller, settings)
  const owner = ownerOf(needs, caller)
  const place = await findStart(db, start, await feed.head())
  const id = randomUUID()
  const made = await recorded(db, caller.entry, async queries => {
    if ((await countSubscriptionsOf(queries, owner)) >= MOST_OF_CALLER)
      throw new Refusal('subscription.limit', `A caller can have ${MOST_OF_CALLER} subscriptions at most.`)
    const keys = { signing, secret: secret ?? newSigningSecret(signing) }
    await addSubscription(queries, vault, { ...settings, ...keys, id, owner, place })
    if (!isActive) await pauseSubscription(queries, id, PAUSED_BY_HAND)
    return findSubscription(queries, vault, id)
  })
  return seen(made, id, caller)
}

interface Change {
  readonly id: string
  /** Administrators may do it too. */
  readonly byOthers?: true
  readonly work: (queries: Queries, subscription: Subscription) => Promise<unknown>
}

/** Changes a subscription. When it returns, no process sends events as before. */
async function changed(
  { db, vault, changes }: SubscriptionNeeds,
  caller: Caller,
  { id, byOthers, work }: Change,
): Promise<Subscription> {
  const after = await recorded(db, caller.entry, async queries => {
    const before = seen(await lockSubscription(queries, vault, id), id, caller)
    if (!byOthers) requireOwner(before, caller)
    await work(queries, before)
    return (await findSubscription(queries, vault, id)) ?? before
  })
  await changes.announce('subscriptions', id)
  return after
}

const setActive = (queries: Queries, id: string, isActive: boolean): Promise<unknown> =>
  isActive ? resumeSubscription(queries, id) : pauseSubscription(queries, id, PAUSED_BY_HAND)

export function updateSubscription(
  needs: SubscriptionNeeds,
  caller: Caller,
  id: string,
  { settings, isActive }: SubscriptionChange,
): Promise<Subscription> {
  const { vault, outgoing } = needs
  checkAddresses(outgoing, settings)
  checkQuery(needs, caller, settings)
  const owner = ownerOf(needs, caller)
  const work = async (queries: Queries, before: Subscription) => {
    await changeSubscription(queries, vault, id, { ...before, ...settings, owner })
    if (isActive !== undefined && isActive !== (before.pausedAt === undefined))
      await setActive(queries, id, isActive)
  }
  return changed(needs, caller, { id, work })
}

export const pauseOrResume = (
  needs: SubscriptionNeeds,
  caller: Caller,
  id: string,
  isActive: boolean,
): Promise<Subscription> =>
  changed(needs, caller, { id, byOthers: true, work: queries => setActive(queries, id, isActive) })

export const deleteSubscription = (
  needs: SubscriptionNeeds,
  caller: Caller,
  id: string,
): Promise<Subscription> =>
  changed(needs, caller, { id, byOthers: true, work: queries => dropSubscription(queries, id) })

export function rotateSecret(
  needs: SubscriptionNeeds,
  caller: Caller,
  id: string,
  { overlapSeconds, secret }: Rotation,
): Promise<Subscription> {
  const work = (queries: Queries, { signing }: Subscription) => {
    if (signing !== 'hmac' && secret !== undefined)
      throw new Refusal('request.malformed', 'The service makes the keys of Ed25519: leave out "secret".')
    return putSecret(queries, needs.vault, id, secret ?? newSigningSecret(signing), overlapSeconds)
  }
  return changed(needs, caller, { id, work })
}

/** Delivery goes on from another place: events are sent again, or are left out. */
export async function resendFrom(
  needs: SubscriptionNeeds,
  caller: Caller,
  id: string,
  from: ResendFrom,
): Promise<Subscription> {
  const { db, feed } = needs
  const head = await feed.head()
  const place =
    'since' in from ? await findPlaceOfTime(db, from.since, head) : await findStart(db, from.start, head)
  return changed(needs, caller, { id, work: queries => moveSubscription(queries, id, place) })
}
