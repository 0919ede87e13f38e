/** The admin room: erases records, merges EHRs and verifies everything. */

import { type BoundEndpoint, bind } from '../http/index.ts'
import { type AdminNeeds, adminList } from './endpoints.ts'
import { adminEpisodeEndpoints } from './episode-endpoints.ts'
import { adminObjectEndpoints } from './object-endpoints.ts'
import { adminPartyEndpoints } from './party-endpoints.ts'
import { type VerificationNeeds, verificationEndpoints } from './verification/endpoints.ts'

export { openErasureLog } from './erasure-log.ts'
export { acceptObject } from './verification/accept.ts'
export { type CheckedPart, openIndexCheck } from './verification/part.ts'
export {
  printHead,
  readHead,
  type Verification,
  type VerificationPart,
  verificationBody,
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
