/**
 * Gives each committed change its position in the feed, after its commit (decision 0101).
 *
 * The state of the feed is a snapshot of the database: changes that it shows have a position. A round finds those that a newer snapshot shows
 * and this one does not, so it finds each once, whatever transactions overlap; no time and no wait decides.
 */

import { NO_EHR } from '../audit/index.ts'
import type { Database, Queries } from '../db/index.ts'
import {
  addChanges,
  adoptFeed,
  type FeedState,
  findFeedState,
  findNewChanges,
  findTwoPhase,
  hasNewChanges,
  lockFeed,
  moveFeed,
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

/** Returns the last position of the feed, once each change that was committed before the call has one. */
async function numberChanges(db: Database): Promise<number> {
  const state = await findFeedState(db)
  const search = searchFor(state, await findDoubtful(db, state))
  return state.is_own && !(await hasNewChanges(db, search)) ? state.head : db.transaction(runRound)
}

/** Calls of one moment share a round; a call never gets the result of a round that began before it. */
export function openNumbering(db: Database): () => Promise<number> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<number> | undefined
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        const round = numberChanges(db)
        running = round
        return round
      })
    return next
  }
}
