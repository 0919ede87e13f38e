/** Test queries of the AQL reference, part F: LIKE, matches, EXISTS and terminology. */
import { BP, SYS, type TestQuery, UID } from './test-query.ts'

const NAME = 'SELECT c/name/value FROM COMPOSITION c'
const DIAGNOSIS = 'SELECT v/uid/value FROM EVALUATION v[openEHR-EHR-EVALUATION.problem_diagnosis.v1]'
const CODE = 'v/data[at0001]/items[at0002]/value/defining_code/code_string'

export const CONDITIONS: readonly TestQuery[] = [
  [113, "SELECT c/name/value FROM COMPOSITION c WHERE c/name/value LIKE 'Dis*'", 'prefix'],
  [114, `${NAME} WHERE c/name/value LIKE '*letter*'`, 'anywhere'],
  [115, `${NAME} WHERE c/name/value LIKE 'Visit ?'`, 'exactly one more character'],
  [
    116,
    String.raw`${NAME} WHERE c/name/value LIKE '100\\*'`,
    'literal asterisk after 100 (backslash escaped in the string)',
  ],
  [117, `${NAME} WHERE c/name/value LIKE '50%'`, 'percent is literal'],
  [118, `${NAME} WHERE c/name/value LIKE $pattern`, 'parameter pattern'],
  [119, `${NAME} WHERE c/context/start_time/value LIKE '2024-0?-*'`, 'on a date string'],
  [120, `${NAME} WHERE NOT c/name/value LIKE 'Dis*'`, 'negated leaf'],
  [121, `${NAME} WHERE c/archetype_details/template_id/value matches {'Vitals','Labs'}`, 'list'],
  [122, `${BP} WHERE ${SYS}/magnitude matches {120, 130, 140}`, 'numbers'],
  [123, `${NAME} WHERE c/name/value matches {$a, $b, 'x'}`, 'mixed parameters'],
  [124, `${DIAGNOSIS} WHERE ${CODE} MATCHES {'A','B'}`, 'keyword in capitals'],
  [
    125,
    `${DIAGNOSIS} WHERE v/data[at0001]/items[at0002]/value/defining_code matches { terminology://snomed-ct/hierarchy?rootConceptId=73211009 }`,
    'terminology URI',
  ],
  [
    126,
    `${DIAGNOSIS} WHERE ${CODE} matches TERMINOLOGY('expand','hl7.org/fhir/4.0','http://snomed.info/sct?fhir_vs=isa/73211009')`,
    'value-set expansion',
  ],
  [
    127,
    `${DIAGNOSIS} WHERE ${CODE} matches {'44054006', TERMINOLOGY('expand','hl7.org/fhir/4.0','url=http://example.org/vs/dm')}`,
    'list merged with expansion',
  ],
  [
    128,
    `${DIAGNOSIS} WHERE TERMINOLOGY('validate','hl7.org/fhir/r4','system=http://snomed.info/sct&code=73211009&url=http://snomed.info/sct?fhir_vs') = true`,
    'row-independent condition',
  ],
  [
    129,
    `${DIAGNOSIS} WHERE TERMINOLOGY('subsumes','hl7.org/fhir/r4', CONCAT('system=http://snomed.info/sct&codeA=73211009&codeB=', ${CODE})) = true`,
    'per-row call',
  ],
  [130, 'SELECT c/uid/value FROM COMPOSITION c WHERE EXISTS c/context/end_time', 'has end time'],
  [131, `${UID} WHERE NOT EXISTS c/context/end_time`, 'open contacts, also those without context'],
  [
    132,
    `${UID} WHERE EXISTS c/content[openEHR-EHR-ADMIN_ENTRY.discharge.v1]`,
    'direct child only, not nested in sections',
  ],
  [
    133,
    "SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c CONTAINS ADMIN_ENTRY a[openEHR-EHR-ADMIN_ENTRY.admission.v1] WHERE NOT EXISTS c/content[openEHR-EHR-ADMIN_ENTRY.discharge.v1] OR e/ehr_status/subject/external_ref/namespace != 'X'",
    'mixed',
  ],
  [
    134,
    `${BP} WHERE EXISTS o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value AND NOT EXISTS o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value`,
    'systolic without diastolic in the same event, which the column brings into the row',
  ],
]
