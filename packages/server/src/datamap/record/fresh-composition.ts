/** Makes a new composition from a record: its values, and everything that the template fixes. */
import { completeInstance } from '@cairn-ehr/openehr/format'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { type Template, territoryOf } from '@cairn-ehr/openehr/template'
import { partsOf } from './partial-composition.ts'
import type { RowInput } from './record-input.ts'

/** Values for a composition that its record does not have. */
export interface CompositionDefaults {
  /** ISO 8601 date and time, with its offset. */
  readonly now: string
  /** The country in the settings of the server; if absent, that of the template's language. */
  readonly territory: string | undefined
  /** The committer in the audit of the commit. */
  readonly composer: RmObject
}

export const freshComposition = (template: Template, row: RowInput, about: CompositionDefaults): RmObject =>
  completeInstance(template, partsOf(row), {
    now: about.now,
    territory: about.territory ?? territoryOf(template.language),
    composer: about.composer,
  })
