/** Test queries of the AQL reference, part B: archetype predicates and paths. */
import { DIA, SYS, type TestQuery } from './test-query.ts'

export const PATHS: readonly TestQuery[] = [
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
]
