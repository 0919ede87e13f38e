/** A small template with one of each kind of node, for the tests of the simplified formats. */

import {
  archetype,
  codes,
  element,
  event,
  history,
  multiple,
  object,
  opt,
  ordinal,
  quantity,
  single,
  slot,
  tree,
} from '../../fixtures/opt-builder/index.ts'
import { compileTemplate } from '../../src/template/index.ts'

const text = object('DV_TEXT')
const coded = (...local: readonly string[]): ReturnType<typeof object> =>
  object('DV_CODED_TEXT', [single('defining_code', codes('local', local))])

const bloodPressure = archetype(
  'openEHR-EHR-OBSERVATION.bp.v1',
  [
    history(
      event(
        tree('at0003', [
          element('at0004', quantity([{ units: 'mm[Hg]', magnitude: '0.0..1000.0' }]), '0..1'),
          element('at0005', coded('at1000', 'at1001'), '0..1'),
          element('at0006', [coded('at1000'), text], '0..1'),
          element('at0007', [quantity([{ units: 'mg' }, { units: 'g' }]), object('DV_COUNT'), text], '0..1'),
          element(
            'at0008',
            ordinal([
              [0, 'at2000'],
              [5, 'at2001'],
            ]),
            '0..1',
          ),
          element('at0009', text, '0..*'),
          object('CLUSTER', [multiple('items', [element('at0011', text, '0..1'), slot('CLUSTER')])], {
            nodeId: 'at0010',
            occurrences: '0..*',
          }),
        ]),
      ),
    ),
    single('protocol', tree('at0020', element('at0021', text, '0..1')), '0..1'),
  ],
  {
    occurrences: '0..*',
    terms: {
      at0000: 'Blood pressure',
      at0001: 'History',
      at0002: 'Any event',
      at0003: 'Tree',
      at0004: 'Systolic',
      at0005: 'Position',
      at0006: 'Cuff size',
      at0007: 'Result',
      at0008: 'Pain',
      at0009: 'Note',
      at0010: 'Group',
      at0011: 'Member',
      at0020: 'Protocol tree',
      at0021: 'Device',
      at1000: 'Standing',
      at1001: 'Sitting',
      at2000: 'None',
      at2001: 'Much',
    },
  },
)

const order = archetype(
  'openEHR-EHR-INSTRUCTION.order.v1',
  [
    multiple(
      'activities',
      object('ACTIVITY', [single('description', tree('at0002', element('at0003', text, '0..1')))], {
        nodeId: 'at0001',
        occurrences: '0..*',
      }),
    ),
  ],
  { occurrences: '0..1', terms: { at0000: 'Order', at0001: 'Request', at0002: 'Tree', at0003: 'What' } },
)

const medication = archetype(
  'openEHR-EHR-ACTION.medication.v1',
  [single('description', tree('at0001', element('at0002', text, '0..1')))],
  { occurrences: '0..1', terms: { at0000: 'Medication', at0001: 'Tree', at0002: 'Drug' } },
)

export const VITALS = compileTemplate(
  opt({
    templateId: 'Vitals',
    definition: archetype(
      'openEHR-EHR-COMPOSITION.encounter.v1',
      [multiple('content', [bloodPressure, order, medication])],
      { terms: { at0000: 'Vitals' } },
    ),
  }),
)
