/** New rows whose id the server chooses go to a node of the cluster that answers (decision 0116). */
import type { LimitedQueries } from '../database.ts'
import { DatabaseError } from '../database-error.ts'
import { sql } from '../statement.ts'

const placements = sql<{ id: string; node: string }, [ids: readonly string[]]>({
  name: 'nodes.placements',
  seesAll: 'it reads the catalogue of the cluster alone',
  text: `select i.id::text as id, n.nodename || ':' || n.nodeport as node
         from unnest($1::uuid[]) with ordinality as i (id, place)
         join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('cairn.ehr', i.id)
         join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' order by i.place`,
})

/** With nine of ten nodes away, none of so many ids is for the tenth once in 800 times. */
const CANDIDATES = 64

/** A node that stops ends what it is doing, and rows that are on their way to it are an internal error; only the next try finds nobody there. */
const mayBeOfNode = ({ missingNode, isStopping, code }: DatabaseError): boolean =>
  missingNode !== undefined || isStopping || code === 'XX000'

/** Adds the node of the id to those that are away, and returns an id of another node; undefined if there is none, or if another node is missed. */
async function findElsewhere<Id extends string>(
  db: LimitedQueries,
  id: Id,
  newId: () => Id,
  { away, missing }: { readonly away: Set<string>; readonly missing: string | undefined },
): Promise<Id | undefined> {
  const candidates = Array.from({ length: CANDIDATES }, newId)
  const [own, ...others] = await db.query(placements, [[id, ...candidates]])
  if (own === undefined || (missing !== undefined && missing !== own.node)) return undefined
  away.add(own.node)
  return others.find(({ node }) => !away.has(node))?.id as Id | undefined
}

/** No answer says nothing of what was done: only work that is done once, however often it is tried, may be tried again. */
const isSilent = ({ isTimeout, code }: DatabaseError): boolean => isTimeout || code.startsWith('08')

/**
 * Does the work with an id that is new; in a cluster with another one for each node that turns out to be away. `db` is no transaction: a
 * statement that fails would end it.
 */
export async function onLivingNode<Id extends string, T>(
  db: LimitedQueries,
  newId: () => Id,
  work: (id: Id) => Promise<T>,
  { isRepeatable = false }: { readonly isRepeatable?: boolean } = {},
): Promise<T> {
  const away = new Set<string>()
  for (let id = newId(); ; ) {
    try {
      return await work(id)
    } catch (error) {
      if (!db.isDistributed || !(error instanceof DatabaseError)) throw error
      if (!mayBeOfNode(error) && !(isRepeatable && isSilent(error))) throw error
      const missing = error.missingNode
      const next = await findElsewhere(db, id, newId, { away, missing }).catch(() => undefined)
      if (next === undefined) throw error
      id = next
    }
  }
}
