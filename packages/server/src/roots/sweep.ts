/**
 * Removes entries of the dictionary that nothing uses any more, such as node ids of an erased record. It takes two steps, since servers use
 * cached entries without asking the database: an entry is retired first, which every server reads within seconds, and from then on a server must
 * add it again before it uses it. An entry that is still unused after a minute is removed. The minute is measured by the process that sweeps, from
 * the generation that it saw: no clock that somebody can set is asked.
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

/** Time that an entry stays retired before it is removed; servers refresh every two seconds. */
const GRACE_MS = 60_000

/** A pass over all rows may take up to an hour. */
const LONG_WORK = { statementTimeoutMs: 3_600_000 }

/** Does nothing if another process is sweeping. */
const inTurn = (db: Database, work: (queries: Queries) => Promise<number>): Promise<number> =>
  db.transaction(async queries => ((await tryLockSweep(queries)) ? work(queries) : 0), LONG_WORK)

/** Retires entries that nothing uses, whoever suspects them. Running servers remove them. */
export const retireAllUnused = (db: Database): Promise<number> =>
  inTurn(db, async queries => {
    await suspectAllEntries(queries)
    return retireUnused(queries)
  })

/** Returns a function that sweeps once, in two transactions, so that no lock is kept longer than needed. */
export function openDictionarySweep(db: Database, graceMs = GRACE_MS): () => Promise<SweepResult> {
  /** The generation that this process saw at a time of `performance.now`. */
  let seen: { readonly generation: number; readonly at: number } | undefined
  return async () => {
    const { suspects, retired, generation } = await findSweepState(db)
    const due = seen && performance.now() - seen.at >= graceMs ? seen.generation : undefined
    if (seen === undefined || due !== undefined) seen = { generation, at: performance.now() }
    const removed =
      retired && due !== undefined ? await inTurn(db, queries => removeRetired(queries, due)) : 0
    return { removed, retired: suspects ? await inTurn(db, retireUnused) : 0 }
  }
}
