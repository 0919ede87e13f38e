/** Test queries of the AQL reference, part G: order, pages, aggregates and functions. */
import { SYS, type TestQuery, UID } from './test-query.ts'

export const ORDER_AND_FUNCTIONS: readonly TestQuery[] = [
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
]
