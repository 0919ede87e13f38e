/** All SQL about the current state of episodes; their versions are written by the commit. */

import { guarded, type SqlConstant, seen, sqlConstant, update } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { parameters, printInsert } from '../../db/writing/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'

/** A code of `urgency`. */
export type Urgency = 'at0012' | 'at0013' | 'at0014'

export interface EpisodeData {
  readonly name: string
  readonly active: boolean
  readonly urgency: Urgency | undefined
  readonly careCircuit: string | undefined
  /** ISO 8601 with an offset, as it was sent. */
  readonly startsAt: string
  /** Undefined: it is open. */
  readonly endsAt: string | undefined
}

export interface StoredEpisode extends EpisodeData {
  readonly uid: ObjectId
  /** Unique, and never changes. */
  readonly episodeId: string
  /** True if records without an episode belong to it. */
  readonly isDefault: boolean
}

/** `E0000001`; beyond ten million it grows. */
const episodeNumber = (episode: SqlConstant): SqlConstant =>
  sqlConstant`'E' || lpad(${episode}.number::text, greatest(7, length(${episode}.number::text)), '0')`

const wallClock = (time: SqlConstant): SqlConstant =>
  sqlConstant`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`

/**
 * The join of a record with its episode, for lists: put after a FROM that has `cairn.versioned_object` as `o`. It adds
 * `episode_ehr` (`cairn.ehr`) and `episode` (`cairn.episode`), exactly one row for each `o`: a record without an episode of
 * its own belongs to the default one of its EHR.
 */
export const EPISODE_OF_RECORD = sqlConstant`join ${seen.ehr('episode_ehr')} on episode_ehr.ehr_id = o.ehr_id
  join ${seen.episode('episode')} on episode.ehr_id = o.ehr_id
    and episode.episode_id = coalesce(o.episode_id, episode_ehr.default_episode_id)`

/**
 * Fields of a datamap record about its episode, over that join: `episode_id` is `E0000001`, `episode_status` `active` or
 * `inactive`, times are `YYYY-MM-DD HH:MM:SS` in UTC.
 */
export const EPISODE_FIELDS = {
  episode_uid: sqlConstant`episode.episode_id`,
  episode_id: episodeNumber(sqlConstant`episode`),
  episode_status: sqlConstant`case when episode.active then 'active' else 'inactive' end`,
  episode_start: wallClock(sqlConstant`episode.starts_at`),
  episode_end: sqlConstant`coalesce(${wallClock(sqlConstant`episode.ends_at`)}, '9999-12-31 23:59:59')`,
} as const

/** The same as columns of a SELECT. */
export const EPISODE_COLUMNS = sqlConstant`${EPISODE_FIELDS.episode_uid} as episode_uid,
  ${EPISODE_FIELDS.episode_id} as episode_id, ${EPISODE_FIELDS.episode_status} as episode_status,
  ${EPISODE_FIELDS.episode_start} as episode_start, ${EPISODE_FIELDS.episode_end} as episode_end`

interface Row {
  episode_id: ObjectId
  shown_id: string
  name: string
  active: boolean
  urgency: Urgency | null
  care_circuit: string | null
  starts_text: string
  ends_text: string | null
  is_default: boolean
}

const episodeOf = (row: Row): StoredEpisode => ({
  uid: row.episode_id,
  episodeId: row.shown_id,
  name: row.name,
  active: row.active,
  urgency: row.urgency ?? undefined,
  careCircuit: row.care_circuit ?? undefined,
  startsAt: row.starts_text,
  endsAt: row.ends_text ?? undefined,
  isDefault: row.is_default,
})

const SELECT = guarded`select e.episode_id, ${episodeNumber(sqlConstant`e`)} as shown_id, e.name, e.active, e.urgency, e.care_circuit,
    e.starts_text, e.ends_text, e.episode_id = h.default_episode_id as is_default
  from ${seen.episode('e')} join ${seen.ehr('h')} using (ehr_id) where e.ehr_id = $1 and not e.deleted`

const ofEhr = sql<Row, [ehrId: EhrId]>({ name: 'episode.ofEhr', text: guarded`${SELECT} order by e.number` })
const byId = sql<Row, [ehrId: EhrId, uid: ObjectId]>({
  name: 'episode.byId',
  text: guarded`${SELECT} and e.episode_id = $2`,
})

/** In the order of their numbers. Every EHR has at least one, so an empty result means that there is no such EHR. */
export async function findEpisodes(db: LimitedQueries, ehrId: EhrId): Promise<StoredEpisode[]> {
  return (await db.query(ofEhr, [ehrId])).map(episodeOf)
}

export async function findEpisode(
  db: LimitedQueries,
  ehrId: EhrId,
  uid: ObjectId,
): Promise<StoredEpisode | undefined> {
  const [row] = await db.query(byId, [ehrId, uid])
  return row && episodeOf(row)
}

type DataValues = [
  ehrId: EhrId,
  uid: ObjectId,
  name: string,
  active: boolean,
  urgency: string | null,
  careCircuit: string | null,
  startsAt: string,
  endsAt: string | null,
]

