/** The queries that run in the database at this moment. */
import { type Database, sql } from '../../packages/server/src/db/index.ts'
import { becomes } from '../eventually.ts'

const busy = sql<{ state: string; query: string }>({
  name: 'test.busy',
  text: `select state, query from pg_stat_activity
         where datname = current_database() and application_name = 'cairn query' and state <> 'idle'`,
})

export const busyQueries = (db: Database) => db.query(busy)

/** Waits until nothing of a query is left in the database. */
export const becomesIdle = (db: Database): Promise<boolean> =>
  becomes(async () => (await busyQueries(db)).length === 0)

/** Waits until so many queries are at work in the database. */
export const becomesBusy = (db: Database, count = 1): Promise<boolean> =>
  becomes(async () => (await busyQueries(db)).length >= count)
