/** The FHIR room: records as FHIR R4, by mappings of FHIRconnect (decisions 0103 and 0114). */
import { allows, fhirRights, limitOf, partyRight, RIGHTS, type Right } from '../access/index.ts'
import type { Permission } from '../access/scopes/index.ts'
import { type BoundEndpoint, bind, type LimitedCall, type LimitNeeds, limitDatabase } from '../http/index.ts'
import { limitEhrNeeds } from '../records/index.ts'
import { Refusal } from '../refusal/index.ts'
import { auditEventEndpoints } from './endpoints/audit-event-endpoint.ts'
import { exportEndpoints } from './endpoints/export-endpoints.ts'
import { mappingEndpoints } from './endpoints/mapping-endpoints.ts'
import { matchEndpoints } from './endpoints/match-endpoint.ts'
import { metadataEndpoints } from './endpoints/metadata-endpoint.ts'
import { patientEndpoints } from './endpoints/patient-endpoints.ts'
import { provenanceEndpoints } from './endpoints/provenance-endpoints.ts'
import { readEndpoints } from './endpoints/read-endpoints.ts'
import { searchEndpoints } from './endpoints/search-endpoints.ts'
import { summaryEndpoints } from './endpoints/summary-endpoint.ts'
import { writeEndpoints } from './endpoints/write-endpoints.ts'
import type { FhirNeeds, FhirServices } from './needs.ts'

export { FHIR_API } from './endpoints/documented.ts'
export { openMappingShelf } from './mappings/mapping-shelf.ts'
export { refuseAsOutcome } from './outcome.ts'

/** Resources are reachable if their compositions are; a person, if the caller may read people. */
function limitServices(services: FhirServices, call: LimitedCall): FhirServices {
  const { rights } = call
  const { people, matching, executor } = services
  const limit = limitOf(rights, RIGHTS.readRecord)
  const [right, search] = [partyRight('person', 'r'), partyRight('person', 's')]
  return {
    ...limitEhrNeeds(services)(call),
    executor: limit === undefined ? executor : executor.limitedTo(limit),
    people:
      people && allows(rights, right)
        ? { ...people, db: limitDatabase(people.db, { rights, right }) }
        : undefined,
    matching:
      matching && allows(rights, search)
        ? { ...matching, db: limitDatabase(matching.db, { rights, right: search }) }
        : undefined,
  }
}

/** The right on the records that resources are made of. */
const recordRight = (permission: Permission): Right =>
  permission === 'c' ? RIGHTS.createRecord : RIGHTS.readRecord

const typesDenied = (types: readonly string[]) =>
  new Refusal(
    'auth.right_denied',
    `Your rights do not allow this operation for ${types.join(', ').slice(0, 255)}.`,
  )

/** Scopes on resource types count for resources of these types alone. */
const limitFhir =
  (services: FhirServices): LimitNeeds<FhirNeeds> =>
  call => {
    const rightsFor = (types: readonly string[], permission: Permission) => {
      const rights = fhirRights(call.rights, types, permission)
      return allows(rights, recordRight(permission)) ? rights : undefined
    }
    return {
      ...limitServices(services, call),
      reaches: (type, permission) => rightsFor([type], permission) !== undefined,
      narrowTo: (types, permission) => {
        const rights = rightsFor(types, permission)
        if (rights === undefined) throw typesDenied(types)
        return limitServices(services, { ...call, rights })
      },
    }
  }

export const fhirRoomEndpoints = (services: FhirServices): BoundEndpoint[] =>
  bind(
    [
      ...metadataEndpoints,
      ...exportEndpoints,
      ...patientEndpoints,
      ...matchEndpoints,
      ...summaryEndpoints,
      ...provenanceEndpoints,
      ...auditEventEndpoints,
      ...searchEndpoints,
      ...readEndpoints,
      ...writeEndpoints,
    ],
    { ...services, reaches: () => true, narrowTo: () => services },
    limitFhir(services),
  )

/** Below `/extra/v1`. Limited rights do not open them: mappings decide what all callers see. */
export const mappingRoomEndpoints = (services: FhirServices): BoundEndpoint[] =>
  bind(mappingEndpoints, services)
