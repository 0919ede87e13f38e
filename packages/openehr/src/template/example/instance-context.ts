/** What is the same all through the making of one instance. */

import type { Chooser } from './chooser.ts'

export interface Making {
  readonly chooser: Chooser
  /** An ISO 8601 date and time: when it is said to have happened. */
  readonly now: string
  /** ISO 639-1: the language of names and of the composition. */
  readonly language: string
  /** ISO 3166-1 alpha-2. */
  readonly territory: string
  readonly templateId: string
  /** Objects that may still be made: what a template demands can be beyond all measure. */
  readonly budget: { left: number }
}
