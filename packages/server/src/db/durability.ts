/** An acknowledged commit must survive a crash of the database, whatever its settings are (decision 0083). */
import type { Database } from './database.ts'
import { sql } from './statement.ts'

/**
 * Runs once on each new connection. Only `off` loses commits at a crash. The other values wait at least for the disk of the primary, and say how far
 * the operator's replicas are waited for: they stay as they are.
 */
export const WAITS_FOR_DISK = `set_config('synchronous_commit', case current_setting('synchronous_commit')
  when 'off' then 'on' else current_setting('synchronous_commit') end, false)`

/** The same as a statement. */
export const WAIT_FOR_DISK = `select ${WAITS_FOR_DISK}`

export interface Durability {
  readonly fsync: string
  readonly full_page_writes: string
  /** In the sessions of this server. */
  readonly synchronous_commit: string
  /** A sentence for each setting by which a crash may lose commits. */
  readonly faults: readonly string[]
}

const settings = sql<Omit<Durability, 'faults'>>({
  name: 'durability.settings',
  text: `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit`,
})

/** The session of a node is not ours, so its own default counts. */
const NODE_SETTINGS = `select string_agg(name, ' ') from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`

const nodesWithout = sql<{ node: string; off: string }>({
  name: 'durability.nodes',
  text: `select n.nodename || ':' || n.nodeport as node, n.result as off
         from run_command_on_workers($$${NODE_SETTINGS}$$) n where n.success and n.result <> ''`,
})

const MEANINGS: Readonly<Record<string, string>> = {
  fsync: 'a crash of the machine can lose commits and damage the database',
  full_page_writes: 'a crash can damage the database, unless its file system never writes a part of a page',
  synchronous_commit: 'a crash can lose commits of the last moments',
}

const faultOf = (name: string, where: string): string =>
  `${name} is off${where}: ${MEANINGS[name] ?? 'a crash can lose commits'}.`

export async function readDurability(db: Database): Promise<Durability> {
  const [found] = await db.query(settings)
  if (!found) throw new Error('the database did not tell its settings')
  const own = Object.entries(found).flatMap(([name, value]) => (value === 'off' ? [faultOf(name, '')] : []))
  const nodes = db.isDistributed ? await db.query(nodesWithout) : []
  const others = nodes.flatMap(({ node, off }) =>
    off.split(' ').map(name => faultOf(name, ` on node ${node}`)),
  )
  return { ...found, faults: [...own, ...others] }
}
