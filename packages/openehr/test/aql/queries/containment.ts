/** Test queries of the AQL reference, part C: containment; the compositions of 76, which do not nest, are refused. */
import type { TestQuery } from './test-query.ts'

export const CONTAINMENT: readonly TestQuery[] = [
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
]
