/** The SQL of deliveries: leases, progress, lanes and attempts. Times are those of the database alone. */
import { type Queries, sql } from '../db/index.ts'
import type { Cursor } from '../events/index.ts'
import { GIVE_UP, longestPause } from './back-off.ts'
import type { Attempt } from './send.ts'
import { COLUMNS, type SubscriptionRow } from './subscription-row.ts'

/** Seconds of a lease, and the rest of it below which it is taken anew. */
export const LEASE_S = 20
const RENEW_S = 16

const take = sql<
  SubscriptionRow & { due_in: number },
  [holder: string, most: number, running: readonly string[]]
>({
  name: 'delivery.take',
  text: `with free as (
           select subscription_id from cairn.subscription
           where paused_at is null and (holder is null or held_until < now()) and subscription_id <> all ($3)
           order by held_until nulls first, subscription_id
           limit $2 for update skip locked
         ), own as (
           select subscription_id from cairn.subscription
           where holder = $1 and held_until < now() + make_interval(secs => ${RENEW_S}) for update skip locked
         ), shortened as (
           update cairn.subscription set held_until = now() + make_interval(secs => ${LEASE_S})
           where subscription_id in (
             select subscription_id from cairn.subscription
             where held_until > now() + make_interval(secs => ${2 * LEASE_S}) for update skip locked
           )
         )
         update cairn.subscription s set holder = $1, held_until = now() + make_interval(secs => ${LEASE_S})
         where s.subscription_id in (select subscription_id from free union all select subscription_id from own)
         returning ${COLUMNS},
           least(greatest(extract(epoch from s.next_at - now()), 0), ${longestPause('s.attempts')})::float8 as due_in`,
})

const paused = sql<{ subscription_id: string }, [ids: readonly string[]]>({
  name: 'delivery.paused',
  text: 'select subscription_id from cairn.subscription where subscription_id = any ($1::uuid[]) and paused_at is not null',
})

export const findPaused = async (queries: Queries, ids: readonly string[]): Promise<readonly string[]> =>
  (await queries.query(paused, [ids])).map(({ subscription_id }) => subscription_id)

/**
 * Takes subscriptions that no process delivers, and those of this process whose lease is about to end. One of `running` that is free was changed:
 * it stays free until this process has stopped it. A lease that is longer than any was given before the clock of the database was set back: it
 * ends a whole lease from now, since its process may still deliver.
 */
export const takeLeases = (
  db: Queries,
  holder: string,
  most: number,
  running: readonly string[],
): Promise<readonly (SubscriptionRow & { due_in: number })[]> => db.query(take, [holder, most, running])

const release = sql<never, [holder: string]>({
  name: 'delivery.release',
  text: 'update cairn.subscription set holder = null, held_until = null where holder = $1',
})

export const releaseLeases = (db: Queries, holder: string): Promise<number> => db.execute(release, [holder])

/** An EHR whose next event waits. */
export interface Lane {
  /** The place of the event. */
  readonly position: number
  readonly part: number
  /** Null: events without EHR, or the EHR was erased. */
  readonly ehr: string | null
  readonly attempts: number
  readonly is_due: boolean
  readonly is_given_up: boolean
  /** True if the event was of an EHR that was erased. */
  readonly is_erased: boolean
}

const lanes = sql<Lane, [id: string]>({
  name: 'delivery.lanes',
  text: `select l.position, l.part, c.ehr, l.attempts,
           l.next_at <= now() or l.next_at > now() + make_interval(secs => ${longestPause('l.attempts')}) as is_due,
           l.attempts > 0 and l.failing_since < now() - interval '${GIVE_UP}' as is_given_up,
           c.ehr is null and not c.is_note and not c.is_party as is_erased
         from cairn.subscription_lane l join cairn.change c using (position)
         where l.subscription_id = $1 order by l.position`,
})

export const findLanes = (db: Queries, id: string): Promise<readonly Lane[]> => db.query(lanes, [id])

