/** Schemas and examples of datamaps and their records, for the API description. */
import { FIXED_FIELDS, fixedNames } from './model.ts'

const NUMBERS: ReadonlySet<string> = new Set(['version_object_id', 'version_tree_id', 'artefact_id'])

const COLUMNS = { Systolic: 120, 'Type of contact': { code: 'at0021', value: 'Face to face' } }

const UID = '8849182c-82ad-4088-a07f-48ead4180515'

/** A record as a client sends it: its columns by label. */
export const NEW_RECORD = {
  title: 'Datamap record input',
  type: 'object',
  description:
    'The columns by their labels: a value, a code with its value, the rows of a group, or null. `/definition/datamap/{datamapName}/schema` has their schema.',
  additionalProperties: true,
  example: COLUMNS,
}

/** A record in an answer (docs/interface.md, section 2.5). */
export const RECORD = {
  title: 'Datamap record',
  type: 'object',
  description:
    'The fields that every record has, then the columns by their labels. Records of parties have `vuid`, `uid`, `version_object_id` and `version_tree_id` alone, those of compositions all fields.',
  required: fixedNames({ party: 'PARTY' }),
  properties: Object.fromEntries(
    FIXED_FIELDS.map(name => [name, { type: NUMBERS.has(name) ? 'integer' : 'string' }]),
  ),
  additionalProperties: true,
  example: {
    vuid: `${UID}::cairn.local::1`,
    episode_uid: '5a0b1c7e-3e9f-4a8f-9a55-6d1f8a6f5f10',
    episode_id: 'E0000001',
    episode_status: 'active',
    episode_start: '2026-11-15 10:00:00',
    episode_end: '9999-12-31 23:59:59',
    uid: UID,
    version_object_id: 1,
    version_tree_id: 1,
    artefact_id: 1,
    trunk_lifecycle_state: 'complete',
    ...COLUMNS,
  },
}

const SYSTOLIC =
  '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'

/** A definition in JSON; in XML the members are attributes and elements of the same names. */
export const DEFINITION = {
  title: 'Datamap definition input',
  type: 'object',
  required: ['template', 'paths'],
  properties: {
    template: { type: 'string', example: 'Blood pressure.v1' },
    comment: { type: 'string' },
    paths: {
      type: 'array',
      items: {
        type: 'object',
        required: ['add', 'path'],
        properties: {
          add: { type: 'string', example: 'Systolic' },
          path: { type: 'string', example: SYSTOLIC },
          comment: { type: 'string' },
        },
      },
    },
  },
}

export const DEFINITION_XML = `<datamap template="Blood pressure.v1"><paths add="Systolic" path="${SYSTOLIC}"/></datamap>`
