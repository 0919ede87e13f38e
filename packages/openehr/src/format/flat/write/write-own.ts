/** Writes the attributes of a structure that are not filled by nodes or levels of the template. */
import { attributesOf, equal, type Rm, type Unvalidated } from '../../../rm/index.ts'
import type { KeyPath } from '../keys/key-path.ts'
import { earliestTime } from '../plan/structure.ts'
import { asRaw } from '../tables/raw.ts'
import { defaultOf } from './own-defaults.ts'
import { soleText } from './simple-objects.ts'
import { writeDetails } from './write-details.ts'
import {
  type AttributeKeys,
  attributePlanFor,
  type ClassPlan,
  type ImpliedPlan,
  type MembersPlan,
  type PartPlan,
} from './write-plan.ts'
import { appendValue } from './write-value.ts'
import type { Writing } from './writing.ts'

type Fields = Readonly<Record<string, unknown>>

const NO_MEMBERS: readonly MembersPlan[] = []

/** Writes them, and returns the others in their order; undefined where no key can express one of them. */
export function writeOwn(
  plan: ClassPlan,
  object: Fields,
  path: KeyPath,
  writing: Writing,
): readonly MembersPlan[] | undefined {
  let members: MembersPlan[] | undefined
  let filled = 0
  for (const name of Object.keys(object)) {
    const attribute = attributePlanFor(plan, name)
    if (attribute === undefined) return undefined
    const value = object[name]
    if (attribute.isFilled && value !== undefined) filled += 1
    if (attribute.kind === 'members') {
      if (members === undefined) members = [attribute]
      else members.push(attribute)
    } else if (attribute.kind === 'implied') {
      if (!isUsual(attribute, value, object, writing)) writeAttribute(attribute, value, path, writing)
    } else if (attribute.kind === 'written') writeAttribute(attribute, value, path, writing)
    else if (attribute.kind === 'details') writeDetails(value, plan.structure.step, path, writing)
  }
  if (filled < plan.filled.length) writeAbsent(plan, object, path, writing)
  return members ?? NO_MEMBERS
}

/** Says of attributes that reading would fill that they are absent. */
function writeAbsent({ filled, defaults }: ClassPlan, object: Fields, path: KeyPath, writing: Writing): void {
  for (const attribute of filled) {
    if (object[attribute] !== undefined) continue
    const isFilled =
      attribute === 'archetype_details' ||
      defaultOf(defaults.get(attribute), writing.language) !== undefined ||
      (attribute === 'origin' && earliestTime(attributesOf<Rm.History>(object).events) !== undefined)
    if (isFilled) writing.list.put(path.key(`/_${attribute}|raw`), null)
  }
}

/** True for a value that reading gives to the attribute where no key does. */
function isUsual(
  { name, usual, usualText, declared }: ImpliedPlan,
  value: unknown,
  object: Fields,
  writing: Writing,
): boolean {
  if (name === 'origin') return isUsualOrigin(value, object)
  if (usualText !== undefined) {
    const text = soleText(value, 'DV_TEXT')
    if (text !== undefined) return text === usualText
  }
  const expected = defaultOf(usual, writing.language)
  return typeof expected === 'object' ? equal(value, expected, declared) : value === expected
}

/** The origin that reading gives to a history is the time of its earliest event. */
function isUsualOrigin(value: unknown, { events }: Unvalidated<Rm.History>): boolean {
  const text = soleText(value, 'DV_DATE_TIME')
  if (text !== undefined && !isTimeOfOne(events, text)) return false
  return equal(value, earliestTime(events), 'DV_DATE_TIME')
}

/** True where some event has the time: without it, no time has to be compared with another. */
const isTimeOfOne = (events: unknown, time: string): boolean =>
  Array.isArray(events) &&
  events.some(event => attributesOf<Rm.DvDateTime>(attributesOf<Rm.Event>(event).time).value === time)

interface WrittenAttribute {
  readonly name: string
  readonly keys: AttributeKeys
}

/** One attribute by its cell in the tables, or else as canonical JSON. */
function writeAttribute(
  { name, keys }: WrittenAttribute,
  value: unknown,
  path: KeyPath,
  writing: Writing,
): void {
  if (keys.kind === 'part' && value !== null && writePart(keys.part, value, path, writing)) return
  if (keys.kind === 'field' && writeField(keys, value, path, writing)) return
  writing.list.put(path.key(`/_${name}|raw`), asRaw(value))
}

/** False for a list that is empty or none. */
function writePart(part: PartPlan, value: unknown, path: KeyPath, { list }: Writing): boolean {
  const owner = part.isPlain ? path.plain : path
  if (!part.isMany) appendValue(list, owner.member(part.segment), part.value, value)
  else if (Array.isArray(value) && value.length > 0)
    for (const [index, member] of value.entries())
      appendValue(list, owner.occurrence(part.segment, index), part.value, member)
  else return false
  return true
}

/** False where the scalar would lose a part of the value, or its keys mean nodes of the template. */
function writeField(
  { as, key, isPlain }: AttributeKeys & { readonly kind: 'field' },
  value: unknown,
  path: KeyPath,
  { list }: Writing,
): boolean {
  const written = as.write(value)
  if (key === undefined || written === undefined || written === '' || !equal(as.read(written), value))
    return false
  list.put((isPlain ? path.plain : path).key(key), written)
  return true
}
