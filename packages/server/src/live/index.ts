/** Live queries: the rows of a query, and what changes in them, as long as somebody reads. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { liveEndpoints } from './endpoints.ts'
import { type LiveNeeds, openResults } from './open-result.ts'
import { openStreams } from './stream.ts'

export { LIVE_EVENTS } from './documented.ts'
export { openLiveQueries } from './live-queries.ts'
export {
  archetypesOf,
  changedRows,
  kindsOf,
  mayConcern,
  planCondition,
  type RecordCondition,
} from './record-condition.ts'
export { findQueryable } from './run-rows.ts'

/** Limited rights open it: a query is run with the rights of the caller, which may change while it reads. */
export function liveRoomEndpoints(needs: LiveNeeds): BoundEndpoint[] {
  const open = openStreams(needs, openResults(needs))
  return bind(liveEndpoints, open, () => open)
}
