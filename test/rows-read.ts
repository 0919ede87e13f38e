/** Counts the rows that statements read, so that a test can tell an index from a scan. */
import { type Database, type Queries, sql } from '../packages/server/src/db/index.ts'

/** Counters of this connection alone: whatever else reads the tables meanwhile is not in them. They may have what it did a moment ago. */
const ofConnection = sql<{ rows: string }>({
  name: 'test.rowsRead',
  text: `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as rows
    from pg_stat_xact_user_tables where schemaname = 'cairn'`,
})

/** The number of rows of our tables that the work read. */
export const rowsReadBy = (db: Database, work: (queries: Queries) => Promise<unknown>): Promise<number> =>
  db.transaction(async queries => {
    const count = async () => Number((await queries.query(ofConnection))[0]?.rows)
    const before = await count()
    await work(queries)
    return (await count()) - before
  })
