/** Test queries of the AQL reference, part A: columns of SELECT and the classes at the root. */
import type { TestQuery } from './test-query.ts'

export const PROJECTION: readonly TestQuery[] = [
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
]
