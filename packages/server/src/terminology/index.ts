/** Terminologies: openEHR's own, and those of a FHIR terminology server. */
import { type BoundEndpoint, bind } from '../http/index.ts'
import { type OfferNeeds, offerEndpoint } from './endpoints.ts'

export type { Question } from './question.ts'
export { type AskTerminology, openTerminology } from './service.ts'

/** Nothing in a terminology is about a patient, so limited calls get the same. */
export const terminologyEndpoints = (needs: OfferNeeds): BoundEndpoint[] =>
  bind([offerEndpoint], needs, () => needs)
