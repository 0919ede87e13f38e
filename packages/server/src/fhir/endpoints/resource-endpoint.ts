/** Parts that all endpoints of the room share: media types, refusals as OperationOutcome, names of resources. */
import { isResourceType } from '@cairn-ehr/fhir'
import { type Endpoint, endpoint, type Incoming } from '../../http/index.ts'
import { readJson } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { FhirNeeds } from '../needs.ts'
import { FHIR_TYPES, refuseAsOutcome } from '../outcome.ts'
import type { ResourceName } from '../resource/read-resource.ts'

export const FHIR_BODY = Object.fromEntries(FHIR_TYPES.map(type => [type, readJson]))

type FhirEndpoint<Input, Output> = Omit<Endpoint<FhirNeeds, Input, Output>, 'produces' | 'refuse'>

export const fhirEndpoint = <Input, Output>(definition: FhirEndpoint<Input, Output>): Endpoint<FhirNeeds> =>
  endpoint<FhirNeeds, Input, Output>({
    ...definition,
    produces: [...FHIR_TYPES],
    refuse: refuseAsOutcome,
  })

/** Refuses a name that is no resource type of R4, which may be a mistyped path. */
export function resourceTypeIn({ parameters }: Incoming): string {
  const type = parameters['resource_type'] ?? ''
  if (isResourceType(type)) return type
  throw new Refusal('resource.not_found', `FHIR R4 has no resource type "${type.slice(0, 60)}".`)
}

export const resourceNameIn = (request: Incoming): ResourceName => ({
  type: resourceTypeIn(request),
  id: request.parameters['id'] ?? '',
})

/** The address of the API, as the client knows it. */
export const baseOf = ({ publicUrl, target, mountPoint }: Incoming): string => {
  const path = target.split('?')[0] ?? ''
  const rest = path.startsWith(mountPoint.prefix) ? path.slice(mountPoint.prefix.length) : ''
  const whole = publicUrl.split('?')[0] ?? ''
  return rest !== '' && whole.endsWith(rest) ? whole.slice(0, -rest.length) : mountPoint.url
}
