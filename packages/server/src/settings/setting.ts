/** One row of the table of settings. */
import type { Reader } from './config-values.ts'

export interface Setting<T> {
  readonly variable: string
  /** The default as the text of the variable; absent if the setting is off or derived. */
  readonly default?: string
  /** The text in the documentation for an absent default. */
  readonly unset?: string
  readonly secret?: true
  readonly read: Reader<T>
  readonly meaning: string
}

export const setting = <T>(entry: Setting<T> & { default: string }): Setting<T> => entry
export const optional = <T>(entry: Setting<T> & { unset: string }): Setting<T | undefined> => entry
