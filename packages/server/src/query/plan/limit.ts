/** Stage 4: how many rows: what the query itself says, and the page of that which the call asks for. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { value } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import type { Guarded } from './guard.ts'
import { notPushed } from './not-pushed.ts'

export interface Limited {
  readonly guarded: Guarded
  /** As many rows are never needed: a constant, by which the database chooses a plan for few rows or for many. */
  readonly most: number
  readonly offset: Fragment
  readonly fetch: Fragment
}

export function limit(guarded: Guarded, most: number): Limited {
  if (guarded.placed.resolved.query.top?.direction === 'BACKWARD') notPushed('TOP from the end')
  return {
    guarded,
    most,
    offset: value('bigint', given => given.offset),
    fetch: value('bigint', given => given.fetch),
  }
}

export interface Page {
  readonly offset: number
  readonly fetch: number
}

/** The page of a call within what LIMIT or TOP leaves. */
export function pageOf({ top, limit: own }: Aql.BoundQuery, { offset, fetch }: Page): Page {
  const [skipped, count] = top ? [0, top.count] : own ? [own.offset, own.count] : [0, Number.MAX_SAFE_INTEGER]
  return {
    offset: Math.min(skipped + offset, Number.MAX_SAFE_INTEGER),
    fetch: Math.max(0, Math.min(fetch, count - offset)),
  }
}

/** The same page and the first row after it, by whose absence the page is known to be the last. */
export const andOneMore = ({ offset, fetch }: Page): Page => ({ offset, fetch: fetch + 1 })

/** Round numbers, as people ask for, and the row after the page. */
const USUAL: readonly number[] = [11, 21, 51, 101, 201, 501, 1001]

/** One of few numbers, since a plan is kept for each. What is read to be sorted is read up to it, so that it is near to what is asked for. */
export function mostOf({ offset, fetch }: Page): number {
  const wanted = offset + fetch
  let most = USUAL.find(usual => usual >= wanted) ?? 4096
  while (most < wanted) most *= 4
  return Math.min(most, Number.MAX_SAFE_INTEGER)
}