/** A lane after an attempt. */
export interface LaneChange {
  /** Undefined: the lane is new. */
  readonly from: Lane | undefined
  /** Undefined: nothing waits any more. */
  readonly to: { readonly position: number; readonly part: number } | undefined
  /** Failed attempts of the event that is next. */
  readonly attempts: number
  /** Seconds until the next one. */
  readonly pause: number
}

const dropLane = sql<{ failing_since: Date }, [id: string, position: number, ehr: string | null]>({
  name: 'delivery.dropLane',
  // After a merge the position has another EHR, whose events were not read.
  text: `delete from cairn.subscription_lane l using cairn.change c
         where l.subscription_id = $1 and l.position = $2 and c.position = l.position and c.ehr is not distinct from $3
         returning l.failing_since`,
})
const putLane = sql<
  never,
  [id: string, position: number, part: number, attempts: number, failingSince: Date | null, pause: number]
>({
  name: 'delivery.putLane',
  text: `insert into cairn.subscription_lane (subscription_id, position, part, attempts, failing_since, next_at)
         values ($1, $2, $3, $4, coalesce($5, now()), now() + make_interval(secs => $6::float8))
         on conflict (subscription_id, position) do update set part = least(subscription_lane.part, excluded.part)`,
})

export async function changeLane(queries: Queries, id: string, change: LaneChange): Promise<void> {
  const { from, to, attempts, pause } = change
  const [dropped] = from ? await queries.query(dropLane, [id, from.position, from.ehr]) : []
  if (from && !dropped) return
  // An event that was sent meanwhile ends the time of failures.
  const isSame = from !== undefined && from.position === to?.position && from.part === to.part
  if (to)
    await queries.execute(putLane, [
      id,
      to.position,
      to.part,
      attempts,
      (isSame ? dropped?.failing_since : undefined) ?? null,
      pause,
    ])
}

const move = sql<
  { is_given_up: boolean },
  [
    id: string,
    holder: string,
    position: number | null,
    part: number | null,
    mark: string | null,
    attempts: number,
    pause: number,
  ]
>({
  name: 'delivery.move',
  text: `update cairn.subscription set position = $3, part = $4, mark = $5, attempts = $6,
           failing_since = case when $6 > 0 then coalesce(failing_since, now()) end,
           next_at = now() + make_interval(secs => $7::float8)
         where subscription_id = $1 and holder = $2
         returning failing_since is not null and failing_since < now() - interval '${GIVE_UP}' as is_given_up`,
})

/** Undefined: the lease is lost. */
export const saveProgress = async (
  queries: Queries,
  holder: string,
  {
    id,
    place,
    attempts,
    pause,
  }: {
    readonly id: string
    readonly place: Cursor | undefined
    readonly attempts: number
    readonly pause: number
  },
): Promise<{ is_given_up: boolean } | undefined> =>
  (
    await queries.query(move, [
      id,
      holder,
      place?.position ?? null,
      place?.part ?? null,
      place?.mark ?? null,
      attempts,
      pause,
    ])
  )[0]

const movePlaces = sql<
  never,
  [
    holder: string,
    ids: readonly string[],
    positions: readonly (number | null)[],
    parts: readonly (number | null)[],
    marks: readonly (string | null)[],
  ]
>({
  name: 'delivery.movePlaces',
  text: `update cairn.subscription s set position = p.position, part = p.part, mark = p.mark
         from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::text[]) as p (id, position, part, mark)
         where s.subscription_id = p.id and s.holder = $1`,
})

/** Of subscriptions that had nothing to send: their changes need not be read again. */
export const savePlaces = (
  db: Queries,
  holder: string,
  places: readonly { readonly id: string; readonly place: Cursor | undefined }[],
): Promise<number> =>
  db.execute(movePlaces, [
    holder,
    places.map(({ id }) => id),
    places.map(({ place }) => place?.position ?? null),
    places.map(({ place }) => place?.part ?? null),
    places.map(({ place }) => place?.mark ?? null),
  ])

