/** Template "Vital signs": what a nurse measures on a round or at a check-up. */
import {
  archetype,
  element,
  event,
  history,
  multiple,
  type Node,
  object,
  primitive,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { coded, EVENT_HEAD, measured } from './shapes.ts'

interface Observation {
  readonly id: string
  readonly name: string
  readonly history: string
  readonly event: string
  readonly tree: string
  readonly items: readonly Node[]
  readonly terms: Readonly<Record<string, string>>
  readonly state?: Node
}

const observation = (given: Observation): Node =>
  archetype(
    `openEHR-EHR-OBSERVATION.${given.id}`,
    [
      history(
        event(tree(given.tree, given.items, '1..*'), {
          nodeId: given.event,
          rmType: 'POINT_EVENT',
          occurrences: '1..*',
          attributes: given.state ? [single('state', given.state, '0..1')] : [],
        }),
        { nodeId: given.history, cardinality: '1..*' },
      ),
    ],
    {
      occurrences: '0..1',
      terms: {
        at0000: given.name,
        [given.history]: 'History',
        [given.event]: 'Any event',
        [given.tree]: given.name,
        ...given.terms,
      },
    },
  )

const percent: Node = object('DV_PROPORTION', [
  single('numerator', primitive('C_REAL', { range: '0.0..100.0' })),
  single('type', primitive('C_INTEGER', { list: [2] })),
])

const pressure = (nodeId: string) => element(nodeId, measured('mm[Hg]', '20.0..300.0', '0'), '0..1')

const OBSERVATIONS: readonly Observation[] = [
  {
    id: 'blood_pressure.v2',
    name: 'Blood pressure',
    history: 'at0001',
    event: 'at0006',
    tree: 'at0003',
    items: [pressure('at0004'), pressure('at0005')],
    state: tree('at0007', [element('at0008', coded(['at1000', 'at1001', 'at1003']), '0..1')]),
    terms: {
      at0004: 'Systolic',
      at0005: 'Diastolic',
      at0007: 'State',
      at0008: 'Position',
      at1000: 'Standing',
      at1001: 'Sitting',
      at1003: 'Lying',
    },
  },
  {
    id: 'pulse.v2',
    name: 'Pulse',
    history: 'at0002',
    event: 'at0003',
    tree: 'at0001',
    items: [
      element('at0004', measured('/min', '20.0..250.0', '0'), '0..1'),
      element('at0005', coded(['at0006', 'at0007']), '0..1'),
    ],
    terms: { at0004: 'Rate', at0005: 'Rhythm', at0006: 'Regular', at0007: 'Irregular' },
  },
  {
    id: 'respiration.v2',
    name: 'Respiration',
    history: 'at0001',
    event: 'at0002',
    tree: 'at0003',
    items: [element('at0004', measured('/min', '4.0..70.0', '0'), '0..1')],
    terms: { at0004: 'Rate' },
  },
  {
    id: 'pulse_oximetry.v1',
    name: 'Oxygen saturation',
    history: 'at0001',
    event: 'at0002',
    tree: 'at0003',
    items: [element('at0006', percent, '0..1')],
    terms: { at0006: 'SpO2' },
  },
  {
    id: 'body_temperature.v2',
    name: 'Body temperature',
    history: 'at0002',
    event: 'at0003',
    tree: 'at0001',
    items: [element('at0004', measured('Cel', '25.0..45.0', '1'), '0..1')],
    terms: { at0004: 'Temperature' },
  },
  {
    id: 'body_weight.v2',
    name: 'Body weight',
    history: 'at0002',
    event: 'at0003',
    tree: 'at0001',
    items: [element('at0004', measured('kg', '0.0..400.0', '1'), '0..1')],
    terms: { at0004: 'Weight' },
  },
]

export const vitalSigns = {
  templateId: 'Vital signs',
  purpose: 'What is measured on a ward round or at a check-up.',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.encounter.v1',
    [...EVENT_HEAD, multiple('content', OBSERVATIONS.map(observation), '1..*')],
    { terms: { at0000: 'Vital signs' } },
  ),
}
