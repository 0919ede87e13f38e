/** Removes the oldest months of the audit trail, where it is kept for some months only. A seal says from where on the trail is whole. */
import { type Database, type Queries, sql } from '../../db/index.ts'
import { type AuditEvent, auditEvent } from '../event.ts'
import { addSeal, type SignDigest, sealContent, unsealed } from '../seals/sealer.ts'
import { findComplete, findHead } from '../seals/store.ts'
import { trailEvent } from '../trail/row.ts'
import { appendEvents } from '../trail/store.ts'
import { readAuditClocks } from './clocks.ts'
import { takePartitionTurn } from './partitions.ts'

interface RetentionNeeds {
  readonly db: Database
  readonly sign: SignDigest
  readonly now: () => number
  /** Whole months that are kept beside the current one. */
  readonly months: number
}

/** The state of retention after a run. */
export interface Retention {
  /** Milliseconds by which the clock of the server is ahead of that of the database. */
  readonly differenceMs: number
  /** The reason why months that are old by the clock of the server are kept. */
  readonly held: string | undefined
}

const CLOCKS_DIFFER = 'the clocks of the server and of the database differ by more than five minutes'
const NOT_CONFIRMED =
  'the seals of the audit trail do not confirm the time yet: the clock was set, or there were no events'

/** The first day of the first month that is kept. */
export function keptSince(now: number, months: number): string {
  const today = new Date(now)
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1)).toISOString()
}

/** A database that moves keeps its months until it has moved: their end is not noted (decision 0130). */
const STAYS = `to_regnamespace('cairn_move') is null`

const oldPartitions = sql<{ name: string }, [before: string]>({
  name: 'audit.oldPartitions',
  text: `select c.relname as name from pg_inherits p join pg_class c on c.oid = p.inhrelid
         where p.inhparent = 'cairn.audit_trail'::regclass and c.relname ~ '^audit_trail_\\d{4}_\\d\\d$'
           and c.relname < 'audit_trail_' || to_char($1::timestamptz at time zone 'UTC', 'YYYY_MM') and ${STAYS}
         order by 1`,
})

/** The table from before the partitions goes as a whole, once its last event is old enough. */
const oldTable = sql<{ is_old: boolean; is_empty: boolean }, [before: string]>({
  name: 'audit.oldTable',
  text: `select not exists (select 1 from cairn.audit_old_event where at >= $1) and ${STAYS} as is_old,
           not exists (select 1 from cairn.audit_old_event) as is_empty`,
})

/** Counts of versions that were physically deleted: `cairn verify` needs them as long as there are contributions. */
const removedVersions = sql<{ events: number; removed: Record<string, number> | null }, [before: string]>({
  name: 'audit.removedVersions',
  text: `select (select count(*) from cairn.audit_event where at < $1) as events,
           (select jsonb_object_agg(key, versions) from (
             select r.key, sum(r.value::text::integer) as versions
             from cairn.audit_event e, jsonb_each(e.detail -> 'removed') r
             where e.may_remove and e.detail -> 'removed' is not null and e.at < $1 group by r.key) gone) as removed`,
})

/** The last seal before the first one that has an event which is kept. */
const lastOldSeal = sql<{ seal_number: number }, [before: string, oldTableGoes: boolean]>({
  name: 'audit.lastOldSeal',
  text: `select coalesce(
           (select min(seal_number) - 1 from cairn.audit_seal
            where case when events is not null then not $2::boolean else coalesce(to_at, sealed_at) >= $1 end),
           (select max(seal_number) from cairn.audit_seal), 0) as seal_number`,
})

const removeSeals = sql<never, [to: number]>({
  name: 'audit.removeSeals',
  text: 'delete from cairn.audit_seal where seal_number <= $1',
})
const removeActs = sql<never, [before: string]>({
  name: 'audit.removeActs',
  text: `delete from cairn.audit_act where month < ($1::timestamptz at time zone 'UTC')::date`,
})
const removeActors = sql<never, [before: string]>({
  name: 'audit.removeActors',
  text: `delete from cairn.audit_actor where month < ($1::timestamptz at time zone 'UTC')::date`,
})

const run = (queries: Queries, text: string): Promise<number> =>
  queries.execute(sql({ name: 'audit.retention', prepare: false, text }))

/** Rows of these can only be added, by a trigger that is off within the transaction. */
const GUARDED = ['audit_seal', 'audit_act', 'audit_actor', 'audit_old_event']

/** The table of the coordinator alone keeps its trigger in a distributed database. The owner of the others took the right to change them from itself. */
const UNGUARD_DISTRIBUTED = [
  'alter table cairn.audit_seal disable trigger user',
  'grant delete on cairn.audit_act to current_user',
  'grant delete on cairn.audit_actor to current_user',
  'grant truncate on cairn.audit_old_event to current_user',
]
const GUARD_DISTRIBUTED = [
  'alter table cairn.audit_seal enable trigger user',
  'revoke delete on cairn.audit_act from current_user',
  'revoke delete on cairn.audit_actor from current_user',
  'revoke truncate on cairn.audit_old_event from current_user',
]

