/** A template of one observation with the elements that a test needs, and FLAT keys for it. */

import {
  archetype,
  event,
  history,
  multiple,
  type Node,
  opt,
  tree,
} from '../../fixtures/opt-builder/index.ts'
import { compileTemplate, type Template } from '../../src/template/index.ts'

export const FLAT_CONTEXT = {
  'ctx/language': 'en',
  'ctx/territory': 'NL',
  'ctx/composer_name': 'A clinician',
  'ctx/time': '2026-11-15T08:00:00Z',
} as const

/** The path of an element of the observation: `note/finding/any_event/x`, its name being its code unless it has a term. */
export const ELEMENT_PATH = 'note/finding/any_event:0'

export function observationOf(
  items: readonly Node[],
  terms: Readonly<Record<string, string>> = {},
  eventOptions: Parameters<typeof event>[1] = {},
): Template {
  return compileTemplate(
    opt({
      templateId: 'Note',
      definition: archetype(
        'openEHR-EHR-COMPOSITION.encounter.v1',
        [
          multiple(
            'content',
            archetype(
              'openEHR-EHR-OBSERVATION.finding.v1',
              [history(event(tree('at0003', items), eventOptions))],
              { occurrences: '0..1', terms: { at0000: 'Finding', at0002: 'Any event', ...terms } },
            ),
          ),
        ],
        { terms: { at0000: 'Note' } },
      ),
    }),
  )
}
