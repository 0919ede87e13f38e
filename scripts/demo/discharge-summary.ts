/** Template "Discharge summary": what the ward writes when a stay ends. */
import {
  archetype,
  element,
  multiple,
  type Node,
  object,
  ordinal,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { diagnosis } from './problem-list.ts'
import { coded, EVENT_HEAD, text } from './shapes.ts'

const DESTINATIONS = { at0021: 'Home', at0022: 'Nursing home', at0023: 'Rehabilitation' }
const MOBILITY = { at0031: 'Independent', at0032: 'With a walking aid', at0033: 'With help', at0034: 'None' }

const stay: Node = archetype(
  'openEHR-EHR-ADMIN_ENTRY.hospitalization.v0',
  [
    single(
      'data',
      tree(
        'at0001',
        [
          element('at0002', object('DV_DATE_TIME'), '1..1'),
          element('at0003', object('DV_DATE_TIME'), '1..1'),
          element('at0004', text, '1..1'),
          element('at0005', object('DV_DURATION'), '0..1'),
          element('at0006', coded(Object.keys(DESTINATIONS)), '1..1'),
          element('at0007', ordinal([0, 1, 2, 3].map(score => [score, `at003${score + 1}`])), '0..1'),
        ],
        '4..*',
      ),
    ),
  ],
  {
    terms: {
      at0000: 'Stay',
      at0001: 'Tree',
      at0002: 'Admitted',
      at0003: 'Discharged',
      at0004: 'Ward',
      at0005: 'Length',
      at0006: 'Discharged to',
      at0007: 'Mobility',
      ...DESTINATIONS,
      ...MOBILITY,
    },
  },
)

const note = (archetypeId: string, name: string, item: string): Node =>
  archetype(archetypeId, [single('data', tree('at0001', [element('at0002', text, '1..1')], '1..1'))], {
    occurrences: '0..1',
    terms: { at0000: name, at0001: 'Tree', at0002: item },
  })

export const dischargeSummary = {
  templateId: 'Discharge summary',
  purpose: 'What the ward writes when a stay ends.',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.transfer_summary.v1',
    [
      ...EVENT_HEAD,
      multiple(
        'content',
        [
          stay,
          diagnosis('Principal diagnosis', '1..1'),
          note('openEHR-EHR-EVALUATION.clinical_synopsis.v1', 'Course', 'Synopsis'),
          note('openEHR-EHR-EVALUATION.recommendation.v1', 'Plan', 'Recommendation'),
        ],
        '2..*',
      ),
    ],
    { terms: { at0000: 'Discharge summary' } },
  ),
}