const triggers = (how: 'disable' | 'enable'): readonly string[] =>
  GUARDED.map(table => `alter table cairn.${table} ${how} trigger user`)

async function unguarded(queries: Queries, work: () => Promise<void>): Promise<void> {
  const { isDistributed } = queries
  for (const text of isDistributed ? UNGUARD_DISTRIBUTED : triggers('disable')) await run(queries, text)
  await work()
  for (const text of isDistributed ? GUARD_DISTRIBUTED : triggers('enable')) await run(queries, text)
}

interface RemovalFacts {
  readonly before: string
  readonly months: number
  readonly seals: number
  readonly events: number
  readonly removed: Record<string, number> | null
}

function eventOf({ removed, ...retention }: RemovalFacts, now: number): AuditEvent {
  return auditEvent(
    {
      requestId: '',
      method: '',
      route: '',
      path: '',
      ehrId: undefined,
      status: 200,
      action: 'D',
      clientId: 'cairn retention',
      person: undefined,
      address: '',
      detail: { retention, ...(removed === null ? {} : { removed }) },
    },
    now,
  )
}

/** Longest wait for the lock that keeps commits waiting too. A check of the trail may hold it for long: then the next run tries again. */
const LONGEST_WAIT_MS = 500

/** Parts of the trail from before a time. */
interface OldParts {
  readonly partitions: readonly string[]
  /** True if the table from before the partitions goes. */
  readonly oldTable: boolean
}

async function findOld(queries: Queries, before: string): Promise<OldParts> {
  const partitions = (await queries.query(oldPartitions, [before])).map(({ name }) => name)
  const [old] = await queries.query(oldTable, [before])
  return { partitions, oldTable: old?.is_old === true && !old.is_empty }
}

const isNothing = ({ partitions, oldTable }: OldParts): boolean => partitions.length === 0 && !oldTable

/** Removes the parts, with a seal that has the event of the removal. */
async function removeParts(
  queries: Queries,
  { partitions, oldTable: oldTableGoes }: OldParts,
  before: string,
  needs: RetentionNeeds,
): Promise<void> {
  const [gone = { events: 0, removed: null }] = await queries.query(removedVersions, [before])
  const [{ seal_number: seals = 0 } = {}] = await queries.query(lastOldSeal, [before, oldTableGoes])
  const event = eventOf({ before, months: needs.months, seals, ...gone }, needs.now())
  const [eventId = 0] = await appendEvents(queries, [trailEvent(event)])
  const completeTo = (await findComplete(queries)) ?? null
  const content = { ...sealContent([unsealed(eventId, event)]), completeTo, removed: { before, seals } }
  if ((await addSeal(queries, content, await findHead(queries), needs)) === undefined)
    throw new SealedMeanwhile()
  await run(queries, `set local lock_timeout to ${LONGEST_WAIT_MS}`)
  await unguarded(queries, async () => {
    await queries.execute(removeSeals, [seals])
    await queries.execute(removeActs, [before])
    await queries.execute(removeActors, [before])
    if (oldTableGoes) await run(queries, 'truncate cairn.audit_old_event')
  })
  for (const name of partitions) await run(queries, `drop table cairn.${name}`)
}

async function removeIn(queries: Queries, needs: RetentionNeeds): Promise<Retention> {
  const { differenceMs, agree, confirmed } = await readAuditClocks(queries, needs.now())
  await takePartitionTurn(queries)
  const byTheClock = await findOld(queries, keptSince(needs.now(), needs.months))
  if (isNothing(byTheClock)) return { differenceMs, held: agree ? undefined : CLOCKS_DIFFER }
  if (!agree) return { differenceMs, held: CLOCKS_DIFFER }
  if (confirmed === undefined) return { differenceMs, held: NOT_CONFIRMED }
  const before = keptSince(confirmed, needs.months)
  const old = await findOld(queries, before)
  if (!isNothing(old)) await removeParts(queries, old, before, needs)
  const isWhole =
    old.partitions.length === byTheClock.partitions.length && old.oldTable === byTheClock.oldTable
  return { differenceMs, held: isWhole ? undefined : NOT_CONFIRMED }
}

/** Another process sealed something meanwhile: the next run comes later. */
class SealedMeanwhile extends Error {}

export async function removeOldEvents(needs: RetentionNeeds): Promise<Retention> {
  try {
    return await needs.db.transaction(queries => removeIn(queries, needs), { statementTimeoutMs: 600_000 })
  } catch (error) {
    if (error instanceof SealedMeanwhile) return { differenceMs: 0, held: undefined }
    throw error
  }
}
