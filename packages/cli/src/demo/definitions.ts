/** The stored queries that come with the demo. */
export interface DemoQuery {
  readonly name: string
  readonly q: string
}

const LATEST_BLOOD_PRESSURES = `SELECT
  c/context/start_time/value AS time,
  o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude AS systolic,
  o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value/magnitude AS diastolic
FROM EHR e
  CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]
  CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]
ORDER BY c/context/start_time/value DESC`

const HIGH_HBA1C = `SELECT
  e/ehr_status/subject/external_ref/id/value AS patient,
  max(a/items[at0001]/value/magnitude) AS highest,
  count(*) AS times
FROM EHR e
  CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.report-result.v1]
  CONTAINS CLUSTER a[openEHR-EHR-CLUSTER.laboratory_test_analyte.v1]
WHERE a/items[at0024]/value/defining_code/code_string = 'at0101'
  AND a/items[at0001]/value/magnitude > $over
ORDER BY highest DESC`

const PROBLEM_COUNTS = `SELECT
  p/data[at0001]/items[at0002]/value/value AS problem,
  count(*) AS patients
FROM EHR e
  CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.problem_list.v2]
  CONTAINS EVALUATION p[openEHR-EHR-EVALUATION.problem_diagnosis.v1]
WHERE p/data[at0001]/items[at0063]/value/defining_code/code_string = 'at0201'
ORDER BY patients DESC`

export const QUERIES: readonly DemoQuery[] = [
  { name: 'demo::latest_blood_pressures', q: LATEST_BLOOD_PRESSURES },
  { name: 'demo::patients_with_high_hba1c', q: HIGH_HBA1C },
  { name: 'demo::problem_counts', q: PROBLEM_COUNTS },
]
