/** The SQL of subscriptions, as their owners see and change them. Each change takes the lease from the process that delivers. */
import { type Queries, sql } from '../db/index.ts'
import type { Cursor } from '../events/index.ts'
import type { Owner, Signing, Subscription, SubscriptionSettings } from './subscription.ts'
import {
  COLUMNS,
  type SubscriptionRow,
  sealText,
  subscriptionOf,
  type Unsealing,
} from './subscription-row.ts'

const add = sql<
  never,
  [
    id: string,
    name: string,
    url: string,
    clientId: string,
    personId: string | null,
    scopes: readonly string[] | null,
    grantId: string | null,
    filter: string,
    withContent: boolean,
    batchSize: number,
    signing: Signing,
    secret: Buffer,
    receiverAuth: Buffer | null,
    position: number | null,
    part: number | null,
    mark: string | null,
    q: string | null,
    parameters: string | null,
  ]
>({
  name: 'subscription.add',
  seals: { kind: 'subscription', ids: ([id]) => [id] },
  text: `insert into cairn.subscription (subscription_id, name, url, client_id, person_id, scopes, grant_id, filter, with_content,
           batch_size, signing, secret, receiver_auth, position, part, mark, q, query_parameters)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
})

const sealedAuth = (vault: Unsealing, { receiverAuth }: SubscriptionSettings): Buffer | null =>
  receiverAuth === undefined ? null : sealText(vault, JSON.stringify(receiverAuth))

const queryValues = ({ query }: SubscriptionSettings): [q: string | null, parameters: string | null] =>
  query ? [query.q, JSON.stringify(query.parameters)] : [null, null]

type Place = [position: number | null, part: number | null, mark: string | null]

const placeValues = (place: Cursor | undefined): Place => [
  place?.position ?? null,
  place?.part ?? null,
  place?.mark ?? null,
]

export interface NewSubscription extends SubscriptionSettings {
  readonly id: string
  readonly owner: Owner
  readonly signing: Signing
  readonly secret: string
  readonly place: Cursor | undefined
}

export async function addSubscription(
  queries: Queries,
  vault: Unsealing,
  { id, owner, ...settings }: NewSubscription,
): Promise<void> {
  const { name, url, filter, withContent, batchSize, signing, secret, place } = settings
  await queries.execute(add, [
    id,
    name,
    url,
    owner.clientId,
    owner.personId ?? null,
    owner.scopes ?? null,
    owner.grantId ?? null,
    JSON.stringify(filter),
    withContent,
    batchSize,
    signing,
    sealText(vault, secret),
    sealedAuth(vault, settings),
    ...placeValues(place),
    ...queryValues(settings),
  ])
}

const byId = sql<SubscriptionRow, [id: string]>({
  name: 'subscription.byId',
  text: `select ${COLUMNS} from cairn.subscription s where s.subscription_id = $1`,
})
const locked = sql<{ subscription_id: string }, [id: string]>({
  name: 'subscription.lock',
  text: 'select subscription_id from cairn.subscription where subscription_id = $1 for update',
})
const all = sql<SubscriptionRow>({
  name: 'subscription.all',
  text: `select ${COLUMNS} from cairn.subscription s order by s.created_at, s.subscription_id`,
})

export async function findSubscription(
  db: Queries,
  vault: Unsealing,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await db.query(byId, [id])
  return row && subscriptionOf(vault, row)
}

/** For a change in the same transaction. */
export async function lockSubscription(
  queries: Queries,
  vault: Unsealing,
  id: string,
): Promise<Subscription | undefined> {
  await queries.query(locked, [id])
  return findSubscription(queries, vault, id)
}

const countOf = sql<{ count: number }, [clientId: string, personId: string | null]>({
  name: 'subscription.countOf',
  text: `select count(*)::integer as count from cairn.subscription
         where client_id = $1 and person_id is not distinct from $2`,
})

export const countSubscriptionsOf = async (
  db: Queries,
  { clientId, personId }: Pick<Owner, 'clientId' | 'personId'>,
): Promise<number> => (await db.query(countOf, [clientId, personId ?? null]))[0]?.count ?? 0

export const listSubscriptions = async (db: Queries, vault: Unsealing): Promise<readonly Subscription[]> =>
  (await db.query(all)).map(row => subscriptionOf(vault, row))

const FREE = 'holder = null, held_until = null'

const change = sql<
  never,
  [
    id: string,
    name: string,
    url: string,
    filter: string,
    withContent: boolean,
    batchSize: number,
    receiverAuth: Buffer | null,
    q: string | null,
    parameters: string | null,
    scopes: readonly string[] | null,
    grantId: string | null,
  ]
>({
  name: 'subscription.change',
  seals: { kind: 'subscription', ids: ([id]) => [id] },
  text: `update cairn.subscription set name = $2, url = $3, filter = $4, with_content = $5, batch_size = $6,
           receiver_auth = $7, q = $8, query_parameters = $9, scopes = $10, grant_id = $11, next_at = now(), ${FREE}
         where subscription_id = $1`,
})

/** From now on it acts with the rights of the token that changed it: a lesser one must not direct what a greater one may read. */
export const changeSubscription = (
  queries: Queries,
  vault: Unsealing,
  id: string,
  { owner, ...settings }: SubscriptionSettings & { readonly owner: Owner },
): Promise<number> => {
  const { name, url, filter, withContent, batchSize } = settings
  return queries.execute(change, [
    id,
    name,
    url,
    JSON.stringify(filter),
    withContent,
    batchSize,
    sealedAuth(vault, settings),
    ...queryValues(settings),
    owner.scopes ?? null,
    owner.grantId ?? null,
  ])
}

const rotate = sql<never, [id: string, secret: Buffer, overlapSeconds: number]>({
  name: 'subscription.rotate',
  seals: { kind: 'subscription', ids: ([id]) => [id] },
  text: `update cairn.subscription set previous_secret = secret, previous_until = now() + make_interval(secs => $3),
           secret = $2, ${FREE}
         where subscription_id = $1`,
})

/** The secret that was in force signs as well for some seconds. */
export const putSecret = (
  queries: Queries,
  vault: Unsealing,
  id: string,
  secret: string,
  overlapSeconds: number,
): Promise<number> => queries.execute(rotate, [id, sealText(vault, secret), overlapSeconds])

const pause = sql<never, [id: string, reason: string]>({
  name: 'subscription.pause',
  text: `update cairn.subscription set paused_at = coalesce(paused_at, now()), pause_reason = coalesce(pause_reason, $2), ${FREE}
         where subscription_id = $1`,
})

export const pauseSubscription = (queries: Queries, id: string, reason: string): Promise<number> =>
  queries.execute(pause, [id, reason])

const resume = sql<never, [id: string]>({
  name: 'subscription.resume',
  text: `with lanes as (
           update cairn.subscription_lane set attempts = 0, failing_since = now(), next_at = now() where subscription_id = $1
         )
         update cairn.subscription set paused_at = null, pause_reason = null, attempts = 0, failing_since = null,
           next_at = now(), ${FREE}
         where subscription_id = $1`,
})

/** All that failed is tried again at once. */
export const resumeSubscription = (queries: Queries, id: string): Promise<number> =>
  queries.execute(resume, [id])

const move = sql<never, [id: string, ...Place]>({
  name: 'subscription.move',
  text: `with lanes as (delete from cairn.subscription_lane where subscription_id = $1)
         update cairn.subscription set position = $2, part = $3, mark = $4, attempts = 0, failing_since = null,
           next_at = now(), ${FREE}
         where subscription_id = $1`,
})

/** Delivery goes on from another place of the feed. */
export const moveSubscription = (queries: Queries, id: string, place: Cursor | undefined): Promise<number> =>
  queries.execute(move, [id, ...placeValues(place)])

const drop = sql<never, [id: string]>({
  name: 'subscription.drop',
  seals: { kind: 'subscription', ids: ([id]) => [id] },
  text: 'delete from cairn.subscription where subscription_id = $1',
})

export const dropSubscription = (queries: Queries, id: string): Promise<number> => queries.execute(drop, [id])

const sealed = sql<{
  id: string
  secret: Buffer
  previous_secret: Buffer | null
  receiver_auth: Buffer | null
}>({
  name: 'subscription.sealed',
  text: `select subscription_id as id, secret, previous_secret, receiver_auth from cairn.subscription for update`,
})
const reseal = sql<never, [id: string, secret: Buffer, previous: Buffer | null, receiverAuth: Buffer | null]>(
  {
    name: 'subscription.reseal',
    seals: { kind: 'subscription', ids: ([id]) => [id] },
    text: `update cairn.subscription set secret = $2, previous_secret = $3, receiver_auth = $4 where subscription_id = $1`,
  },
)

/** For a new secret key of the installation. */
export async function resealSubscriptions(
  queries: Queries,
  again: (sealed: Buffer) => Buffer,
): Promise<void> {
  for (const { id, secret, previous_secret, receiver_auth } of await queries.query(sealed))
    await queries.execute(reseal, [
      id,
      again(secret),
      previous_secret && again(previous_secret),
      receiver_auth && again(receiver_auth),
    ])
}
