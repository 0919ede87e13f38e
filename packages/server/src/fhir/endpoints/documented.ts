/** Parameters and answers that the operations of the room share, for the API description. */
import type { ParameterDoc } from '../../http/index.ts'
import { FHIR_TYPES } from '../outcome.ts'
import { FILTERS } from '../search/search-parameters.ts'
import { MOST_RESOURCES } from '../search/search-query.ts'

export const TAG = 'FHIR'

export const RESOURCE_TYPE: ParameterDoc = {
  name: 'resource_type',
  in: 'path',
  required: true,
  description: 'A resource type of R4 that a mapping makes, such as `Observation`.',
  schema: { type: 'string' },
}

export const RESOURCE_ID: ParameterDoc = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the resource.',
  schema: { type: 'string' },
}

export const PATIENT_ID: ParameterDoc = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the Patient, which is that of the EHR.',
  schema: { type: 'string', format: 'uuid' },
}

export const VERSION_ID: ParameterDoc = {
  name: 'version_id',
  in: 'path',
  required: true,
  description: 'The number of the version, as `meta.versionId` has it.',
  schema: { type: 'string' },
}

const query = (name: string, description: string): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})

/** Habits of clients: every answer is JSON. */
export const FORMAT_PARAMETERS = [
  query('_format', '`json`; every answer is JSON.'),
  query('_pretty', 'Accepted and ignored.'),
]

export const PAGE_PARAMETERS = [
  query('_count', `Most resources of a page: 50 if left out, ${MOST_RESOURCES} at most.`),
  query('page', 'The place of a page, as the link to it says.'),
]

export const SEARCH_PARAMETERS: readonly ParameterDoc[] = [
  query('patient', 'Resources of one patient, `Patient/<id>` or the id.'),
  query('subject', 'The same as `patient`.'),
  query('_id', 'Ids of resources, by comma.'),
  ...Object.entries(FILTERS).map(([name, { description }]) => query(name, description)),
  ...PAGE_PARAMETERS,
  query('_sort', '`date`, `-date`, `_lastUpdated` or `-_lastUpdated`; else in the order of the commits.'),
  query('_include', '`<type>:patient`: the answer has the Patients too.'),
  query(
    '_explain',
    '`true`: the AQL of the search, and what is compared afterwards, instead of its resources.',
  ),
  ...FORMAT_PARAMETERS,
]

const resourceSchema = (resourceType: string) => ({
  type: 'object',
  required: ['resourceType'],
  properties: { resourceType: { type: 'string', enum: [resourceType] } },
  additionalProperties: true,
})

export const ANY_RESOURCE = {
  type: 'object',
  title: 'FHIR resource',
  required: ['resourceType'],
  properties: { resourceType: { type: 'string' } },
  additionalProperties: true,
}

export const BUNDLE = resourceSchema('Bundle')
export const PATIENT = resourceSchema('Patient')
export const OUTCOME = resourceSchema('OperationOutcome')

/** The description of the routes below `/fhir/r4`. */
export const FHIR_API = {
  title: 'Cairn, FHIR R4',
  description:
    'openEHR records as FHIR R4. The CapabilityStatement has the resource types and their searches.',
  schemas: {},
  refusal: { types: [FHIR_TYPES[0]], schema: OUTCOME },
}

const refused = (description: string) => ({ description: `${description} An OperationOutcome says why.` })

export const MALFORMED = { 400: refused('A parameter is not what it must be.') }
export const NO_RESOURCE = { 404: refused('There is no such resource, or no mapping makes it.') }
export const GONE = { 410: refused('The resource is deleted.') }
export const INVALID_RESOURCE = { 422: refused('The resource cannot be stored.') }
