/** Every invariant of the reference model that data alone can break, by the class that states it. */
import type { RmObject } from '../../rm/index.ts'
import { DEMOGRAPHIC_RULES } from './demographic.ts'
import type { Invariant, Rule } from './invariant.ts'
import { PARTY_RULES } from './party.ts'
import { QUANTITY_RULES } from './quantity.ts'
import { STRUCTURE_RULES } from './structure.ts'
import { TEXT_RULES } from './text.ts'

export { asNumber, asText, codeOf, type Invariant, lowerBounds, type Presence, textOf } from './invariant.ts'

const entries = [TEXT_RULES, QUANTITY_RULES, STRUCTURE_RULES, PARTY_RULES, DEMOGRAPHIC_RULES].flatMap(
  (rules): (readonly [string, readonly Rule<RmObject>[]])[] => Object.entries(rules),
)

export const INVARIANTS: ReadonlyMap<string, readonly Invariant[]> = new Map(
  entries.map(([type, rules]) => [
    type,
    rules.map(({ name, ...rest }) => ({ code: `${type}.${name}`, ...rest })),
  ]),
)
