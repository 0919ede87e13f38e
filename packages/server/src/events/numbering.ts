/**
 * Gives each committed change its position in the feed, after its commit (decision 0101).
 *
 * The state of the feed is a snapshot of the database: changes that it shows have a position. A round finds those that a newer snapshot shows
 * and this one does not, so it finds each once, whatever transactions overlap; no time and no wait decides.
 */

import { NO_EHR } from '../audit/index.ts'
import { shareNext } from '../collections/index.ts'
import type { Database, Queries } from '../db/index.ts'
import {
  addChanges,
  adoptFeed,
  type FeedState,
  findFeedState,
  findNewChanges,
  findSnapshot,
  findTwoPhase,
  hasNewChanges,
  lockFeed,
  moveFeed,
  numberAtOnce,
  type Search,
} from './numbering-store.ts'

/** A row of another cluster may have a number from the future. Between two statements of a round no million transactions begin. */
const ROOM = 1_000_000n
const GREATEST = (2n ** 64n - 1n).toString()

const searchFor = (state: FeedState, doubtful: readonly string[]): Search => [
  state.xmax,
  state.is_own ? (BigInt(state.now_xmax) + ROOM).toString() : GREATEST,
  [...state.under_way, ...state.doubtful, ...doubtful],
  state.numbered_from,
]

const LOW = 2n ** 32n

/** The number of a transaction before `xmax`, of which only the low half is known. */
function wholeNumber(low: string, xmax: string): string {
  const end = BigInt(xmax)
  const number = end - (end % LOW) + BigInt(low)
  return (number < end ? number : number - LOW).toString()
}

/**
 * A cluster decides a transaction of several nodes before it is visible on all of them. Its changes are looked for until then. The list is read
 * after the state and before the changes: a transaction that has left it is visible.
 */
const findDoubtful = async (db: Queries, { now_xmax }: FeedState): Promise<readonly string[]> =>
  db.isDistributed ? (await findTwoPhase(db)).map(low => wholeNumber(low, now_xmax)) : []

/** Call it in a transaction. Returns the last position. */
async function runRound(db: Queries): Promise<number> {
  await lockFeed(db)
  const state = await findFeedState(db)
  const doubtful = await findDoubtful(db, state)
  const found = await findNewChanges(db, searchFor(state, doubtful))
  const [first] = found
  const added = first
    ? await addChanges(db, [
        state.head,
        found.map(({ ehr_id }) => (ehr_id === NO_EHR ? null : ehr_id)),
        found.map(({ id }) => id),
        found.map(({ is_note }) => is_note),
        found.map(({ is_party }) => is_party),
      ])
    : 0
  if (!state.is_own) await adoptFeed(db, state.now)
  else await moveFeed(db, first?.seen ?? state.now, doubtful)
  return state.head + added
}

interface Look {
  /** The last position of the feed. */
  readonly head: number
  /** The state of the database in which there was no change without a position; undefined: some were found. */
  readonly quiet: string | undefined
  /** Time of `performance`. */
  readonly at: number
}

const NEVER: Look = { head: 0, quiet: undefined, at: 0 }

/** At rest, a full search is made at this interval nevertheless: after a failover, another database may have the same snapshot. */
const FULL_SEARCH_MS = 1000

/** Gives a position to each change that was committed before the call. `isBusy`: there probably are some, so they are not asked for first. */
async function numberChanges(db: Database, isBusy: boolean): Promise<Look> {
  const at = performance.now()
  const state = await findFeedState(db)
  const search = searchFor(state, await findDoubtful(db, state))
  if (state.is_own && !isBusy && !(await hasNewChanges(db, search)))
    return { head: state.head, quiet: state.now, at }
  // A database that was distributed before may have left transactions that were looked for again; a round in a transaction ends that.
  const isAtOnce = state.is_own && !db.isDistributed && state.doubtful.length === 0
  const head =
    (isAtOnce ? await numberAtOnce(db, search, state) : undefined) ?? (await db.transaction(runRound))
  return { head, quiet: undefined, at }
}

/** True if no transaction has written since the look. In a cluster, each node has snapshots of its own. */
const isStillQuiet = async (db: Database, { quiet, at }: Look): Promise<boolean> =>
  quiet !== undefined &&
  !db.isDistributed &&
  performance.now() - at < FULL_SEARCH_MS &&
  (await findSnapshot(db)) === quiet

/** Calls of one moment share a round; a call never gets the result of a round that began before it. */
export function openNumbering(db: Database): () => Promise<number> {
  let last = NEVER
  let isGrowing = false
  const look = async (): Promise<number> => {
    if (await isStillQuiet(db, last)) return last.head
    const before = last
    last = await numberChanges(db, isGrowing)
    isGrowing = last.head > before.head
    return last.head
  }
  return shareNext(look)
}