const valuesOf = (ehrId: EhrId, uid: ObjectId, episode: EpisodeData): DataValues => [
  ehrId,
  uid,
  episode.name,
  episode.active,
  episode.urgency ?? null,
  episode.careCircuit ?? null,
  episode.startsAt,
  episode.endsAt ?? null,
]

const insert = sql<{ shown_id: string }, DataValues>({
  name: 'episode.insert',
  text: printInsert(
    'episode',
    parameters(
      ['ehr_id', 'episode_id', 'name', 'active', 'urgency', 'care_circuit', 'starts_text', 'ends_text'],
      { starts_at: '$7::text::timestamptz', ends_at: '$8::text::timestamptz' },
    ),
    guarded`returning ${episodeNumber(sqlConstant`episode`)} as shown_id`,
  ),
})
const change = sql<never, DataValues>({
  name: 'episode.update',
  text: guarded`${update.episode({
    set: `name = $3, active = $4, urgency = $5, care_circuit = $6,
           starts_at = $7::text::timestamptz, starts_text = $7, ends_at = $8::text::timestamptz, ends_text = $8`,
    where: 'ehr_id = $1 and episode_id = $2',
  })}`,
})

/** Adds an episode and returns its printed number. */
export async function insertEpisode(
  db: LimitedQueries,
  ehrId: EhrId,
  uid: ObjectId,
  episode: EpisodeData,
): Promise<string> {
  const [row] = await db.query(insert, valuesOf(ehrId, uid, episode))
  return row?.shown_id ?? ''
}

export async function updateEpisode(db: LimitedQueries, ehrId: EhrId, uid: ObjectId, episode: EpisodeData) {
  await db.execute(change, valuesOf(ehrId, uid, episode))
}

/** Locks the episode's row (shared) until the transaction ends, so that it cannot be deleted while records are added. */
const lockShared = sql<{ one: number }, [ehrId: EhrId, uid: ObjectId]>({
  name: 'episode.hold',
  text: guarded`select 1 as one from ${seen.episode()} where ehr_id = $1 and episode_id = $2 and not deleted for key share`,
})
const assignHeld = sql<never, [ehrId: EhrId, uid: ObjectId, objectIds: readonly ObjectId[]]>({
  name: 'episode.assignHeld',
  text: guarded`${update.versioned_object({
    set: 'episode_id = $2',
    where: 'ehr_id = $1 and object_id = any($3::uuid[]) and episode_id is distinct from $2',
  })}`,
})
const assign = sql<{ one: number }, [ehrId: EhrId, uid: ObjectId, objectIds: readonly ObjectId[]]>({
  name: 'episode.assign',
  text: guarded`with held as (
           select episode_id from ${seen.episode()} where ehr_id = $1 and episode_id = $2 and not deleted for key share
         ), assigned as (
           ${update.versioned_object({
             as: 'o',
             set: 'episode_id = held.episode_id',
             from: 'held',
             where:
               'o.ehr_id = $1 and o.object_id = any($3::uuid[]) and o.episode_id is distinct from held.episode_id',
           })}
         )
         select 1 as one from held`,
})
/** Locks the episode exclusively, after all shared locks have ended. */
const lockExclusively = sql<never, [ehrId: EhrId, uid: ObjectId]>({
  name: 'episode.holdAlone',
  text: guarded`select 1 from ${seen.episode()} where ehr_id = $1 and episode_id = $2 for update`,
})
/** A separate statement, since it must see records committed while `lockExclusively` waited. Deleted records count: they can be restored. */
const recordsOf = sql<never, [ehrId: EhrId, uid: ObjectId]>({
  name: 'episode.records',
  text: guarded`select 1 from ${seen.versioned_object()} where ehr_id = $1 and episode_id = $2 limit 1`,
})
const markDeleted = sql<never, [ehrId: EhrId, uid: ObjectId]>({
  name: 'episode.markDeleted',
  text: guarded`${update.episode({ set: 'deleted = true', where: 'ehr_id = $1 and episode_id = $2' })}`,
})

/** Returns false, and changes nothing, if the EHR has no such episode. Call it in the transaction of the commit. */
export async function assignEpisode(
  db: LimitedQueries,
  ehrId: EhrId,
  uid: ObjectId,
  objectIds: readonly ObjectId[],
): Promise<boolean> {
  if (db.isDistributed) {
    if ((await db.query(lockShared, [ehrId, uid])).length === 0) return false
    await db.execute(assignHeld, [ehrId, uid, objectIds])
    return true
  }
  return (await db.query(assign, [ehrId, uid, objectIds])).length > 0
}

/** Locks an episode and returns true if no record belongs to it. */
export async function lockEmptyEpisode(db: LimitedQueries, ehrId: EhrId, uid: ObjectId): Promise<boolean> {
  await db.query(lockExclusively, [ehrId, uid])
  return (await db.query(recordsOf, [ehrId, uid])).length === 0
}

export async function markEpisodeDeleted(db: LimitedQueries, ehrId: EhrId, uid: ObjectId): Promise<void> {
  await db.execute(markDeleted, [ehrId, uid])
}
