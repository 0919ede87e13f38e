/** A template with a node for each habit of other form servers. */
import {
  archetype,
  element,
  event,
  history,
  multiple,
  named,
  object,
  opt,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'

export const FLAT_TEMPLATE = 'Visit.v1'

const text = object('DV_TEXT')

const finding = archetype(
  'openEHR-EHR-OBSERVATION.finding.v1',
  [
    history(
      event(
        tree('at0003', [
          element('at0004', object('DV_DATE'), '0..1'),
          element('at0005', object('DV_URI'), '0..1'),
          object('CLUSTER', [named('Wound'), multiple('items', element('at0007', text, '0..1'))], {
            nodeId: 'at0006',
            occurrences: '0..*',
          }),
        ]),
      ),
    ),
  ],
  {
    occurrences: '0..1',
    terms: {
      at0000: 'Finding',
      at0002: 'Any event',
      at0004: 'Onset',
      at0005: 'Source',
      at0006: 'Place',
      at0007: 'Side',
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
  { occurrences: '0..1', terms: { at0000: 'Order', at0001: 'Request', at0003: 'What' } },
)

const medication = archetype(
  'openEHR-EHR-ACTION.medication.v1',
  [single('description', tree('at0001', element('at0002', text, '0..1')))],
  { occurrences: '0..1', terms: { at0000: 'Medication', at0002: 'Drug' } },
)

export const flatOpt = (): string =>
  opt({
    templateId: FLAT_TEMPLATE,
    definition: archetype(
      'openEHR-EHR-COMPOSITION.encounter.v1',
      [multiple('content', [finding, order, medication])],
      { terms: { at0000: 'Visit' } },
    ),
  })
