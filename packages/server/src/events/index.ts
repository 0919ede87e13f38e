/** The change feed: every committed change in one order, read page by page or as a stream. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { feedEndpoints } from './endpoints.ts'
import type { FeedNeeds } from './read-feed.ts'

export type { ChangeEvent } from './change-event.ts'
export { type Cursor, printCursor, readCursor, type Start } from './cursor.ts'
export { CHANGE_EVENT } from './documented.ts'
export { EVENT_TYPES } from './event-types.ts'
export { type Feed, openFeed } from './feed.ts'
export {
  type FeedFilter,
  FILTER_NAMES,
  type FilterValues,
  filterOf,
  matchesWithEhr,
  mayPass,
} from './filter.ts'
export type { EventGist } from './gist.ts'
export { findStart, type Page } from './page.ts'
export { findPlaceOfTime } from './place-of-time.ts'
export { partyReach, readPageAs, readWholePage, shownEhrs } from './read-feed.ts'
export { openReaderCount } from './reader-count.ts'
export { findRecordVersions, type RecordVersions } from './record-versions.ts'
export { findTouched, type TouchedDocument, type TouchedEhr, touchedIn } from './touched.ts'

/** Limited rights open it: the feed reads with the rights of the caller, which may change while it reads. */
export const eventRoomEndpoints = (needs: FeedNeeds): BoundEndpoint[] =>
  bind(feedEndpoints, needs, () => needs)
