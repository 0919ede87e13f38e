/** The admin room: erases records, merges EHRs and verifies everything. */

import { type BoundEndpoint, bind } from '../http/index.ts'
import { type AdminNeeds, adminList } from './endpoints.ts'
import { adminEpisodeEndpoints } from './episode-endpoints.ts'
import { adminObjectEndpoints } from './object-endpoints.ts'
import { adminPartyEndpoints } from './party-endpoints.ts'
import { type VerificationNeeds, verificationEndpoints } from './verification/endpoints.ts'

export { openErasureLog } from './erasure-log.ts'
export { acceptObject } from './verification/accept.ts'
export { verificationBody } from './verification/body.ts'
export { openIndexCheck } from './verification/part.ts'
export { type Place, printHead, printPlace, readHead, readObject, readPlace } from './verification/place.ts'
export {
  type FoundFaults,
  type Verification,
  type VerificationPart,
  verifyAll,
} from './verification/verification.ts'

export const adminRoomEndpoints = (needs: AdminNeeds): BoundEndpoint[] => [
  ...bind(adminList, needs),
  ...bind(adminObjectEndpoints, needs),
  ...bind(adminPartyEndpoints, needs),
]

export const verificationRoomEndpoints = (needs: VerificationNeeds): BoundEndpoint[] =>
  bind(verificationEndpoints, needs)

/** Endpoints outside the openEHR REST API. */
export const adminExtraEndpoints = (needs: Pick<AdminNeeds, 'db'>): BoundEndpoint[] =>
  bind(adminEpisodeEndpoints, needs)
