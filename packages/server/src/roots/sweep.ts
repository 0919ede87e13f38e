/**
 * Removes entries of the dictionary that nothing uses any more, such as node ids that only an erased record had. In two steps, since servers
 * write entries that they know without asking: an entry is retired first, which every server learns within seconds, and then asks before it writes
 * it; what is still unused a while later is removed.
 */
import type { Database, Queries } from '../db/index.ts'
import {
  findSweepState,
  removeRetired,
  retireUnused,
  suspectAllEntries,
  takeSweepTurn,
} from './sweep-store.ts'

interface Swept {
  /** Entries that nothing uses: to be removed by a later sweep. */
  readonly retired: number
  /** Entries that were retired before, and are gone now. */
  readonly removed: number
}

interface SweepOptions {
  /** Looks at every entry, not only at those of erased records. */
  readonly all?: boolean
  /** How long an entry stays retired: servers learn of it every two seconds. */
  readonly graceMs?: number
}

const GRACE_MS = 60_000

/** A pass over all rows takes its time. */
const LONG_WORK = { statementTimeoutMs: 3_600_000 }

/** Nothing is done where another process sweeps. Two transactions, so that neither holds what the other locks. */
export async function sweepDictionary(
  db: Database,
  { all = false, graceMs = GRACE_MS }: SweepOptions = {},
): Promise<Swept> {
  const { suspects, overdue } = await findSweepState(db, graceMs)
  const inTurn = (work: (queries: Queries) => Promise<number>): Promise<number> =>
    db.transaction(async queries => ((await takeSweepTurn(queries)) ? work(queries) : 0), LONG_WORK)
  const removed = overdue ? await inTurn(queries => removeRetired(queries, graceMs)) : 0
  const retire = async (queries: Queries): Promise<number> => {
    if (all) await suspectAllEntries(queries)
    return retireUnused(queries)
  }
  return { removed, retired: all || suspects ? await inTurn(retire) : 0 }
}
