/** The admin room: what takes records away for good, or moves them as a whole. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { type AdminNeeds, adminList } from './endpoints.ts'
import { adminEpisodeEndpoints } from './episode-endpoints.ts'
import { adminObjectEndpoints } from './object-endpoints.ts'

export const adminRoomEndpoints = (needs: AdminNeeds): BoundEndpoint[] => [
  ...bind(adminList, needs),
  ...bind(adminObjectEndpoints, needs),
]

/** Those beside the openEHR REST API. */
export const adminExtraEndpoints = (needs: Pick<AdminNeeds, 'db'>): BoundEndpoint[] =>
  bind(adminEpisodeEndpoints, needs)
