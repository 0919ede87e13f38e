/** Tells whether the database can serve requests. */
import { openPool, sql } from '../db/index.ts'

/** A standby that is not promoted yet answers, and takes no writes: no request could be served, since its audit event could not be stored. */
const ping = sql<{ read_only: boolean }>({
  name: 'health.ping',
  text: `select current_setting('transaction_read_only')::boolean as read_only`,
})

/** Nodes of a cluster that do not answer. */
const missingNodes = sql<{ node: string }>({
  name: 'health.missingNodes',
  text: `select nodename || ':' || nodeport as node from run_command_on_workers('select 1') where not success`,
})

interface Readiness {
  unready(): Promise<string | undefined>
  degraded(): Promise<string | undefined>
  close(): Promise<void>
}

/** Uses its own connection, so that full pools do not make the server look unready. */
export function openReadiness(url: string, isDistributed: boolean): Readiness {
  const db = openPool(url, {
    max: 1,
    applicationName: 'cairn health',
    statementTimeoutMs: 1500,
    waitMs: 1500,
  })
  return {
    unready: () =>
      db.query(ping).then(
        ([state]) => (state?.read_only ? 'The database takes no writes.' : undefined),
        () => 'The database cannot be reached.',
      ),
    degraded: async () => {
      if (!isDistributed) return undefined
      const missing = await db.query(missingNodes).catch(() => [{ node: 'of which none answered in time' }])
      return missing.length === 0
        ? undefined
        : `A part of the database cannot be reached: node ${missing.map(({ node }) => node).join(', ')}.`
    },
    close: () => db.close(),
  }
}
