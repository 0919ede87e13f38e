/** Test queries of the AQL reference, part E: comparisons in WHERE. */
import { BP, DIA, SYS, type TestQuery } from './test-query.ts'

export const COMPARISONS: readonly TestQuery[] = [
  [
    90,
    "SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value='7d44b88c-4199-4bad-97dc-d78268e01398'",
    'filter by EHR',
  ],
  [
    91,
    "SELECT c/uid/value FROM COMPOSITION c WHERE c/name/value = 'Report'",
    'string equality, case-sensitive',
  ],
  [
    92,
    `SELECT ${SYS}/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE ${SYS}/magnitude >= 140`,
    'same event for filter and column',
  ],
  [93, `${BP} WHERE ${SYS}/magnitude >= 140 OR ${DIA}/magnitude >= 90`, 'either'],
  [94, `${BP} WHERE ${SYS}/magnitude > 100 AND ${SYS}/magnitude <= 140`, 'range'],
  [
    95,
    `${BP} WHERE NOT (${SYS}/magnitude < 140 AND ${DIA}/magnitude < 90)`,
    'De Morgan; missing values drop the row',
  ],
  [96, `${BP} WHERE ${SYS} >= 140`, 'DV_QUANTITY object against number'],
  [97, `${BP} WHERE ${SYS}/units != 'mm[Hg]'`, 'rows without units are not returned'],
  [
    98,
    "SELECT c/uid/value FROM COMPOSITION c WHERE c/context/start_time > '2024-03-01T10:00:00+01:00'",
    'object against datetime, zone-aware',
  ],
  [
    99,
    "SELECT c/uid/value FROM COMPOSITION c WHERE c/context/start_time/value >= '2024-03' AND c/context/start_time/value < '2024-04'",
    'partial dates',
  ],
  [
    100,
    "SELECT c/uid/value FROM COMPOSITION c WHERE c/context/start_time/value >= '20240301'",
    'basic format must be understood as a date',
  ],
  [
    101,
    `SELECT o/uid/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] WHERE ${SYS}/magnitude < ${DIA}/magnitude`,
    'path against path',
  ],
  [
    102,
    'SELECT c1/uid/value, c2/uid/value FROM EHR e CONTAINS (COMPOSITION c1[openEHR-EHR-COMPOSITION.encounter.v1] AND COMPOSITION c2[openEHR-EHR-COMPOSITION.report.v1]) WHERE c1/context/start_time/value < c2/context/start_time/value',
    'join condition across variables',
  ],
  [
    103,
    "SELECT v/uid/value FROM EVALUATION v WHERE v/data[at0001]/items[at0002]/value/defining_code/code_string='73211009' AND v/data[at0001]/items[at0002]/value/defining_code/terminology_id/value='SNOMED-CT'",
    'code and terminology of the same element',
  ],
  [
    104,
    'SELECT e/ehr_id/value FROM EHR e CONTAINS EHR_STATUS s WHERE s/is_modifiable = false',
    'boolean literal',
  ],
  [
    105,
    'SELECT el/value/value FROM COMPOSITION c CONTAINS ELEMENT el WHERE el/value/value = true',
    'DV_BOOLEAN only, text ’true’ not matched',
  ],
  [
    106,
    'SELECT el FROM COMPOSITION c CONTAINS ELEMENT el WHERE el/value > 10',
    'choice element: numeric types compared, others ignored',
  ],
  [
    107,
    "SELECT c/uid/value FROM COMPOSITION c WHERE c/uid/value = '8849182c-82ad-4088-a07f-48ead4180515::sys::1'",
    'full uid of a superseded version gives nothing',
  ],
  [
    108,
    "SELECT c/uid/value FROM COMPOSITION c WHERE c/uid/value = '8849182c-82ad-4088-a07f-48ead4180515'",
    'bare object id: decide (EHRbase accepts a UUID here)',
  ],
  [109, 'SELECT c/uid/value FROM COMPOSITION c WHERE c/context/location = NULL', 'unknown, zero rows'],
  [110, 'SELECT o/uid/value FROM OBSERVATION o WHERE o/data/events/time/value > NOW()', 'future events'],
  [111, 'SELECT a FROM ACTION a WHERE a/time/value >= $from AND a/time/value < $to', 'parameters'],
  [
    112,
    "SELECT el/value/value FROM COMPOSITION c CONTAINS ELEMENT el[at0077] WHERE el/value < 'P1Y'",
    'DV_DURATION comparison by magnitude',
  ],
]
