/**
 * Definitions of archetypes: the line that says what an entry holds, and the values that are worth a chart.
 *
 * A definition names paths and nothing else: what no path leads to is not guessed. An archetype without a definition is
 * shown as the general display does.
 */
import type { Language } from '../../language/translate.ts'

export const ENTRY_KINDS = [
  'alert',
  'problem',
  'allergy',
  'medication',
  'vital sign',
  'laboratory',
  'imaging',
  'procedure',
  'request',
  'note',
] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A text in the languages of the console; English where one is missing. */
export type Words = { readonly en: string } & Readonly<Partial<Record<Language, string>>>

/** `{name}` is a value, `{name#}` its number without the unit. A part that lacks a value is left out. */
export type LinePart = string | Words

/** Rows of a result, such as the analytes of a panel, wherever in the entry they are. */
export interface RowDefinition {
  readonly archetypes: readonly string[]
  /** Paths from the row on; of several, the first that has a value counts. */
  readonly label: readonly string[]
  readonly result: string
  /** A text about the range, for results without one of their own. */
  readonly guidance?: string
}

/** A range that is drawn behind a chart. It flags nothing: a flag comes from the record alone. */
interface ChartBand {
  readonly value: string
  readonly low: number
  readonly high: number
  readonly unit: string
}

export interface ArchetypeDefinition {
  /** Archetypes that have these paths. */
  readonly archetypes: readonly string[]
  readonly kind: EntryKind
  /** A name of the table of icons. */
  readonly icon: string
  /** Name of the measurement, where the name of the entry is too long for a tile. */
  readonly label?: Words
  /** Path of the part that may repeat: events of an observation, activities of an instruction. */
  readonly each?: string
  /** Paths by name, from `each` on, or from the entry if they begin with a slash; of several, the first that has a value counts. */
  readonly values: Readonly<Record<string, string | readonly string[]>>
  /** Parts of the line; of several forms of a part, the first that has all its values counts. */
  readonly line: readonly (LinePart | readonly LinePart[])[]
  /** The entry no longer holds: at this date, or with one of these codes. */
  readonly ended?: readonly { readonly value: string; readonly codes?: readonly string[] }[]
  /** Values that are drawn over time, in one chart. */
  readonly chart?: readonly string[]
  readonly bands?: readonly ChartBand[]
  readonly rows?: RowDefinition
}
