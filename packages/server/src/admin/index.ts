/** The admin room: erases records, merges EHRs and searches the audit trail. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { type AuditNeeds, auditEndpoints } from './audit-endpoints.ts'
import { type AdminNeeds, adminList } from './endpoints.ts'
import { adminEpisodeEndpoints } from './episode-endpoints.ts'
import { adminObjectEndpoints } from './object-endpoints.ts'

export { openErasureLog } from './erasure-log.ts'

export const adminRoomEndpoints = (needs: AdminNeeds): BoundEndpoint[] => [
  ...bind(adminList, needs),
  ...bind(adminObjectEndpoints, needs),
]

/** The audit trail, beside the clients. A right to read it is a right to read all of it. */
export const auditRoomEndpoints = (needs: AuditNeeds): BoundEndpoint[] =>
  bind(auditEndpoints, needs, () => needs)

/** Endpoints outside the openEHR REST API. */
export const adminExtraEndpoints = (needs: Pick<AdminNeeds, 'db'>): BoundEndpoint[] =>
  bind(adminEpisodeEndpoints, needs)
