/**
 * Pages of the feed for subscriptions. Those that see everything and are at the same place share a page and select from it, so that many
 * subscriptions cost little more than one.
 */

import type { Database } from '../db/index.ts'
import {
  type ChangeEvent,
  type Cursor,
  type FeedFilter,
  filterOf,
  matchesWithEhr,
  mayPass,
  type Page,
  partyReach,
  printCursor,
  readPageAs,
  readWholePage,
} from '../events/index.ts'
import type { Identity } from '../http/index.ts'
import type { RecordCondition } from '../live/index.ts'
import { openPageRecords, type PageRecords, recordsFor, selectByRows } from './record-rows.ts'
import type { Routed } from './routes.ts'

export interface PageNeeds {
  readonly db: Database
  /** `source` of the events. */
  readonly source: string
}

interface PageQuestion extends Routed {
  readonly withContent: boolean
  readonly from: Cursor | undefined
  /** The last position of the feed. */
  readonly head: number
}

/** A page that several subscriptions read. */
interface SharedPage {
  readonly page: Page
  readonly records: PageRecords
}

export interface Pages {
  read(identity: Identity, question: PageQuestion): Promise<Page>
  /** All events, without content. */
  readWhole(from: Cursor | undefined): Promise<SharedPage>
}

/** Events of a page. */
export const PAGE_EVENTS = 200

/** Pages that are kept, and for how long: what was erased, or is out of reach since, is gone from them after that. */
const [MOST_PAGES, KEPT_MS] = [8, 500]

const EVERYTHING = filterOf({})

type IsWanted = ReturnType<typeof mayPass>

/** The events that subscriptions of the process want, with a number that changes with them. */
export interface Interests {
  version: number
  isWanted: IsWanted
}

/** True for what one of the filters wants. Each type and template is decided once. */
export function wantedByAny(filters: readonly FeedFilter[]): IsWanted {
  const rules = filters.map(mayPass)
  const known = new Map<string, boolean>()
  return (type, template) => {
    const key = `${type} ${template ?? ''}`
    const before = known.get(key)
    if (before !== undefined) return before
    const isWanted = rules.some(may => may(type, template))
    known.set(key, isWanted)
    return isWanted
  }
}

/** Parties are in no EHR. */
const isOfParty = ({ data }: ChangeEvent): boolean => data.uid !== undefined && data.ehr_id === undefined

export function openSharedPages(needs: PageNeeds, interests: Interests): Pages {
  const { db } = needs
  const kept = new Map<string, { readonly shared: Promise<SharedPage>; readonly at: number }>()
  const share = (key: string, read: () => Promise<Page>): Promise<SharedPage> => {
    const known = kept.get(key)
    if (known && performance.now() - known.at < KEPT_MS) return known.shared
    const shared = read().then(page => ({ page, records: openPageRecords(db, page.events) }))
    kept.delete(key)
    kept.set(key, { shared, at: performance.now() })
    for (const old of [...kept.keys()].slice(0, -MOST_PAGES)) kept.delete(old)
    // The next reader at the end of the feed must see what came since; one that failed is read again.
    const forget = () => void (kept.get(key)?.shared === shared && kept.delete(key))
    shared.then(({ page }) => page.events.length === 0 && forget(), forget)
    return shared
  }
  const requestFor = (withContent: boolean) => ({
    filter: EVERYTHING,
    isWanted: interests.isWanted,
    withContent,
    limit: PAGE_EVENTS,
  })
  const keyOf = (withContent: boolean, from: Cursor | undefined, reach: string): string =>
    `${withContent} ${from ? printCursor(from) : ''} ${interests.version} ${reach}`
  const readAll = (withContent: boolean, from: Cursor | undefined): Promise<SharedPage> =>
    share(keyOf(withContent, from, 'all'), () => readWholePage(needs, requestFor(withContent), from))
  const readShared = async (identity: Identity, withContent: boolean, from: Cursor | undefined) => {
    const whole = await readAll(withContent, from)
    const reach = partyReach(identity)
    if (reach === 'all' || !whole.page.events.some(isOfParty)) return whole
    return share(keyOf(withContent, from, reach), () =>
      readPageAs(needs, identity, requestFor(withContent), from),
    )
  }
  return {
    readWhole: from => readAll(false, from),
    read: async (identity, { filter, condition, withContent, from, head }) => {
      const select = async (page: Page, events: readonly ChangeEvent[], records?: PageRecords) => ({
        ...page,
        events: condition
          ? await selectByRows(db, records ?? recordsFor(db, identity, events), condition, events)
          : events,
      })
      const isNear = head - (from?.position ?? 0) < PAGE_EVENTS
      if (identity.rights === undefined && (filter.ehrs.length === 0 || isNear)) {
        const { page, records } = await readShared(identity, withContent, from)
        const events = page.events.filter(event => matchesWithEhr(filter, event))
        return select(page, events, records)
      }
      const page = await readPageAs(needs, identity, { filter, withContent, limit: PAGE_EVENTS }, from)
      return select(page, page.events)
    },
  }
}

/** The events of a page that a condition lets pass, as the caller may see them. */
export const selectFor = (
  { db }: Pick<PageNeeds, 'db'>,
  identity: Identity,
  condition: RecordCondition | undefined,
  events: readonly ChangeEvent[],
): Promise<readonly ChangeEvent[]> =>
  condition ? selectByRows(db, recordsFor(db, identity, events), condition, events) : Promise.resolve(events)
