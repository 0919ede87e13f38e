/** The room of parties: people, organisations, groups, agents and roles, by the code for records (decision 0100). */
import {
  contributionEndpointsOf,
  objectEndpoints,
  tagEndpointsOf,
  versionedEndpointsOf,
} from '../ehr/index.ts'
import { type BoundEndpoint, bind, type Endpoint } from '../http/index.ts'
import type { EhrNeeds } from '../records/index.ts'
import { limitPartyNeeds } from './limited-needs.ts'
import { PARTIES, PARTY_CONTRIBUTIONS, VERSIONED_PARTIES } from './resources.ts'
import { partyTags } from './tags.ts'

export {
  type DefinitionShelf,
  factsOf,
  findMatches,
  launchPatients,
  type Match,
  type MatchWeights,
  mendEntries,
  type NameParts,
  namePartsOf,
  openDefinitionShelf,
  openEntryCheck,
  type PersonFacts,
  personEntries,
  personRoomEndpoints,
  renewEntries,
  soughtPerson,
} from './finding/index.ts'

export { mergingRoomEndpoints } from './merging/index.ts'

interface PartyInput {
  readonly ehrId?: string
  readonly target?: { readonly ehrId: string }
}

/** The audit trail has a party where it has the EHR of a record: so it tells who looked at a person. */
const naming = (endpoint: Endpoint<EhrNeeds>): Endpoint<EhrNeeds> => ({
  ...endpoint,
  ehrOf: input => {
    const { ehrId, target } = input as PartyInput
    return ehrId ?? target?.ehrId
  },
})

/** `needs`: those of records, with the database of parties. */
export const demographicRoomEndpoints = (needs: EhrNeeds): BoundEndpoint[] =>
  bind(
    [
      ...PARTIES.flatMap(objectEndpoints),
      ...versionedEndpointsOf(VERSIONED_PARTIES),
      ...contributionEndpointsOf(PARTY_CONTRIBUTIONS),
      ...PARTIES.flatMap(tagEndpointsOf),
      partyTags,
    ].map(naming),
    needs,
    limitPartyNeeds(needs),
  )
