/**
 * Statistics of the planner about erased rows. Columns with values of patients have none (migration 0039). The expressions of value indexes have them, since
 * the planner chooses those indexes by them: ANALYZE takes new samples, in which the rows that this transaction deleted are left out.
 */
import { type Queries, sql } from '../../db/index.ts'

const hasValueIndex = sql<{ found: boolean }>({
  name: 'admin.hasValueIndex',
  text: `select exists (
           select from pg_index where indrelid = 'cairn.root'::regclass and indexprs is not null) as found`,
})

/** A function of the owner: the role that serves requests owns no table. */
const analyze = sql({ name: 'admin.analyze', text: 'select cairn.analyze_roots()' })

/** Call it at the end of an erasure, in its transaction. The nodes of a cluster cannot do it there: their autovacuum takes new samples later. */
export async function forgetStatistics(db: Queries): Promise<void> {
  if (db.isDistributed) return
  const [row] = await db.query(hasValueIndex)
  if (row?.found) await db.execute(analyze)
}
