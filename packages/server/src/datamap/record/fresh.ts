/** A new composition from a record: its values, and everything that the template leaves no choice about. */
import { completeInstance } from '@cairn/openehr/format'
import type { RmObject } from '@cairn/openehr/rm'
import { type Template, territoryOf } from '@cairn/openehr/template'
import type { GivenRow } from './given.ts'
import { partsOf } from './parts.ts'

/** What stands in a composition whose record does not say it. */
export interface Circumstances {
  /** ISO 8601 date and time, with its offset. */
  readonly now: string
  /** Where it is written: a setting of the server; else the country of the template's language. */
  readonly territory: string | undefined
  /** Who writes it, as the audit of the commit has it. */
  readonly composer: RmObject
}

export const freshComposition = (template: Template, row: GivenRow, about: Circumstances): RmObject =>
  completeInstance(template, partsOf(row), {
    now: about.now,
    territory: about.territory ?? territoryOf(template.language),
    composer: about.composer,
  })
