/**
 * Pages of the feed for subscriptions. Those that see everything and are at the same place share a page and select from it, so that many
 * subscriptions cost little more than one.
 */

import type { Database } from '../db/index.ts'
import {
  type Cursor,
  type FeedFilter,
  filterOf,
  matchesWithEhr,
  mayPass,
  type Page,
  partyReach,
  printCursor,
  readPageAs,
} from '../events/index.ts'
import type { Identity } from '../http/index.ts'

export interface PageNeeds {
  readonly db: Database
  /** `source` of the events. */
  readonly source: string
}

interface PageQuestion {
  readonly filter: FeedFilter
  readonly withContent: boolean
  readonly from: Cursor | undefined
  /** The last position of the feed. */
  readonly head: number
}

export type ReadPage = (identity: Identity, question: PageQuestion) => Promise<Page>

/** Events of a page. */
const PAGE_EVENTS = 200

/** Pages that are kept, and for how long: what was erased, or is out of reach since, is gone from them after that. */
const [MOST_PAGES, KEPT_MS] = [4, 500]

const EVERYTHING = filterOf({})

/** The filters of all subscriptions of the process, with a number that changes with them. */
export interface Interests {
  version: number
  filters: readonly FeedFilter[]
}

export function openSharedPages(needs: PageNeeds, interests: Interests): ReadPage {
  const kept = new Map<string, { readonly page: Promise<Page>; readonly at: number }>()
  const readShared = (identity: Identity, withContent: boolean, from: Cursor | undefined): Promise<Page> => {
    const key = `${withContent} ${from ? printCursor(from) : ''} ${partyReach(identity)} ${interests.version}`
    const known = kept.get(key)
    if (known && performance.now() - known.at < KEPT_MS) return known.page
    const rules = interests.filters.map(mayPass)
    const isWanted: ReturnType<typeof mayPass> = (type, template) => rules.some(may => may(type, template))
    const request = { filter: EVERYTHING, isWanted, withContent, limit: PAGE_EVENTS }
    const page = readPageAs(needs, identity, request, from)
    kept.delete(key)
    kept.set(key, { page, at: performance.now() })
    for (const old of [...kept.keys()].slice(0, -MOST_PAGES)) kept.delete(old)
    // The next reader at the end of the feed must see what came since; one that failed is read again.
    const forget = () => void (kept.get(key)?.page === page && kept.delete(key))
    page.then(({ events }) => events.length === 0 && forget(), forget)
    return page
  }
  return async (identity, { filter, withContent, from, head }) => {
    const isNear = head - (from?.position ?? 0) < PAGE_EVENTS
    if (identity.rights === undefined && (filter.ehrs.length === 0 || isNear)) {
      const page = await readShared(identity, withContent, from)
      return { ...page, events: page.events.filter(event => matchesWithEhr(filter, event)) }
    }
    return readPageAs(needs, identity, { filter, withContent, limit: PAGE_EVENTS }, from)
  }
}
