/** The test queries of the AQL reference, in its order and with its numbers: 1 to 157 but 76 are legal, 76 and 158 to 172 are refused. */

const SYS = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'
const DIA = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value'
const BP = `SELECT ${SYS}/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`
const NAME = 'SELECT c/name/value FROM COMPOSITION c'
const UID = 'SELECT c/uid/value FROM COMPOSITION c'
const DIAGNOSIS = 'SELECT v/uid/value FROM EVALUATION v[openEHR-EHR-EVALUATION.problem_diagnosis.v1]'
const CODE = 'v/data[at0001]/items[at0002]/value/defining_code/code_string'

/** Number, query, what it asks for or why it is refused. */
export type TestQuery = readonly [number: number, query: string, meaning: string]

export const TEST_QUERIES: readonly TestQuery[] = [
  // A. Projection and roots
  [1, 'SELECT e/ehr_id/value FROM EHR e', 'ids of all queryable EHRs, one row each'],
  [2, 'SELECT e FROM EHR e', 'EHR objects'],
  [3, 'SELECT e/ehr_id/value AS ehr, e/time_created/value AS born FROM EHR e', 'two aliased columns'],
  [4, 'SELECT c FROM COMPOSITION c', 'latest version of every composition anywhere'],
  [
    5,
    'SELECT c/uid/value, c/name/value FROM EHR e CONTAINS COMPOSITION c',
    'uid is a full version uid; columns named #0, #1',
  ],
  [6, 'SELECT c/uid FROM COMPOSITION c', 'OBJECT_VERSION_ID object with _type'],
  [
    7,
    'SELECT c/context/start_time FROM COMPOSITION c',
    'DV_DATE_TIME object; NULL for persistent ones without context',
  ],
  [8, 'SELECT c/context/start_time/value FROM COMPOSITION c', 'string cell'],
  [9, 'SELECT c/archetype_details/template_id/value FROM COMPOSITION c', 'template ids, duplicates kept'],
  [10, 'SELECT DISTINCT c/archetype_details/template_id/value FROM COMPOSITION c', 'each template once'],
  [11, 'SELECT s/is_queryable, s/is_modifiable FROM EHR e CONTAINS EHR_STATUS s', 'booleans'],
  [
    12,
    'SELECT e/ehr_status/subject/external_ref/id/value FROM EHR e',
    'subject id through EHR path, NULL if anonymous',
  ],
  [13, 'select c from composition c', 'lower-case keywords and class accepted'],
  [14, 'SELECT "x" AS a, 1 AS b, 1.5 AS c1, true AS d, NULL AS n FROM EHR e', 'literals, one row per EHR'],
  [15, 'SELECT -1, 1e3, -2.5E-2 FROM EHR e', 'signed and scientific numbers'],
  [16, 'SELECT c/composer FROM COMPOSITION c', 'polymorphic PARTY_PROXY object, _type shows actual class'],
  [
    17,
    'SELECT c/language/code_string, c/territory/code_string, c/category/defining_code/code_string FROM COMPOSITION c',
    'code phrases',
  ],
  [
    18,
    'SELECT c/context/participations/performer/name FROM COMPOSITION c',
    'one row per participation, compositions without any give one NULL row',
  ],
  [
    19,
    'SELECT c/context/participations/function/value, c/context/participations/performer/name FROM COMPOSITION c',
    'both columns stay aligned per participation',
  ],
  [
    20,
    'SELECT c/context/participations/performer/name, c/links/target/value FROM COMPOSITION c',
    'unrelated multi-valued branches multiply',
  ],
  [
    21,
    'SELECT c/context/other_context[at0001]/items[at0005]/value/value FROM COMPOSITION c[openEHR-EHR-COMPOSITION.report.v1]',
    'value in other_context',
  ],
  [22, 'SELECT o FROM OBSERVATION o', 'implicit EHR/COMPOSITION parents'],
  [23, 'SELECT el FROM EHR_STATUS s CONTAINS ELEMENT el', 'elements inside other_details'],
  [24, 'SELECT f/name/value FROM EHR e CONTAINS FOLDER f', 'every folder at any depth'],
  [
    25,
    'SELECT f/name/value, c/uid/value FROM EHR e CONTAINS FOLDER f CONTAINS COMPOSITION c',
    'compositions referenced by folder items',
  ],
  [
    26,
    'SELECT c/feeder_audit/originating_system_item_ids/id FROM COMPOSITION c',
    'feeder identifiers, one row each',
  ],
  // B. Archetype predicates and paths
  [27, 'SELECT o FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]', 'only that archetype'],
  [
    28,
    `SELECT ${SYS}/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`,
    'systolic magnitudes, one row per event',
  ],
  [
    29,
    `SELECT ${SYS}/magnitude AS sys, ${DIA}/magnitude AS dia FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`,
    'pair per event, no cross product between events',
  ],
  [
    30,
    `SELECT o/data[at0001]/events[at0006]/time/value, ${SYS}/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`,
    'event time aligned with value',
  ],
  [
    31,
    'SELECT o/data/events/data/items/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'no predicates: every item of every event',
  ],
  [
    32,
    "SELECT o/data[at0001]/events[at0006, 'After exercise']/data[at0003]/items[at0004]/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]",
    'event with that run-time name',
  ],
  [
    33,
    "SELECT o/data[at0001]/events[at0006 and name/value='After exercise']/data[at0003]/items[at0004]/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]",
    'same as 32, long form',
  ],
  [
    34,
    'SELECT o/data[at0001]/events[at0006, $ev]/time/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'name from parameter',
  ],
  [
    35,
    'SELECT o/data[at0001]/events[at0006, at0029]/time/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'name is DV_CODED_TEXT local::at0029',
  ],
  [
    36,
    'SELECT cl/items[at0024, loinc::2345-7|Glucose|]/value FROM CLUSTER cl[openEHR-EHR-CLUSTER.laboratory_test_analyte.v1]',
    'name coded in LOINC, rubric ignored',
  ],
  [
    37,
    "SELECT c/content[openEHR-EHR-SECTION.adhoc.v1, 'Vitals']/items[openEHR-EHR-OBSERVATION.body_temperature.v2]/data[at0002]/events[at0003]/data[at0001]/items[at0004]/value/magnitude FROM COMPOSITION c",
    'archetype predicates along a path',
  ],
  [
    38,
    "SELECT c/content[archetype_node_id='openEHR-EHR-SECTION.adhoc.v1' and name/value='Vitals']/uid/value FROM COMPOSITION c",
    'standard form of 37’s first step',
  ],
  [
    39,
    "SELECT o/data[at0001]/events[time/value>='2024-01-01']/data[at0003]/items[at0004]/value/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]",
    'value predicate on the path filters events, not observations',
  ],
  [
    40,
    'SELECT o/data[at0001]/events[at0006 or at0042]/time/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'OR of node codes',
  ],
  [
    41,
    'SELECT o/data[at0001]/events[name/value matches {/.*rest.*/}]/time/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'regex predicate',
  ],
  [
    42,
    "SELECT o[name/value='Left arm']/uid/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]",
    'predicate on the variable; others give NULL',
  ],
  [
    43,
    "SELECT o FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2, 'Left arm']",
    'archetype id plus name in FROM',
  ],
  [44, 'SELECT c FROM COMPOSITION c[$arch]', 'archetype from parameter'],
  [
    45,
    'SELECT o/protocol[at0011]/items[openEHR-EHR-CLUSTER.device.v1]/items[at0001]/value/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'into a filled slot',
  ],
  [
    46,
    'SELECT v/data[at0001]/items[at0002]/value/value, v/data[at0001]/items[at0002]/value/defining_code/code_string FROM EVALUATION v[openEHR-EHR-EVALUATION.problem_diagnosis.v1]',
    'code is NULL for plain DV_TEXT',
  ],
  [
    47,
    'SELECT a/time/value, a/ism_transition/current_state/defining_code/code_string FROM ACTION a[openEHR-EHR-ACTION.medication.v1]',
    'RM attributes of ACTION',
  ],
  [
    48,
    'SELECT i/narrative/value, i/activities[at0001]/timing/value FROM INSTRUCTION i',
    'activity attribute',
  ],
  [
    49,
    'SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/null_flavour/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'null flavours only where value missing',
  ],
  [
    50,
    'SELECT o/data[at0001]/events[at0006]/width/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'only INTERVAL_EVENT has it, NULL for POINT_EVENT',
  ],
  // C. Containment
  [51, 'SELECT c/uid/value FROM EHR e[ehr_id/value=$ehr] CONTAINS COMPOSITION c', 'one EHR'],
  [
    52,
    'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]',
    'by composition archetype',
  ],
  [
    53,
    'SELECT o/uid/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o',
    'any depth, through sections',
  ],
  [
    54,
    'SELECT o/uid/value FROM COMPOSITION CONTAINS SECTION CONTAINS OBSERVATION o',
    'only observations under a section; no variables on parents',
  ],
  [
    55,
    'SELECT c/uid/value FROM COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'composition repeated once per observation',
  ],
  [
    56,
    'SELECT DISTINCT c/uid/value FROM COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'once',
  ],
  [57, 'SELECT s2/name/value FROM SECTION s1 CONTAINS SECTION s2', 'nested sections only'],
  [58, 'SELECT cl FROM CLUSTER a CONTAINS CLUSTER cl', 'nested clusters, all ancestor pairs'],
  [
    59,
    'SELECT el/value FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] CONTAINS ELEMENT el[at0004]',
    'systolic elements; at-code must not match inside nested clusters of other archetypes',
  ],
  [60, 'SELECT en FROM COMPOSITION c CONTAINS ENTRY en', 'abstract class, five concrete kinds'],
  [61, 'SELECT en FROM COMPOSITION c CONTAINS CARE_ENTRY en', 'excludes ADMIN_ENTRY and GENERIC_ENTRY'],
  [62, 'SELECT ev/time/value FROM OBSERVATION o CONTAINS EVENT ev', 'POINT_EVENT and INTERVAL_EVENT'],
  [
    63,
    'SELECT iv/math_function/value FROM OBSERVATION o CONTAINS INTERVAL_EVENT iv',
    'concrete subtype only',
  ],
  [64, 'SELECT t/name/value FROM COMPOSITION c CONTAINS ITEM_STRUCTURE t', 'trees, lists, singles, tables'],
  [
    65,
    'SELECT o, v FROM COMPOSITION c CONTAINS (OBSERVATION o[openEHR-EHR-OBSERVATION.body_temperature.v2] AND EVALUATION v[openEHR-EHR-EVALUATION.problem_diagnosis.v1])',
    'both in one composition, cross product',
  ],
  [
    66,
    'SELECT o/uid/value, v/uid/value FROM COMPOSITION c CONTAINS OBSERVATION o AND EVALUATION v',
    'same grouping without brackets',
  ],
  [
    67,
    'SELECT o/uid/value, v/uid/value FROM EHR e CONTAINS ((COMPOSITION c1 CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.body_temperature.v2]) AND (COMPOSITION c2 CONTAINS EVALUATION v[openEHR-EHR-EVALUATION.problem_diagnosis.v1]))',
    'may come from different compositions (or the same one)',
  ],
  [
    68,
    'SELECT bp/uid/value, bt/uid/value FROM COMPOSITION c CONTAINS (OBSERVATION bp[openEHR-EHR-OBSERVATION.blood_pressure.v2] OR OBSERVATION bt[openEHR-EHR-OBSERVATION.body_temperature.v2])',
    'at least one; absent one is NULL',
  ],
  [
    69,
    'SELECT a/uid/value FROM EHR e CONTAINS COMPOSITION c CONTAINS (OBSERVATION a AND EVALUATION b OR ACTION d)',
    'AND before OR',
  ],
  [
    70,
    'SELECT a/uid/value FROM EHR e CONTAINS COMPOSITION c CONTAINS (OBSERVATION a AND (EVALUATION b OR ACTION d))',
    'brackets change it',
  ],
  [
    71,
    'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1] NOT CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
    'encounters without BP',
  ],
  [
    72,
    'SELECT e/ehr_id/value FROM EHR e NOT CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.problem_list.v1]',
    'EHRs without a problem list, including empty EHRs',
  ],
  [
    73,
    'SELECT c/uid/value FROM COMPOSITION c CONTAINS (OBSERVATION o AND EVALUATION v NOT CONTAINS CLUSTER cl)',
    'NOT attaches to v only',
  ],
  [
    74,
    'SELECT x/items[at0001]/value FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.laboratory_test_result.v1] CONTAINS CLUSTER x[openEHR-EHR-CLUSTER.laboratory_test_analyte.v1]',
    'analytes inside panels at any depth',
  ],
  [
    75,
    'SELECT s1/name/value, o1/uid/value, s2/name/value FROM EHR CONTAINS ((SECTION s1 CONTAINS OBSERVATION o1) OR SECTION s2[openEHR-EHR-SECTION.adhoc.v1])',
    'chain inside OR',
  ],
  [
    76,
    'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c CONTAINS COMPOSITION d',
    'compositions do not nest',
  ],
  [
    77,
    "SELECT e/ehr_id/value FROM EHR e[ehr_id/value='00000000-0000-0000-0000-000000000000'] CONTAINS COMPOSITION c",
    'unknown id: zero rows, not an error',
  ],
  [
    78,
    "SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c[name/value='Discharge letter']",
    'standard predicate on class expression',
  ],
  [
    79,
    "SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c[context/start_time/value>='2024-01-01']",
    'range in class predicate',
  ],
  // D. VERSION
  [80, 'SELECT v/uid/value FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c', 'latest versions'],
  [
    81,
    'SELECT v/uid/value, v/commit_audit/time_committed/value FROM EHR e CONTAINS VERSION v[LATEST_VERSION] CONTAINS COMPOSITION c',
    'explicit latest',
  ],
  [
    82,
    'SELECT v/uid/value FROM EHR e[ehr_id/value=$ehr] CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
    'all versions with content',
  ],
  [
    83,
    "SELECT v/uid/value FROM EHR e CONTAINS VERSION v[commit_audit/time_committed/value>='2025-01-01T00:00:00Z'] CONTAINS COMPOSITION c",
    'committed since',
  ],
  [
    84,
    'SELECT v/commit_audit/committer/name, v/commit_audit/change_type/value FROM VERSION v[LATEST_VERSION] CONTAINS COMPOSITION c',
    'audit columns',
  ],
  [
    85,
    "SELECT v/uid/value FROM VERSION v[LATEST_VERSION] CONTAINS COMPOSITION c WHERE v/commit_audit/change_type/defining_code/code_string='251'",
    'last change was a modification',
  ],
  [
    86,
    'SELECT v/contribution/id/value, count(*) FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c',
    'versions per contribution (implicit grouping)',
  ],
  [
    87,
    'SELECT v/uid/value, s/is_modifiable FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS EHR_STATUS s ORDER BY v/commit_audit/time_committed/value',
    'status history',
  ],
  [
    88,
    'SELECT o/uid/value FROM VERSION v[LATEST_VERSION] CONTAINS OBSERVATION o',
    'version over inner class, implicit composition',
  ],
  [
    89,
    "SELECT v/lifecycle_state/value FROM VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c WHERE v/lifecycle_state/defining_code/code_string != '532'",
    'drafts',
  ],
  // E. WHERE comparisons
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
  // F. LIKE, matches, EXISTS, terminology
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
  // G. Order, paging, aggregates, functions
  [135, 'SELECT c/name/value FROM COMPOSITION c ORDER BY c/name/value', 'ascending default'],
  [136, `${UID} ORDER BY c/context/start_time DESC LIMIT 5`, 'newest five'],
  [
    137,
    `${UID} ORDER BY c/context/start_time ASCENDING, c/uid/value DESCENDING LIMIT 10 OFFSET 20`,
    'third page, tie-break',
  ],
  [
    138,
    'SELECT c/uid/value FROM COMPOSITION c ORDER BY c/context/start_time/value',
    'order by a path not selected',
  ],
  [
    139,
    `SELECT ${SYS} FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2] ORDER BY ${SYS}`,
    'order by DV_QUANTITY magnitude',
  ],
  [
    140,
    'SELECT DISTINCT c/composer/name FROM COMPOSITION c ORDER BY c/composer/name LIMIT 3',
    'limit after distinct',
  ],
  [141, 'SELECT COUNT(*) FROM EHR e', 'one row, one integer'],
  [142, 'SELECT COUNT(c/context/end_time) AS n FROM COMPOSITION c', 'non-null only'],
  [
    143,
    'SELECT COUNT(DISTINCT e/ehr_id/value) FROM EHR e CONTAINS COMPOSITION c CONTAINS EVALUATION v[openEHR-EHR-EVALUATION.problem_diagnosis.v1]',
    'patients with a diagnosis',
  ],
  [
    144,
    `SELECT MIN(${SYS}/magnitude), MAX(${SYS}/magnitude), AVG(${SYS}/magnitude), SUM(${SYS}/magnitude) FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`,
    'four numbers',
  ],
  [
    145,
    'SELECT MAX(c/context/start_time/value) FROM EHR e[ehr_id/value=$ehr] CONTAINS COMPOSITION c',
    'latest contact',
  ],
  [
    146,
    "SELECT COUNT(*), MAX(c/context/start_time/value) FROM COMPOSITION c WHERE c/name/value='none such'",
    '0 and NULL',
  ],
  [
    147,
    'SELECT e/ehr_id/value, COUNT(*) FROM EHR e CONTAINS COMPOSITION c',
    'per-EHR count if implicit grouping is chosen, else 400',
  ],
  [148, 'SELECT LENGTH(c/name/value) FROM COMPOSITION c', 'integer'],
  [
    149,
    "SELECT SUBSTRING(c/uid/value, 1, 36), CONCAT(c/name/value, '/', c/composer/name), CONCAT_WS('; ', c/name/value, c/composer/name) FROM COMPOSITION c",
    'string functions, NULL propagation to be stated',
  ],
  [150, "SELECT POSITION('let', c/name/value) FROM COMPOSITION c", '1-based or 0'],
  [
    151,
    "SELECT c/uid/value FROM COMPOSITION c WHERE CONTAINS(c/name/value, 'letter') = true",
    'function CONTAINS versus operator',
  ],
  [
    152,
    `SELECT ROUND(${SYS}/magnitude, 0), CEIL(${SYS}/magnitude), FLOOR(${SYS}/magnitude), ABS(-1), MOD(7,3) FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`,
    'numeric',
  ],
  [
    153,
    'SELECT CURRENT_DATE(), CURRENT_TIME(), NOW(), CURRENT_TIMEZONE() FROM EHR e LIMIT 1',
    'same instant for all rows',
  ],
  [
    154,
    'SELECT c/uid/value FROM COMPOSITION c WHERE LENGTH(c/name/value) > LENGTH(c/composer/name)',
    'function on both sides',
  ],
  [155, 'SELECT TOP 5 c/uid/value FROM COMPOSITION c', 'deprecated but valid'],
  [156, 'SELECT TOP 5 BACKWARD c/uid/value FROM COMPOSITION c ORDER BY c/context/start_time', 'last five'],
  [157, `SELECT c/uid/value -- ids only\nFROM COMPOSITION c -- all`, 'comments'],
  // H. Must be rejected
  [158, 'SELECT FROM EHR e', 'no column'],
  [159, 'SELECT e/ehr_id/value', 'no FROM'],
  [160, 'SELECT x/uid/value FROM EHR e', 'undeclared variable'],
  [161, 'SELECT e/ehr_id/value FROM EHR e CONTAINS COMPOSITION e', 'duplicate variable'],
  [162, 'SELECT c FROM COMPOSITION c LIMIT 0', 'below 1'],
  [163, 'SELECT c FROM COMPOSITION c OFFSET 5', 'OFFSET without LIMIT'],
  [164, 'SELECT TOP 3 c FROM COMPOSITION c LIMIT 3', 'TOP with LIMIT'],
  [165, 'SELECT c/no_such_attribute FROM COMPOSITION c', 'not an RM attribute (recommended error)'],
  [166, 'SELECT c FROM NOSUCHCLASS c', 'unknown class'],
  [167, 'SELECT c FROM COMPOSITION c WHERE c/name/value LIKE 5', 'operand type'],
  [168, 'SELECT o FROM COMPOSITION c NOT CONTAINS OBSERVATION o', 'variable of a negated branch selected'],
  [169, 'SELECT c FROM COMPOSITION c WHERE c/name/value = $missing', 'parameter without value'],
  [
    170,
    'SELECT c FROM COMPOSITION c WHERE c/uid/value NOT IN (SELECT d/uid/value FROM COMPOSITION d)',
    'no sub-select in 1.1.0',
  ],
  [171, 'SELECT c FROM COMPOSITION c ORDER BY', 'incomplete'],
  [172, 'SELECT SUM(c/name/value) FROM COMPOSITION c', 'SUM of strings (400 or NULL; state which)'],
]

const isRefused = ([number]: TestQuery): boolean => number === 76 || number >= 158

export const LEGAL: readonly TestQuery[] = TEST_QUERIES.filter(query => !isRefused(query))
export const REFUSED: readonly TestQuery[] = TEST_QUERIES.filter(isRefused)
