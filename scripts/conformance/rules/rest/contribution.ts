/** Rules of the openEHR REST API and of the conformance schedule for CONTRIBUTION. */
import { type Rule, rule } from '../../rule.ts'
import { CONTRIBUTION, MATRIX } from './test-files.ts'

const SOURCE = 'REST API 1.1.0, CONTRIBUTION'

export const CONTRIBUTION_RULES: readonly Rule[] = [
  rule(
    'rest-contribution-create',
    'POST contribution answers 201 with the uid in ETag and Location.',
    SOURCE,
    `${CONTRIBUTION}: answers 201 with the uid in ETag`,
  ),
  rule(
    'rest-contribution-uid',
    'A uid that is free is taken, one in use is answered with 409.',
    SOURCE,
    `${CONTRIBUTION}: takes a uid that is free`,
  ),
  rule(
    'rest-contribution-whole',
    'A contribution is committed as a whole or not at all.',
    SOURCE,
    'test/ehr/contribution-refused.test.ts: is refused with 400',
    `${CONTRIBUTION}: commits changes of all kinds at once`,
  ),
  rule(
    'rest-contribution-first',
    'The first version is a creation, complete or incomplete, and nothing else.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: is taken as a creation, complete or incomplete`,
  ),
  rule(
    'rest-contribution-next',
    'A change fits its change type and lifecycle state, and follows the latest version.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: fits its change type`,
    `${MATRIX}: follows the latest version`,
  ),
  rule(
    'rest-contribution-status',
    'An EHR_STATUS is modified or amended by a contribution, and nothing else.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: is modified or amended`,
  ),
  rule(
    'rest-contribution-folder',
    'A FOLDER is created, amended, modified and deleted by a contribution; not created twice.',
    'Conformance schedule, CONTRIBUTION',
    `${MATRIX}: is created, amended, modified and deleted`,
    `${MATRIX}: cannot be created twice`,
  ),
  rule(
    'rest-contribution-forms',
    'UPDATE_VERSION and ORIGINAL_VERSION, codes as coded text, terminology code or text are taken.',
    SOURCE,
    'test/ehr/contribution-forms.test.ts: may have change_type',
    'test/ehr/contribution-forms.test.ts: may be UPDATE_VERSION',
  ),
  rule(
    'rest-contribution-audit',
    'Time and system of the audit are set by the server.',
    SOURCE,
    'test/ehr/contribution-forms.test.ts: has the time and the system of the commit',
  ),
  rule(
    'rest-contribution-get',
    'A contribution is read by its uid, with 404 for unknown ones.',
    SOURCE,
    `${CONTRIBUTION}: answers what the commit answered`,
    `${CONTRIBUTION}: answers 404 in the same bytes`,
  ),
]
