/** The FHIR room: records as FHIR R4, by mappings of FHIRconnect (decisions 0103 and 0114). */
import { allows, limitOf, partyRight, RIGHTS } from '../access/index.ts'
import { type BoundEndpoint, bind, type LimitNeeds, limitDatabase } from '../http/index.ts'
import { limitEhrNeeds } from '../records/index.ts'
import { mappingEndpoints } from './endpoints/mapping-endpoints.ts'
import { metadataEndpoints } from './endpoints/metadata-endpoint.ts'
import { patientEndpoints } from './endpoints/patient-endpoints.ts'
import { readEndpoints } from './endpoints/read-endpoints.ts'
import { searchEndpoints } from './endpoints/search-endpoints.ts'
import { writeEndpoints } from './endpoints/write-endpoints.ts'
import type { FhirNeeds } from './needs.ts'

export { FHIR_API } from './endpoints/documented.ts'
export { openMappingShelf } from './mappings/mapping-shelf.ts'
export { refuseAsOutcome } from './outcome.ts'

/** Resources are reachable if their compositions are; a person, if the caller may read people. */
const limitFhir =
  (needs: FhirNeeds): LimitNeeds<FhirNeeds> =>
  call => {
    const { rights } = call
    const { people, executor } = needs
    const limit = limitOf(rights, RIGHTS.readRecord)
    const right = partyRight('person', 'r')
    return {
      ...limitEhrNeeds(needs)(call),
      executor: limit === undefined ? executor : executor.limitedTo(limit),
      people:
        people && allows(rights, right)
          ? { ...people, db: limitDatabase(people.db, { rights, right }) }
          : undefined,
    }
  }

export const fhirRoomEndpoints = (needs: FhirNeeds): BoundEndpoint[] =>
  bind(
    [...metadataEndpoints, ...patientEndpoints, ...searchEndpoints, ...readEndpoints, ...writeEndpoints],
    needs,
    limitFhir(needs),
  )

/** Below `/extra/v1`. Limited rights do not open them: mappings decide what all callers see. */
export const mappingRoomEndpoints = (needs: FhirNeeds): BoundEndpoint[] => bind(mappingEndpoints, needs)
