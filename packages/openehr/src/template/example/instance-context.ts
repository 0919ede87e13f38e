/** The values that stay the same while one instance is made. */

import type { Chooser } from './chooser.ts'

export interface InstanceContext {
  readonly chooser: Chooser
  /** An ISO 8601 date and time: the time of everything in an example. */
  readonly now: string
  /** ISO 639-1: the language of names and of the composition. */
  readonly language: string
  /** ISO 3166-1 alpha-2. */
  readonly territory: string
  readonly templateId: string
  /** The number of objects that may still be made, since a template may demand endless structures. */
  readonly budget: { left: number }
}
