/** The earlier of two clocks, for work that deletes what has expired: one clock that is ahead deletes nothing. */
import type { Queries } from './database.ts'
import { sql } from './statement.ts'

const earlier = sql<{ time: Date }, [now: Date]>({
  name: 'clock.earlier',
  text: 'select least($1::timestamptz, clock_timestamp()) as time',
})

/** `now`: by the clock of the server, in milliseconds since 1970, as is the result. */
export const earlierTime = async (db: Queries, now: number): Promise<number> =>
  (await db.query(earlier, [new Date(now)]))[0]?.time.getTime() ?? now
