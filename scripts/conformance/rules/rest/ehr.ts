/** Rules of the openEHR REST API for EHR and EHR_STATUS. */
import { type Rule, rule } from '../../rule.ts'
import { COMPOSITION, DIRECTORY, EHR, REST, VERSION } from './test-files.ts'

const SOURCE = 'REST API 1.1.0, EHR'

export const EHR_RULES: readonly Rule[] = [
  rule(
    'rest-ehr-create',
    'POST /ehr creates an EHR with a default status: queryable, modifiable, about PARTY_SELF.',
    SOURCE,
    `${EHR}: POST /ehr without a body`,
    `${EHR}: without a body the status is queryable`,
  ),
  rule(
    'rest-ehr-create-status',
    'POST /ehr takes an EHR_STATUS with every combination of its flags.',
    SOURCE,
    `${EHR}: a status with is_queryable`,
  ),
  rule(
    'rest-ehr-create-invalid',
    'An EHR_STATUS that breaks rules makes no EHR.',
    SOURCE,
    `${EHR}: and makes no EHR`,
    `${REST}: is 400 where it is an EHR_STATUS`,
  ),
  rule(
    'rest-ehr-put',
    'PUT /ehr/{ehr_id} creates it with the id of the client, once; then 409.',
    SOURCE,
    `${EHR}: PUT /ehr/{ehr_id} takes the id of the client, once`,
  ),
  rule(
    'rest-ehr-subject',
    'An EHR is found by subject id and namespace.',
    SOURCE,
    `${EHR}: an EHR is found by subject id and namespace`,
  ),
  rule(
    'rest-ehr-subject-409',
    'A second EHR for a subject is answered with 409, also in a race.',
    SOURCE,
    `${EHR}: a second EHR for one subject`,
    `${EHR}: of fifty EHRs for one subject`,
  ),
  rule(
    'rest-ehr-id-malformed',
    'An ehr_id that is no UUID is 400 on create and 404 on read.',
    SOURCE,
    `${EHR}: an ehr_id that is no UUID`,
  ),
  rule(
    'rest-ehr-status-version',
    'VERSION of EHR_STATUS is read by id and at a time.',
    'REST API 1.1.0, EHR_STATUS',
    `${VERSION}: the version of an EHR_STATUS`,
    `${VERSION}: for an EHR_STATUS`,
  ),
  rule(
    'rest-ehr-not-modifiable',
    'An EHR that is not modifiable refuses writes with 409 and answers reads.',
    'Reference model, EHR_STATUS.is_modifiable',
    `${COMPOSITION}: an EHR that is not modifiable`,
    `${DIRECTORY}: answers 409 to every write`,
  ),
]
