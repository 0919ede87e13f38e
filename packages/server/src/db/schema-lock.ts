/** Migrations, rights of roles and triggers of a move change the same rows of the catalog: one of them at a time. */
import type pg from 'pg'

/** The session has the lock until it ends. */
export const lockSchema = (client: pg.Client): Promise<unknown> =>
  client.query("select pg_advisory_lock(hashtextextended('cairn.migration', 0))")
