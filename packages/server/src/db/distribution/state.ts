/** The state of a database by what it says of itself: one server, or the coordinator of a Citus cluster. */
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { LAST_OF_PARTIES } from './party-steps.ts'

interface Found {
  readonly has_citus: boolean
  readonly has_schema: boolean
}

/** The catalogue of Citus is asked only where there is one: its tables are part of the extension. */
const FIND = `select to_regclass('pg_catalog.pg_dist_partition') is not null as has_citus,
  to_regclass('cairn.distribution') is not null as has_schema`

const STATE = `select
  (select groupid from pg_catalog.pg_dist_local_group) as node_group,
  exists (select 1 from pg_catalog.pg_dist_partition where logicalrelid = to_regclass('cairn.ehr')) as distributed,
  exists (select 1 from cairn.distribution) as begun,
  exists (select 1 from cairn.distribution where step = 'complete')
    and exists (select 1 from cairn.distribution where step = 'audit trail rights')
    and exists (select 1 from cairn.distribution where step in ('${LAST_OF_PARTIES}', 'copy')) as complete,
  exists (select 1 from cairn.distribution where step = 'copy') as copied`

interface State {
  readonly node_group: number
  readonly distributed: boolean
  readonly begun: boolean
  /** A copy of a database that was in use has its foreign keys later. */
  readonly complete: boolean
  readonly copied: boolean
}

async function stateOf(client: pg.Client): Promise<State | undefined> {
  const { rows: found } = await client.query<Found>(FIND)
  if (!found[0]?.has_citus || !found[0].has_schema) return undefined
  return (await client.query<State>(STATE)).rows[0]
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'cairn',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** True if the tables of records are distributed. Throws if this node, or the state of the database, cannot be served from. */
export const detectDistribution = (url: string): Promise<boolean> =>
  connected(url, async client => {
    const state = await stateOf(client)
    if (!state?.begun && !state?.distributed) return false
    // Numbers that a worker gives begin at 2^48, and would be out of the order of commits.
    if (state.node_group !== 0)
      throw new StartError(
        'The database is a worker of a Citus cluster: set CAIRN_DATABASE_URL to its coordinator.',
      )
    if (!state.complete && state.copied)
      throw new StartError(
        'This database is a copy that is not in use yet: run "cairn distribute switch" with the settings of the database that it is a copy of.',
      )
    if (!state.complete)
      throw new StartError('The database is distributed in part only: run "cairn distribute" to the end.')
    return true
  })
