/**
 * Bounds the commits that may wait for one EHR in the database: each takes one of the connections for writing, and a locked EHR with many writers
 * would take all of them (decision 0085).
 */
import { type KeyedLane, openKeyedLane } from '../db/writing/index.ts'

const COMMITS_OF_ONE_EHR = 2

/** `waitMs`: the longest wait for one of them, after which the EHR counts as locked. */
export const openEhrLane = (waitMs: number): KeyedLane => openKeyedLane(COMMITS_OF_ONE_EHR, waitMs)
