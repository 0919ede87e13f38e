/** A case of an interval whose limits are dates, times or durations, each as its text. */
import type { data, Node } from '../../../fixtures/opt-builder/index.ts'
import { type Flags, intervalCase } from '../interval.ts'
import { type Case, type Deviation, present } from '../schedule.ts'

/** `-` is no limit at all, `NULL` one without a value. */
const limit = (type: string, text: string): data.Data | null =>
  text === '-' ? null : present({ _type: type, value: text === 'NULL' ? null : text })

export const temporal = (
  type: string,
  table: string,
  node: Node,
  lower: string,
  upper: string,
  rules: readonly string[],
  flags: Flags = 'ffTT',
  deviation?: Deviation,
): Case => intervalCase(type, table, node, [limit(type, lower), limit(type, upper)], flags, rules, deviation)
