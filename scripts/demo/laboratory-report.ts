/** Template "Laboratory report": one sample, and as many analytes as were asked for. */
import {
  archetype,
  element,
  event,
  history,
  multiple,
  type Node,
  quantity,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { coded, EVENT_HEAD, text } from './shapes.ts'

const ANALYTES = {
  at0101: 'HbA1c',
  at0102: 'Creatinine',
  at0103: 'Estimated GFR',
  at0104: 'Potassium',
  at0105: 'Sodium',
  at0106: 'Haemoglobin',
  at0107: 'C-reactive protein',
  at0108: 'NT-proBNP',
  at0109: 'LDL cholesterol',
}

const FLAGS = { at0201: 'Low', at0202: 'Normal', at0203: 'High' }

const UNITS = [
  { units: 'mmol/mol', magnitude: '10.0..200.0', precision: '0..0' },
  { units: 'umol/L', magnitude: '10.0..2000.0', precision: '0..0' },
  { units: 'mL/min/{1.73_m2}', magnitude: '0.0..200.0', precision: '0..0' },
  { units: 'mmol/L', magnitude: '0.0..300.0', precision: '1..1' },
  { units: 'g/L', magnitude: '20.0..250.0', precision: '0..0' },
  { units: 'mg/L', magnitude: '0.0..600.0', precision: '0..0' },
  { units: 'ng/L', magnitude: '0.0..70000.0', precision: '0..0' },
]

const analyte: Node = archetype(
  'openEHR-EHR-CLUSTER.laboratory_test_analyte.v1',
  [
    multiple(
      'items',
      [
        element('at0024', coded(Object.keys(ANALYTES)), '1..1'),
        element('at0001', quantity(UNITS), '1..1'),
        element('at0004', coded(Object.keys(FLAGS)), '0..1'),
      ],
      '2..*',
    ),
  ],
  {
    occurrences: '1..*',
    terms: { at0000: 'Analyte', at0024: 'Name', at0001: 'Result', at0004: 'Flag', ...ANALYTES, ...FLAGS },
  },
)

const STATUS = { at0010: 'Preliminary', at0011: 'Final', at0012: 'Corrected' }

const result: Node = archetype(
  'openEHR-EHR-OBSERVATION.laboratory_test_result.v1',
  [
    history(
      event(
        tree(
          'at0003',
          [
            element('at0005', text, '1..1'),
            element('at0009', coded(Object.keys(STATUS)), '0..1'),
            analyte,
            element('at0057', text, '0..1'),
          ],
          '1..*',
        ),
        { rmType: 'POINT_EVENT', occurrences: '1..1' },
      ),
      { cardinality: '1..1' },
    ),
  ],
  {
    terms: {
      at0000: 'Laboratory test',
      at0001: 'History',
      at0002: 'Sample',
      at0003: 'Tree',
      at0005: 'Test name',
      at0009: 'Status',
      at0057: 'Conclusion',
      ...STATUS,
    },
  },
)

export const laboratoryReport = {
  templateId: 'Laboratory report',
  purpose: 'The results of one blood sample.',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.report-result.v1',
    [...EVENT_HEAD, multiple('content', result, '1..1')],
    { terms: { at0000: 'Laboratory report' } },
  ),
}
