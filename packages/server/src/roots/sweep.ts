/**
 * Removes entries of the dictionary that nothing uses any more, such as node ids of an erased record. It takes two steps, since servers use
 * cached entries without asking the database: an entry is retired first, which every server reads within seconds, and from then on a server must
 * add it again before it uses it. An entry that is still unused after a minute is removed.
 */
import type { Database, Queries } from '../db/index.ts'
import {
  findSweepState,
  removeRetired,
  retireUnused,
  suspectAllEntries,
  tryLockSweep,
} from './sweep-store.ts'

interface SweepResult {
  /** Unused entries, which a later sweep removes. */
  readonly retired: number
  /** Entries that were retired before and are now removed. */
  readonly removed: number
}

interface SweepOptions {
  /** Looks at every entry, not only at those of erased records. */
  readonly all?: boolean
  /** Time that an entry stays retired before it is removed; servers refresh every two seconds. */
  readonly graceMs?: number
}

const GRACE_MS = 60_000

/** A pass over all rows may take up to an hour. */
const LONG_WORK = { statementTimeoutMs: 3_600_000 }

/** Does nothing if another process is sweeping. Uses two transactions, so that no lock is kept longer than needed. */
export async function sweepDictionary(
  db: Database,
  { all = false, graceMs = GRACE_MS }: SweepOptions = {},
): Promise<SweepResult> {
  const { suspects, overdue } = await findSweepState(db, graceMs)
  const inTurn = (work: (queries: Queries) => Promise<number>): Promise<number> =>
    db.transaction(async queries => ((await tryLockSweep(queries)) ? work(queries) : 0), LONG_WORK)
  const removed = overdue ? await inTurn(queries => removeRetired(queries, graceMs)) : 0
  const retire = async (queries: Queries): Promise<number> => {
    if (all) await suspectAllEntries(queries)
    return retireUnused(queries)
  }
  return { removed, retired: all || suspects ? await inTurn(retire) : 0 }
}
