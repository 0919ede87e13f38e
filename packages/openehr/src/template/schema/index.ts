/** The JSON Schema of a template's canonical JSON. */

import type { Template } from '../model.ts'
import { objectSchema } from './object.ts'
import { definitionsFor, type Schema } from './rm-classes.ts'

/**
 * JSON Schema 2020-12 of an instance: structure, occurrences, codes, units, numbers and patterns. It accepts every valid
 * instance. What JSON Schema cannot say it leaves to validation: ranges of dates and durations, invariants of the RM,
 * value sets outside the template.
 */
export function jsonSchema(template: Template): Schema {
  const used = new Set<string>(['DV_TEXT', 'TERMINOLOGY_ID', 'CODE_PHRASE'])
  const schema = objectSchema(template.definition, used)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: template.templateId,
    ...schema,
    $defs: definitionsFor(used),
  }
}
