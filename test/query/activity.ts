/** What queries are doing in the database at this moment. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, sql } from '../../packages/server/src/db/index.ts'

const busy = sql<{ state: string; query: string }>({
  name: 'test.busy',
  text: `select state, query from pg_stat_activity
         where datname = current_database() and application_name = 'cairn query' and state <> 'idle'`,
})

export const busyQueries = (db: Database) => db.query(busy)

/** Whether, within a second, nothing of a query is left in the database. */
export async function becomesIdle(db: Database): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    if ((await busyQueries(db)).length === 0) return true
    await sleep(50)
  }
  return false
}

/** Whether, within five seconds, a query is at work in the database. */
export async function becomesBusy(db: Database): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await busyQueries(db)).length > 0) return true
    await sleep(50)
  }
  return false
}
