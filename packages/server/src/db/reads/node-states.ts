/** Asks a server, or all nodes of a cluster, for the positions of their write-ahead logs. */
import type { Database } from '../database.ts'
import { sql } from '../statement.ts'

/** The settings of a connection to the coordinator by which it reads from the replicas of the nodes, and from no primary. */
const FROM_REPLICAS = '-c citus.use_secondary_nodes=always'

/** The address by which a cluster is read from the replicas of its nodes. The setting cannot be changed later in a session. */
export function replicaUrlOf(url: string, isDistributed: boolean): string {
  if (!isDistributed) return url
  const address = new URL(url)
  const options = address.searchParams.get('options')
  address.searchParams.set('options', options === null ? FROM_REPLICAS : `${options} ${FROM_REPLICAS}`)
  // The driver would take a plus sign as it is.
  return address.href.replaceAll('+', '%20')
}

export interface NodeState {
  /** Of the node in a cluster; 0 for one server. */
  readonly node_group: number
  readonly system: string
  /** True if it takes no writes. */
  readonly standby: boolean
  /** In the notation of PostgreSQL; null if the node, or one of its replicas, does not answer. */
  readonly position: string | null
}

const SYSTEM = '(pg_control_system()).system_identifier::text'

/** `position`: an expression that each server computes. A node can have several replicas: the slowest one counts. */
const statesOf = (name: string, role: 'primary' | 'secondary', position: string) =>
  sql<NodeState>({
    name,
    text: `select 0 as node_group, ${SYSTEM} as system, pg_is_in_recovery() as standby, ${position} as position`,
    distributed: `select n.groupid as node_group, min(split_part(r.result, ' ', 1)) as system,
        bool_and(split_part(r.result, ' ', 2) = 'true') as standby,
        case when count(r.nodeid) = count(*) then min(split_part(r.result, ' ', 3)::pg_lsn)::text end as position
      from pg_dist_node n left join run_command_on_all_nodes(
        $$select ${SYSTEM} || ' ' || pg_is_in_recovery() || ' ' || ${position}$$) r on r.nodeid = n.nodeid and r.success
      where n.noderole = '${role}' and n.isactive and n.nodecluster = current_setting('citus.cluster_name')
      group by n.groupid order by n.groupid`,
  })

/** The position of records to come is at least that of every commit that has been answered, whatever `synchronous_commit` says. */
const primaryStates = statesOf('reads.primaryState', 'primary', 'pg_current_wal_insert_lsn()::text')
const replicaStates = statesOf(
  'reads.replicaState',
  'secondary',
  `coalesce(pg_last_wal_replay_lsn(), '0/0')::text`,
)

export const readPrimary = (db: Database): Promise<readonly NodeState[]> => db.query(primaryStates)
export const readReplica = (db: Database): Promise<readonly NodeState[]> => db.query(replicaStates)
