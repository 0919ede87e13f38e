/** Finding people: entries written with their commits, searches over them, and definitions of where the data are. */
import { type BoundEndpoint, bind, limitDatabase } from '../../http/index.ts'
import { definitionEndpoints } from './definition-endpoints.ts'
import { type FindingNeeds, findingEndpoints } from './endpoints.ts'

export { type DefinitionShelf, openDefinitionShelf } from './definition-shelf.ts'
export { personEntries, renewEntries } from './entries.ts'
export { mendEntries, openEntryCheck } from './entry-check.ts'
export { factsOf, type NameParts, namePartsOf, type PersonFacts } from './facts.ts'
export { launchPatients } from './launch-patients.ts'
export { findMatches, type Match, type MatchWeights } from './match.ts'
export { soughtPerson } from './match-request.ts'

export const personRoomEndpoints = (needs: FindingNeeds): BoundEndpoint[] => [
  ...bind(findingEndpoints, needs, call => ({ ...needs, db: limitDatabase(needs.db, call) })),
  ...bind(definitionEndpoints, needs),
]
