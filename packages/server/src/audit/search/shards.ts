/** Searches the audit trail of a cluster shard by shard, while a node is away: a statement over all of them would fail. */
import { type Queries, quoteText, sql } from '../../db/index.ts'
import type { StoredEvent } from '../seals/store.ts'
import { type FindIn, printSearch } from './print-search.ts'

const viewOfShard = sql<{ text: string }>({
  name: 'audit.viewOfShard',
  text: 'select cairn.audit_events_of_shard() as text',
})

/** The shards of both tables that belong together are on one node. `result` is their answer, as text. */
const onShards = sql<{ node: string; success: boolean; result: string }, [command: string]>({
  name: 'audit.onShards',
  text: `select nodename || ':' || nodeport as node, success, result
         from run_command_on_colocated_placements('cairn.audit_trail', 'cairn.audit_old_event', $1)`,
})

/** Shards take a command without values. The command is a format, so that a percent sign is doubled. */
const addText = (value: unknown): string => quoteText(String(value)).replaceAll('%', '%%')

/** Without the Z, times with microseconds and without are in order. */
const timeOf = ({ at }: StoredEvent): string => at.slice(0, -1)

const isNewer = (a: StoredEvent, b: StoredEvent): boolean =>
  timeOf(a) === timeOf(b) ? a.event_id > b.event_id : timeOf(a) > timeOf(b)

/** Adds the nodes that did not answer to `missing`. */
export async function findOnShards(db: Queries, missing: Set<string>): Promise<FindIn> {
  const [view] = await db.query(viewOfShard)
  const sources = { trail: `(${view?.text})`, old: '%2$s' }
  return async (filter, limit) => {
    const search = printSearch(filter, limit, addText, sources)
    const answers = await db.query(onShards, [`select coalesce(json_agg(e), '[]') from (${search}) e`])
    for (const { node, success } of answers) if (!success) missing.add(node)
    const found = answers.flatMap(({ success, result }) =>
      success ? (JSON.parse(result) as StoredEvent[]) : [],
    )
    return found.sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, limit)
  }
}
