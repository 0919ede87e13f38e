/**
 * FLAT for parsers that know the keys of the specification alone. Keys that only say how to restore the data exactly are left out,
 * so this form may lose what a template has no key for; the full form never does (docs/decisions/0036).
 */

import { attributesOf, type Rm } from '../../../rm/index.ts'
import type { Pair } from '../keys/pair.ts'

/** Attributes that hold the structure of a composition: below an underscore they speak of levels without a segment. */
const STRUCTURE =
  /\/_(content|context|other_context|data|state|protocol|description|activities|events|items|item|rows|details|summary)(:\d+)?(\/|\||$)/

/** Keys of this library that no other parser knows. */
const OWN =
  /\/_archetype_details(\/|\|)|\/_order$|\/_external_ref\|type$|\/_instruction_id\|(namespace|type)$/

/** Pairs that go out under another key than in the full form. */
function* respelled([key, value]: Pair): Generator<Pair> {
  const [, owner = '', attribute = ''] = /^(.*)\/_(uid|instruction_id)\|raw$/.exec(key) ?? []
  const uid = attributesOf<Rm.UidBasedId>(value).value
  if (attribute === 'uid' && typeof uid === 'string') yield [`${owner}/_uid`, uid]
  if (attribute !== 'instruction_id') return
  const { id, path } = attributesOf<Rm.LocatableRef>(value)
  const composition = attributesOf<Rm.UidBasedId>(id).value
  if (typeof composition === 'string') yield [`${owner}|composition_uid`, composition]
  if (typeof path === 'string') yield [`${owner}|path`, path]
}

/** The specification has `|_type` for the patient as a party; elsewhere the path tells the class. */
const isTypeOfParty = (key: string, value: unknown): boolean =>
  key.endsWith('|_type') && value === 'PARTY_SELF'

/** The pairs of the full form that other parsers read. */
export function simplified(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.flatMap(pair => {
    const [key, value] = pair
    if (/\/_[a-z_]+(:\d+)?\|raw$/.test(key)) return [...respelled(pair)]
    if (key.endsWith('|_type')) return isTypeOfParty(key, value) ? [pair] : []
    return STRUCTURE.test(key) || OWN.test(key) ? [] : [pair]
  })
}
