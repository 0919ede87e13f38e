/** Template "Problem list", and the diagnosis that it shares with the discharge summary. */
import {
  archetype,
  element,
  multiple,
  type Node,
  object,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { coded, PERSISTENT_HEAD, text } from './shapes.ts'

const PROBLEMS = {
  at0101: 'Hypertension',
  at0102: 'Type 2 diabetes',
  at0103: 'COPD',
  at0104: 'Heart failure',
  at0105: 'Chronic kidney disease',
  at0106: 'Atrial fibrillation',
  at0107: 'Osteoarthritis',
  at0108: 'Hypothyroidism',
  at0109: 'Pneumonia',
  at0110: 'Hip fracture',
  at0111: 'Appendicitis',
  at0112: 'Gallstones',
}
const SEVERITY = { at0047: 'Mild', at0048: 'Moderate', at0049: 'Severe' }
const STATUS = { at0201: 'Active', at0202: 'Resolved' }

const date: Node = object('DV_DATE')

/** EVALUATION.problem_diagnosis, called `name` where it stands. */
export const diagnosis = (name: string, occurrences: string): Node =>
  archetype(
    'openEHR-EHR-EVALUATION.problem_diagnosis.v1',
    [
      single(
        'data',
        tree(
          'at0001',
          [
            element('at0002', coded(Object.keys(PROBLEMS)), '1..1'),
            element('at0077', date, '0..1'),
            element('at0005', coded(Object.keys(SEVERITY)), '0..1'),
            element('at0063', coded(Object.keys(STATUS)), '1..1'),
            element('at0030', date, '0..1'),
            element('at0069', text, '0..1'),
          ],
          '2..*',
        ),
      ),
    ],
    {
      occurrences,
      terms: {
        at0000: name,
        at0001: 'Structure',
        at0002: 'Name',
        at0077: 'Date of onset',
        at0005: 'Severity',
        at0063: 'Status',
        at0030: 'Date of resolution',
        at0069: 'Comment',
        ...PROBLEMS,
        ...SEVERITY,
        ...STATUS,
      },
    },
  )

export const problemList = {
  templateId: 'Problem list',
  purpose: 'All diagnoses of a patient, kept up to date.',
  definition: archetype(
    'openEHR-EHR-COMPOSITION.problem_list.v2',
    [...PERSISTENT_HEAD, multiple('content', diagnosis('Problem', '1..*'), '1..*')],
    { terms: { at0000: 'Problem list' } },
  ),
}