const addAttempts = sql<
  { delivery_id: number },
  [
    id: string,
    webhookIds: readonly string[],
    types: readonly string[],
    events: readonly number[],
    attempts: readonly number[],
    milliseconds: readonly number[],
    statuses: readonly (number | null)[],
    answers: readonly string[],
  ]
>({
  name: 'delivery.addAttempts',
  text: `insert into cairn.delivery (subscription_id, webhook_id, event_type, events, attempt, milliseconds, status, answer)
         select $1, a.* from unnest($2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::text[]) a
         returning delivery_id`,
})

/** Returns their ids. */
export const keepAttempts = async (
  queries: Queries,
  id: string,
  attempts: readonly Attempt[],
): Promise<readonly number[]> => {
  if (attempts.length === 0) return []
  const rows = await queries.query(addAttempts, [
    id,
    attempts.map(({ webhookId }) => webhookId),
    attempts.map(({ eventType }) => eventType),
    attempts.map(({ events }) => events),
    attempts.map(({ attempt }) => attempt),
    attempts.map(({ milliseconds }) => milliseconds),
    attempts.map(({ status }) => status ?? null),
    attempts.map(({ answer }) => answer),
  ])
  return rows.map(({ delivery_id }) => delivery_id)
}

/** Attempts that are kept of each subscription. */
const MOST_KEPT = 1000

const sweep = sql<never>({
  name: 'delivery.sweep',
  text: `delete from cairn.delivery d using cairn.subscription s
         where d.subscription_id = s.subscription_id and d.delivery_id <= (
           select delivery_id from cairn.delivery o where o.subscription_id = s.subscription_id
           order by delivery_id desc offset ${MOST_KEPT} limit 1)`,
})

export const dropOldAttempts = (db: Queries): Promise<number> => db.execute(sweep)

export interface DeliveryRow {
  readonly delivery_id: number
  readonly webhook_id: string
  readonly event_type: string
  readonly events: number
  readonly attempt: number
  readonly sent_at: Date
  readonly milliseconds: number
  readonly status: number | null
  readonly answer: string
}

const DELIVERY = 'delivery_id, webhook_id, event_type, events, attempt, sent_at, milliseconds, status, answer'

const attemptsOf = sql<DeliveryRow, [id: string, before: number | null, limit: number]>({
  name: 'delivery.list',
  text: `select ${DELIVERY} from cairn.delivery
         where subscription_id = $1 and ($2::bigint is null or delivery_id < $2) order by delivery_id desc limit $3`,
})

/** The latest first. */
export const listAttempts = (
  db: Queries,
  id: string,
  before: number | undefined,
  limit: number,
): Promise<readonly DeliveryRow[]> => db.query(attemptsOf, [id, before ?? null, limit])

const attemptById = sql<DeliveryRow, [id: string, deliveryId: number]>({
  name: 'delivery.byId',
  text: `select ${DELIVERY} from cairn.delivery where subscription_id = $1 and delivery_id = $2`,
})

export const findAttempt = async (
  db: Queries,
  id: string,
  deliveryId: number,
): Promise<DeliveryRow | undefined> => (await db.query(attemptById, [id, deliveryId]))[0]

export interface SubscriptionCounts {
  readonly active: number
  readonly paused: number
  /** Changes that the slowest active subscription has not read yet. */
  readonly behind: number
}

const counts = sql<SubscriptionCounts>({
  name: 'delivery.counts',
  text: `select count(*) filter (where paused_at is null)::integer as active,
           count(*) filter (where paused_at is not null)::integer as paused,
           coalesce((select max(position) from cairn.change) - min(coalesce(position, 0)) filter (where paused_at is null), 0) as behind
         from cairn.subscription`,
})

export const countSubscriptions = async (db: Queries): Promise<SubscriptionCounts> =>
  (await db.query(counts))[0] ?? { active: 0, paused: 0, behind: 0 }
