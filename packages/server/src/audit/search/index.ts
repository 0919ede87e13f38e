/** The search of the audit trail over HTTP. It uses the HTTP core; the rest of `audit/` is below it. */
import { type BoundEndpoint, bind } from '../../http/index.ts'
import { type AuditNeeds, auditEndpoints } from './endpoints.ts'

export { fhirBundle } from './fhir.ts'
export { trailPageIn } from './filter.ts'
export { findTrailPage, type TrailNeeds } from './trail-page.ts'

/** A right to read the trail is a right to read all of it. */
export const auditRoomEndpoints = (needs: AuditNeeds): BoundEndpoint[] =>
  bind(auditEndpoints, needs, () => needs)
