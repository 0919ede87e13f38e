/** The SQL that adds events to the audit trail, by itself or within another statement. */
import { randomUUID } from 'node:crypto'
import { type GuardedSql, guarded, open, printWhole } from '../../access/index.ts'
import {
  type Database,
  DatabaseError,
  type LimitedQueries,
  onLivingNode,
  openPool,
  type Queries,
  sql,
} from '../../db/index.ts'
import { ROW_COLUMNS, type TrailEvent } from './row.ts'

export const AUDIT_CONNECTIONS = 2

/** A separate pool, so that events are written even while requests wait for a connection. A statement may take as long as an answer waits for its event. */
export const openAuditPool = (databaseUrl: string, isDistributed: boolean, longestWait: number): Database =>
  openPool(databaseUrl, {
    max: AUDIT_CONNECTIONS,
    isDistributed,
    applicationName: 'cairn audit',
    statementTimeoutMs: Math.max(10_000, longestWait),
    waitMs: Math.max(5000, longestWait),
  })

/** True if the table of events is missing or this server may not write to it. */
export const isAuditFault = (error: unknown): boolean =>
  error instanceof DatabaseError && error.message.includes('audit_trail')

const NAMES = Object.keys(ROW_COLUMNS).join(', ')
const RECORD = Object.entries(ROW_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

/** An event as the statements below take it. */
export const rowOf = ({ row }: TrailEvent): string => row

const listOf = (rows: readonly string[]): string => `[${rows.join(',')}]`

/**
 * Parts of a WITH that add an event for each row of `t`, which has `place` and the row of the `event`. The part `told` then has
 * `place` and `event_id` of each.
 */
export const insertEvents = (t: string): GuardedSql => guarded`told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from ${t}, lateral json_to_record(t.event::json) as e (${RECORD}) order by t.place
  ), event as (
    insert into ${open.audit_trail} (event_id, ${NAMES}) select event_id, ${NAMES} from told
  )`

const append = sql<{ event_id: number }, [events: string]>({
  name: 'audit.append',
  text: guarded`with ${insertEvents('json_array_elements($1::json) with ordinality as t (event, place)')}
         select event_id from told order by place`,
})

/** A batch of events of one server process. */
export interface EventBatch {
  /** The process. */
  readonly writer: string
  /** Counted from 1 in each process. A batch keeps its number and its events until it is stored. */
  readonly number: number
  readonly rows: readonly string[]
}

/** Has a row if the batch is not stored yet. It waits for the end of an earlier attempt that is still under way. */
const claim = (writer: string, number: string): string => `
  insert into cairn.audit_writer as w (writer, batch) values (${writer}::uuid, ${number}::bigint)
  on conflict (writer) do update set batch = excluded.batch where w.batch < excluded.batch returning batch`

const appendOnce = sql<{ event_id: number }, [events: string, writer: string, number: number]>({
  name: 'audit.appendOnce',
  text: `with claimed as (${claim('$2', '$3')}), ${printWhole(
    insertEvents('claimed, json_array_elements($1::json) with ordinality as t (event, place)'),
  )}
         select event_id from told order by place`,
})

const claimBatch = sql<{ batch: number }, [writer: string, number: number]>({
  name: 'audit.claimBatch',
  text: claim('$1', '$2'),
})

const forgetWriter = sql<never, [writer: string]>({
  name: 'audit.forgetWriter',
  text: 'delete from cairn.audit_writer where writer = $1::uuid',
})

/** The driver gives the elements of a bigint[] as texts. */
const numbers = sql<{ event_ids: string[] }, [count: number]>({
  name: 'audit.numbers',
  seesAll: 'it reads no row',
  text: `select array(select nextval('cairn.audit_event_event_id_seq') from generate_series(1, $1)) as event_ids`,
})

/** Takes numbers for events of a distributed database: only the coordinator counts, so no table may be in the statement. */
export const takeEventNumbers = async (db: LimitedQueries, count: number): Promise<readonly number[]> =>
  ((await db.query(numbers, [count]))[0]?.event_ids ?? []).map(Number)

const appendBatch = sql<never, [batch: string, ids: readonly number[], events: string]>({
  name: 'audit.appendBatch',
  seesAll: 'it only adds events',
  text: `insert into cairn.audit_trail (batch, event_id, ${NAMES})
         select $1::uuid, n.event_id, ${Object.keys(ROW_COLUMNS)
           .map(name => `e.${name}`)
           .join(', ')}
         from unnest($2::bigint[]) with ordinality as n (event_id, place)
         join json_array_elements($3::json) with ordinality as t (event, place) using (place),
           lateral json_to_record(t.event) as e (${RECORD})`,
})

/** Adds events with their numbers to a distributed database; those of one batch are on one node. */
export async function insertBatch(
  db: LimitedQueries,
  batch: string,
  ids: readonly number[],
  rows: readonly string[],
): Promise<void> {
  await db.execute(appendBatch, [batch, ids, listOf(rows)])
}

/** The id of a batch says on which node it is. */
const newBatchId = (): string => randomUUID()

/** Adds events and returns their ids in order. */
export async function appendEvents(db: LimitedQueries, events: readonly TrailEvent[]): Promise<number[]> {
  const rows = events.map(rowOf)
  if (db.isDistributed) {
    const ids = await takeEventNumbers(db, rows.length)
    await onLivingNode(db, newBatchId, batch => insertBatch(db, batch, ids, rows))
    return [...ids]
  }
  return (await db.query(append, [listOf(rows)])).map(row => row.event_id)
}

/** A node that takes longer to store a batch is taken for one that is away. */
const NODE_MS = 2000

/** As one transaction for each node that is tried: the note of the batch and its events are stored together. */
async function appendOnceApart(
  db: Database,
  { writer, number, rows }: EventBatch,
): Promise<readonly number[]> {
  const ids = await takeEventNumbers(db, rows.length)
  const insert = (batch: string): Promise<readonly number[]> =>
    db.transaction(
      async queries => {
        if ((await queries.query(claimBatch, [writer, number])).length === 0) return []
        await insertBatch(queries, batch, ids, rows)
        return ids
      },
      { statementTimeoutMs: NODE_MS },
    )
  return onLivingNode(db, newBatchId, insert, { isRepeatable: true })
}

/** Stores a batch unless it is stored already. Returns the ids of its events, or none if an earlier attempt has stored it. */
export async function appendBatchOnce(db: Database, batch: EventBatch): Promise<readonly number[]> {
  if (db.isDistributed) return appendOnceApart(db, batch)
  const { writer, number, rows } = batch
  return (await db.query(appendOnce, [listOf(rows), writer, number])).map(row => row.event_id)
}

/** For a process that ends: it sends no batch again. */
export async function endBatches(db: Queries, writer: string): Promise<void> {
  await db.execute(forgetWriter, [writer])
}
