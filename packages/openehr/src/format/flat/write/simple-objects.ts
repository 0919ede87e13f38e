/** RM objects that have their usual attributes and nothing else, told by counting. */
import { attributesOf, isRmObject, type Rm, type RmObject } from '../../../rm/index.ts'

/** Counts the attributes. An inherited one counts too, so that an unusual object is never taken for a simple one. */
export function countAttributes(object: RmObject): number {
  let count = object._type === undefined ? 0 : -1
  for (const _ in object) count += 1
  return count
}

/** True for an object of exactly that class, where the class is declared too. */
export const isOfClass = ({ _type }: RmObject, declared: string): boolean =>
  _type === declared || _type === undefined

/** The text of an object of the declared class that has a text as its `value`, and nothing else. */
export function soleText(object: unknown, declared: string): string | undefined {
  if (!isRmObject(object) || !isOfClass(object, declared)) return undefined
  const { value } = attributesOf<Rm.DvText>(object)
  return typeof value === 'string' && countAttributes(object) === 1 ? value : undefined
}

export const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The terminology of a code phrase that has a terminology and a code, and nothing else. */
export function terminologyOf(phrase: unknown): string | undefined {
  if (!isRmObject(phrase)) return undefined
  const { terminology_id, code_string } = attributesOf<Rm.CodePhrase>(phrase)
  if (!isOfClass(phrase, 'CODE_PHRASE') || !isFilledText(code_string) || countAttributes(phrase) !== 2)
    return undefined
  const terminology = soleText(terminology_id, 'TERMINOLOGY_ID')
  return terminology === '' ? undefined : terminology
}
