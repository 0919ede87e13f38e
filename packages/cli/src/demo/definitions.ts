/** The stored queries and datamaps that come with the demo. */
import type { TemplateId } from './flat.ts'

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

interface Path {
  readonly add: string
  readonly path: string
  readonly type: string
}

export interface DemoDatamap {
  readonly name: string
  readonly template: TemplateId
  readonly paths: readonly Path[]
}

const START_TIME: Path = { add: 'time', path: '/context/start_time', type: 'DV_DATE_TIME' }

/** A value of an observation: which one, and from its history, event and tree down to the item. */
const observed = (add: string, archetype: string, steps: string, type: string): Path => {
  const [history, event, tree, item] = steps.split(' ')
  const inner = `data[${history}]/events[${event}]/data[${tree}]/items[${item}]/value`
  return { add, path: `/content[openEHR-EHR-OBSERVATION.${archetype}]/${inner}`, type }
}

const SAMPLE =
  '/content[openEHR-EHR-OBSERVATION.laboratory_test_result.v1]/data[at0001]/events[at0002]/data[at0003]'

export const DATAMAPS: readonly DemoDatamap[] = [
  {
    name: 'vital_signs',
    template: 'Vital signs',
    paths: [
      START_TIME,
      observed('systolic', 'blood_pressure.v2', 'at0001 at0006 at0003 at0004', 'DV_QUANTITY'),
      observed('diastolic', 'blood_pressure.v2', 'at0001 at0006 at0003 at0005', 'DV_QUANTITY'),
      observed('pulse', 'pulse.v2', 'at0002 at0003 at0001 at0004', 'DV_QUANTITY'),
      observed('rhythm', 'pulse.v2', 'at0002 at0003 at0001 at0005', 'DV_CODED_TEXT'),
      observed('respiration', 'respiration.v2', 'at0001 at0002 at0003 at0004', 'DV_QUANTITY'),
      observed('temperature', 'body_temperature.v2', 'at0002 at0003 at0001 at0004', 'DV_QUANTITY'),
      observed('weight', 'body_weight.v2', 'at0002 at0003 at0001 at0004', 'DV_QUANTITY'),
    ],
  },
  {
    name: 'laboratory',
    template: 'Laboratory report',
    paths: [
      START_TIME,
      { add: 'test', path: `${SAMPLE}/items[at0005]/value`, type: 'DV_TEXT' },
      {
        add: 'analytes._root',
        path: `${SAMPLE}/items[openEHR-EHR-CLUSTER.laboratory_test_analyte.v1]`,
        type: 'CLUSTER',
      },
      { add: 'analytes.name', path: '/items[at0024]/value', type: 'DV_CODED_TEXT' },
      { add: 'analytes.result', path: '/items[at0001]/value', type: 'DV_QUANTITY' },
      { add: 'analytes.flag', path: '/items[at0004]/value', type: 'DV_CODED_TEXT' },
    ],
  },
  {
    name: 'problem_list',
    template: 'Problem list',
    paths: [
      { add: 'kept_by', path: '/composer/name', type: 'STRING' },
      {
        add: 'problems._root',
        path: '/content[openEHR-EHR-EVALUATION.problem_diagnosis.v1]',
        type: 'EVALUATION',
      },
      { add: 'problems.name', path: '/data[at0001]/items[at0002]/value', type: 'DV_CODED_TEXT' },
      { add: 'problems.since', path: '/data[at0001]/items[at0077]/value', type: 'DV_DATE' },
      { add: 'problems.severity', path: '/data[at0001]/items[at0005]/value', type: 'DV_CODED_TEXT' },
      { add: 'problems.status', path: '/data[at0001]/items[at0063]/value', type: 'DV_CODED_TEXT' },
    ],
  },
]

/** As a definition is written; nothing in the tables above needs escaping. */
export const datamapXml = ({ template, paths }: DemoDatamap): string =>
  [
    `<datamap template="${template}">`,
    ...paths.map(({ add, path, type }) => `  <paths add="${add}" path="${path}" comment="${type}"/>`),
    '</datamap>',
    '',
  ].join('\n')
