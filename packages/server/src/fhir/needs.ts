/** Dependencies of the endpoints of the room. */
import type { Executor, Prepare } from '../query/index.ts'
import type { EhrNeeds } from '../records/index.ts'
import type { MappingShelf } from './mappings/mapping-shelf.ts'
import type { PatientNeeds } from './patient/person.ts'

export interface FhirNeeds extends EhrNeeds {
  readonly executor: Executor
  readonly prepareWhole: Prepare
  readonly mappings: MappingShelf
  /** People, for Patients; undefined for a caller who may not read them. */
  readonly people: PatientNeeds | undefined
  readonly territory: string | undefined
  readonly baseUrl: string
  readonly authUrl: string
  readonly version: string
  /** The start of the server, milliseconds since 1970. */
  readonly since: number
}
