/** Dependencies of the endpoints of the room. */
import type { Permission } from '../access/scopes/index.ts'
import type { TrailNeeds } from '../audit/search/index.ts'
import type { Executor, Prepare } from '../query/index.ts'
import type { EhrNeeds } from '../records/index.ts'
import type { MappingShelf } from './mappings/mapping-shelf.ts'
import type { MatchingNeeds, PatientNeeds } from './patient/person.ts'

/** All of them but the limits by resource types. */
export interface FhirServices extends EhrNeeds {
  readonly executor: Executor
  readonly prepareWhole: Prepare
  readonly mappings: MappingShelf
  /** People, for Patients; undefined for a caller who may not read them. */
  readonly people: PatientNeeds | undefined
  /** People as `Patient/$match` searches them; undefined for a caller who may not. */
  readonly matching: MatchingNeeds | undefined
  /** For AuditEvents. A right to read the trail is a right to read all of it. */
  readonly trail: TrailNeeds
  /** Milliseconds that the reader of an export may take nothing. */
  readonly stall: number
  readonly territory: string | undefined
  readonly baseUrl: string
  readonly authUrl: string
  readonly version: string
  /** The start of the server, milliseconds since 1970. */
  readonly since: number
}

export interface FhirNeeds extends FhirServices {
  /** For an operation on resources of these types: it finds and stores no more than the caller may. Throws if that is nothing. */
  narrowTo(types: readonly string[], permission: Permission): FhirServices
  /** True if the caller may do that with some resources of the type. */
  reaches(type: string, permission: Permission): boolean
}
