/** The clocks of the server and of the database, for work that deletes what has expired: one clock that is ahead deletes nothing. */
import type { Queries } from './database.ts'
import { StartError } from './start-error.ts'
import { sql } from './statement.ts'

/** Clocks that differ by more than this are not trusted, neither of them. */
export const MOST_DIFFERENCE_MS = 5 * 60_000

const current = sql<{ time: Date }>({ name: 'clock.now', text: 'select clock_timestamp() as time' })

const databaseTime = async (db: Queries): Promise<number> => {
  const [row] = await db.query(current)
  if (!row) throw new Error('the database did not tell its time')
  return row.time.getTime()
}

/** `now`: by the clock of the server, in milliseconds since 1970, as is the result: the earlier of both. */
export const earlierTime = async (db: Queries, now: number): Promise<number> =>
  Math.min(now, await databaseTime(db))

/** The earlier of both times, for steps of an operator that cannot be undone. Throws a StartError if the clocks do not agree. */
export async function agreedTime(db: Queries, now: number): Promise<number> {
  const time = await databaseTime(db)
  const apart = Math.abs(now - time)
  if (apart <= MOST_DIFFERENCE_MS) return Math.min(now, time)
  throw new StartError(
    `The clocks of this machine and of its database differ by ${Math.round(apart / 60_000)} minutes: nothing is deleted until one of them is corrected.`,
  )
}
