/**
 * Limits of the database as a whole: a number of EHRs and of bytes. New records beyond them are refused (decision 0133). What is compared are the
 * figures of the last refresh, so that a commit waits for nothing.
 */
import { type Database, sql } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { CommitNeeds } from '../versions/index.ts'

type Quota = NonNullable<CommitNeeds['quota']>

/** Absent: no limit. */
interface QuotaLimits {
  readonly ehrs: number | undefined
  readonly bytes: number | undefined
}

const ehrCount = sql<{ ehrs: number }>({
  name: 'quota.ehrs',
  text: 'select count(*)::float8 as ehrs from cairn.ehr',
})

const databaseSize = sql<{ bytes: number }>({
  name: 'quota.bytes',
  text: 'select pg_database_size(current_database())::float8 as bytes',
})

const tooManyEhrs = (most: number) =>
  new Refusal(
    'service.ehr_limit',
    `No EHR was created: this service may have ${most} EHRs, and has them. Its operator can raise the limit.`,
  )

const tooLarge = () =>
  new Refusal(
    'service.size_limit',
    'Nothing was stored: the database of this service is as large as it may be. Its operator can raise the limit; reading and deleting go on.',
  )

/** Returns undefined without limits. */
export async function openQuota(
  db: Database,
  limits: QuotaLimits,
): Promise<(Quota & { refresh(): Promise<void> }) | undefined> {
  const { ehrs: mostEhrs, bytes: mostBytes } = limits
  if (mostEhrs === undefined && mostBytes === undefined) return undefined
  let [ehrs, bytes] = [0, 0]
  const refresh = async (): Promise<void> => {
    if (mostEhrs !== undefined) ehrs = (await db.query(ehrCount))[0]?.ehrs ?? 0
    if (mostBytes !== undefined) bytes = (await db.query(databaseSize))[0]?.bytes ?? 0
  }
  await refresh()
  const requireRoom = (): void => {
    if (mostBytes !== undefined && bytes >= mostBytes) throw tooLarge()
  }
  return {
    refresh,
    requireRoom,
    requireRoomFor: changes => {
      if (changes.some(({ data }) => data !== undefined)) requireRoom()
    },
    requireEhrRoom: () => {
      if (mostEhrs !== undefined && ehrs >= mostEhrs) throw tooManyEhrs(mostEhrs)
      requireRoom()
    },
  }
}
