/**
 * The time that an EHR was read as of. A commit gets its time before it is visible, so a read at a time that has just passed could be answered
 * without it, and later with it. Such a read notes its time in the row of the EHR, and commits get later ones (decision 0083).
 */
import { guarded, seen, update } from '../access/index.ts'
import { type LimitedDatabase, type LimitedQueries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import { exclusiveLock } from './ehr-lock.ts'

/** SQL condition on a row of `cairn.ehr`: nobody has read it as of the time of a commit, or later. */
export const isUnread = (committedAt: string): string => `(read_to is null or read_to < ${committedAt})`

const settled = sql<{ is_settled: boolean }, [ehrId: EhrId, objectId: ObjectId, time: Date]>({
  name: 'version.isSettled',
  text: guarded`select coalesce(e.read_to >= $3, false) or exists (
           select from ${seen.version('v')} where v.ehr_id = $1 and v.object_id = $2 and v.committed_at > $3) as is_settled
         from ${seen.ehr('e')} where e.ehr_id = $1`,
})

/** Waits for the commits that are under way. */
const lockAlone = sql<never, [ehrId: EhrId]>({
  name: 'version.lockToRead',
  waitsForLocks: true,
  text: guarded`select ${exclusiveLock('ehr_id')} as turn from ${seen.ehr()} where ehr_id = $1`,
})

/** The key lock makes commits that have waited look at the row again. */
const lockRow = sql<never, [ehrId: EhrId]>({
  name: 'version.lockRowToRead',
  waitsForLocks: true,
  text: guarded`select from ${seen.ehr()} where ehr_id = $1 for update`,
})

const noteTime = sql<never, [ehrId: EhrId, time: Date]>({
  name: 'version.noteReadTime',
  text: guarded`${update.ehr({
    set: 'read_to = $2',
    where: 'ehr_id = $1 and (read_to is null or read_to < $2)',
  })}`,
})

/** Resolves when no commit can get a time up to the given one that the reader does not see yet. */
export type SettleTime = (ehrId: EhrId, objectId: ObjectId, time: Date) => Promise<void>

/** `now`: a time that has not passed yet cannot be settled, and is answered by the latest version. */
export const settlingTimes =
  (db: LimitedDatabase, now: () => number): SettleTime =>
  async (ehrId, objectId, time) => {
    if (time.getTime() > now()) return
    const [found] = await db.query(settled, [ehrId, objectId, time])
    if (!found || found.is_settled) return
    await db.transaction(async queries => {
      await queries.query(lockAlone, [ehrId])
      await queries.query(lockRow, [ehrId])
      await queries.execute(noteTime, [ehrId, time])
    })
  }

const readSince = sql<{ read_to: Date }, [ehrId: EhrId, time: Date]>({
  name: 'version.readSince',
  text: guarded`select read_to from ${seen.ehr()} where ehr_id = $1 and read_to >= $2`,
})

/** The time that an EHR was read as of, if that is the given one or later. */
export const findReadTime = async (
  db: LimitedQueries,
  ehrId: EhrId,
  time: Date,
): Promise<number | undefined> => (await db.query(readSince, [ehrId, time]))[0]?.read_to.getTime()
