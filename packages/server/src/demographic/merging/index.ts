/** Merging people who are one, and separating them again. */
import { type BoundEndpoint, bind, limitDatabase } from '../../http/index.ts'
import { type MergingNeeds, mergingEndpoints } from './endpoints.ts'

export const mergingRoomEndpoints = (needs: MergingNeeds): BoundEndpoint[] =>
  bind(mergingEndpoints, needs, call => ({ ...needs, db: limitDatabase(needs.db, call) }))
