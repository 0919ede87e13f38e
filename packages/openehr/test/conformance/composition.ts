/** CNF master15: cardinality of COMPOSITION.content, with context optional or mandatory. */
import { archetype, data, multiple, single } from '../../fixtures/opt-builder/index.ts'
import { type Case, COMPOSITION, EVALUATION, TEMPLATE_ID } from './schedule.ts'

/** Cardinality → which bound none, one and three entries break. */
const CONTENT = {
  '0..*': ['', '', ''],
  '1..*': ['lower', '', ''],
  '3..*': ['lower', 'lower', ''],
  '0..1': ['', '', 'upper'],
  '1..1': ['lower', '', 'upper'],
  '3..5': ['lower', 'lower', ''],
} as const

const ENTRIES = [0, 1, 3] as const

const CONTEXTS: Readonly<Record<string, data.Data | undefined>> = {
  'no context': undefined,
  'context without other_context': data.eventContext(),
  'context with other_context': data.eventContext({
    other_context: data.locatable('ITEM_TREE', 'at0001', { items: [data.element('at0002', data.text('x'))] }),
  }),
}

const entry = data.entry(EVALUATION, {
  data: data.locatable('ITEM_TREE', 'at0001', { items: [data.element('at0002', data.text('x'))] }),
})

export const compositionCases: readonly Case[] = Object.entries(CONTENT).flatMap(([cardinality, bounds]) =>
  (['0..1', '1..1'] as const).flatMap(contextExistence => {
    const definition = archetype(COMPOSITION, [
      multiple('content', [], cardinality),
      single('context', [], contextExistence),
    ])
    return Object.entries(CONTEXTS).flatMap(([contextName, context]) =>
      ENTRIES.map((count, place): Case => {
        const bound = bounds[place] ?? ''
        return {
          table: `CONT-COMP content ${cardinality} context ${contextExistence}`,
          row: `${count} entries, ${contextName}`,
          definition,
          composition: data.composition(COMPOSITION, TEMPLATE_ID, {
            ...(count === 0 ? {} : { content: Array.from({ length: count }, () => entry) }),
            ...(context === undefined ? {} : { context }),
          }),
          rules: [
            ...(bound === '' ? [] : [`cardinality.${bound}:content`]),
            ...(context === undefined && contextExistence === '1..1' ? ['existence.lower:context'] : []),
          ],
        }
      }),
    )
  }),
)
