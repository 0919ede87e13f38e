/** Divides the EHRs of a part by the shards of a cluster, so that each statement about some of them asks one node. */
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import type { IdRange } from '../id-range.ts'

/** EHRs, or parties, whose versions are read by the same statements. */
export interface Group extends IdRange {
  /** Absent: all of the range. */
  readonly ehrIds?: readonly EhrId[]
}

const idsOf = sql<{ ehr_id: EhrId }, [from: EhrId, to: EhrId]>({
  name: 'verify.ids',
  text: guarded`select ehr_id from ${seen.version()} where ehr_id between $1 and $2 group by ehr_id`,
})

/** The tables of parties are divided as those of EHRs. */
const TABLE = 'cairn.version'

const shardsOf = sql<{ shards: number }, [table: string]>({
  name: 'verify.shardCount',
  seesAll: 'reads no records',
  text: 'select count(*) as shards from pg_dist_shard where logicalrelid = $1::regclass',
})

/** None for one server. */
export const countShards = async (queries: LimitedQueries): Promise<number> =>
  queries.isDistributed ? ((await queries.query(shardsOf, [TABLE]))[0]?.shards ?? 0) : 0

/** The order is as random as the ids, so that threads ask different nodes. */
const byShard = sql<{ ehr_ids: readonly EhrId[] }, [ehrIds: readonly EhrId[], table: string]>({
  name: 'verify.shards',
  text: guarded`select array_agg(id order by id) as ehr_ids from unnest($1::uuid[]) id
         group by get_shard_id_for_distribution_column($2::regclass, id) order by 1`,
})

export async function groupsIn(queries: LimitedQueries, ids: IdRange): Promise<readonly Group[]> {
  if (!queries.isDistributed) return [ids]
  const found = await queries.query(idsOf, [ids.from, ids.to])
  const groups = await queries.query(byShard, [found.map(({ ehr_id }) => ehr_id), TABLE])
  return groups.map(({ ehr_ids }) => ({ ...ids, ehrIds: ehr_ids }))
}
