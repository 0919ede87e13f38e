/** A template of one observation with the elements that a test needs, and FLAT keys for it. */

import { archetype, multiple, type Node, object, opt, single } from '../../fixtures/opt-builder/index.ts'
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
  event: { readonly rmType?: string; readonly attributes?: Parameters<typeof object>[1] } = {},
): Template {
  const data = single('data', object('ITEM_TREE', [multiple('items', items)], { nodeId: 'at0003' }))
  const events = object(event.rmType ?? 'EVENT', [data, ...(event.attributes ?? [])], {
    nodeId: 'at0002',
    occurrences: '0..*',
  })
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
              [single('data', object('HISTORY', [multiple('events', events)], { nodeId: 'at0001' }))],
              { occurrences: '0..1', terms: { at0000: 'Finding', at0002: 'Any event', ...terms } },
            ),
          ),
        ],
        { terms: { at0000: 'Note' } },
      ),
    }),
  )
}
