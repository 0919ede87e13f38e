/** What queries are doing in the database at this moment. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, sql } from '../../packages/server/src/db/index.ts'

const busy = sql<{ state: string; query: string }>({
  name: 'test.busy',
  text: `select state, query from pg_stat_activity
         where datname = current_database() and application_name = 'cairn query' and state <> 'idle'`,
})

export const busyQueries = (db: Database) => db.query(busy)

/** Only tells what never happens from what happens late: a busy machine may need this long for things that take milliseconds. */
const PATIENCE_MS = 30_000

/** Polls until something is true; false where it never becomes so. */
export async function becomes(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50))
    if (await isTrue()) return true
  return false
}

/** Waits until nothing of a query is left in the database. */
export const becomesIdle = (db: Database): Promise<boolean> =>
  becomes(async () => (await busyQueries(db)).length === 0)

/** Waits until so many queries are at work in the database. */
export const becomesBusy = (db: Database, count = 1): Promise<boolean> =>
  becomes(async () => (await busyQueries(db)).length >= count)
