/** Template "Medication list": every drug that a patient takes, an order each. */
import {
  archetype,
  element,
  multiple,
  type Node,
  object,
  quantity,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { coded, PERSISTENT_HEAD, text } from './shapes.ts'

const DRUGS = {
  at0101: 'Amlodipine',
  at0102: 'Lisinopril',
  at0103: 'Metformin',
  at0104: 'Empagliflozin',
  at0105: 'Insulin glargine',
  at0106: 'Tiotropium',
  at0107: 'Furosemide',
  at0108: 'Bisoprolol',
  at0109: 'Atorvastatin',
  at0110: 'Apixaban',
  at0111: 'Levothyroxine',
  at0112: 'Paracetamol',
}
const FREQUENCIES = {
  at0201: 'Once a day',
  at0202: 'Twice a day',
  at0203: 'Three times a day',
  at0204: 'When needed',
}

const DOSES = [
  { units: 'mg', magnitude: '0.0..5000.0' },
  { units: 'ug', magnitude: '0.0..5000.0' },
  { units: '[IU]', magnitude: '0.0..500.0' },
]

const order: Node = archetype(
  'openEHR-EHR-INSTRUCTION.medication_order.v3',
  [
    multiple(
      'activities',
      object(
        'ACTIVITY',
        [
          single(
            'description',
            tree(
              'at0002',
              [
                element('at0070', coded(Object.keys(DRUGS)), '1..1'),
                element('at0144', quantity(DOSES), '1..1'),
                element('at0145', coded(Object.keys(FREQUENCIES)), '1..1'),
                element('at0012', object('DV_DATE'), '0..1'),
                element('at0018', text, '0..1'),
              ],
              '3..*',
            ),
          ),
        ],
        { nodeId: 'at0001' },
      ),
      '1..1',
    ),
  ],
  {
    occurrences: '1..*',
    terms: {
      at0000: 'Medication order',
      at0001: 'Order',
      at0002: 'Tree',
      at0070: 'Medication',
      at0144: 'Dose',
      at0145: 'Frequency',
      at0012: 'Start date',
      at0018: 'Reason',
      ...DRUGS,
      ...FREQUENCIES,
    },
  },
)

export const medicationList = {
  templateId: 'Medication list',
  purpose: 'All drugs that a patient takes, kept up to date.',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.medication_list.v1',
    [...PERSISTENT_HEAD, multiple('content', order, '1..*')],
    { terms: { at0000: 'Medication list' } },
  ),
}
