/** An invariant of the reference model as data, and the few forms that nearly all of them have. */
import {
  type CodeSet,
  codeSetHas,
  type RmAttribute,
  type RmObject,
  terminologyGroup,
  terminologyHas,
} from '../../rm/index.ts'
import { isObject, show } from '../visit.ts'

export interface Invariant {
  /** `CLASS.Invariant_name`, as the reference model names it. */
  readonly code: string
  /** Whose value it speaks of, where it is one attribute. */
  readonly attribute?: string
  readonly expected: string
  /** Where alone it can be broken, so that nothing is asked elsewhere; no two of them at once. Absent: anywhere. */
  readonly when?: readonly Presence[]
  /** What was found where the invariant does not hold. A value of the wrong type is another rule's business. */
  readonly broken: (object: RmObject) => string | undefined
}

/** What an object has and has not. */
export interface Presence {
  readonly there?: readonly string[]
  readonly absent?: readonly string[]
}

/** Name → invariant, the class added when the table is put together. */
export type Rule = Omit<Invariant, 'code'> & { readonly name: string }

export const rule = (
  name: string,
  expected: string,
  broken: (object: RmObject) => string | undefined,
  rest: Pick<Rule, 'attribute' | 'when'> = {},
): Rule => ({ name, expected, broken, ...rest })

/** Of a rule that speaks of one attribute and holds where that is absent. */
export const of = (attribute: string, ...others: readonly string[]): Pick<Rule, 'attribute' | 'when'> => ({
  attribute,
  when: [{ there: [attribute, ...others] }],
})

export const textOf = (object: RmObject | undefined, attribute: string): string | undefined => {
  const value = object?.[attribute]
  return typeof value === 'string' ? value : undefined
}

export const numberOf = (object: RmObject, attribute: string): number | undefined => {
  const value = object[attribute]
  return typeof value === 'number' ? value : undefined
}

export const objectOf = (object: RmObject | undefined, attribute: string): RmObject | undefined => {
  const value = object?.[attribute]
  return isObject(value) ? value : undefined
}

export const has = (object: RmObject, attribute: string): boolean =>
  object[attribute] !== undefined && object[attribute] !== null

/** Text that is there must not be empty. */
export const notEmpty = (name: string, attribute: string): Rule =>
  rule(name, 'text that is not empty', object => (object[attribute] === '' ? "''" : undefined), of(attribute))

const SOME_MEMBERS = 'at least one member, or no list'

/** A list that is there must not be empty. */
export const members = (name: string, attribute: string): Rule =>
  rule(
    name,
    SOME_MEMBERS,
    object => {
      const list = object[attribute]
      return Array.isArray(list) && list.length === 0 ? 'an empty list' : undefined
    },
    of(attribute),
  )

/** The lower bounds of lists in the attribute table, of which `named` does not have an invariant with a name already. */
export function lowerBounds(
  attributes: Iterable<RmAttribute>,
  named: readonly Invariant[],
): readonly Invariant[] {
  const known = new Set(named.filter(each => each.expected === SOME_MEMBERS).map(each => each.attribute))
  return [...attributes]
    .filter(({ name, container, lower, computed }) => container && lower > 0 && !computed && !known.has(name))
    .map(({ name: attribute }) => {
      const { name: _, ...rest } = members('', attribute)
      return { code: 'rm.multiplicity', ...rest }
    })
}

/** A CODE_PHRASE out of a code set, such as a language. */
export const inCodeSet = (name: string, attribute: string, set: CodeSet): Rule =>
  rule(
    name,
    `a code of the code set '${set}'`,
    object => {
      const code = textOf(objectOf(object, attribute), 'code_string')
      return code === undefined || codeSetHas(set, code) ? undefined : show(code)
    },
    of(attribute),
  )

interface GroupOptions {
  /** The rule speaks only of openEHR's own codes: other terminologies are the template's business. */
  readonly openehrOnly?: boolean
}

/** A DV_CODED_TEXT out of a group of the openEHR terminology. */
export const inGroup = (
  name: string,
  attribute: string,
  group: string,
  { openehrOnly = false }: GroupOptions = {},
): Rule => {
  const today = terminologyGroup(group)
  return rule(
    name,
    `a code of openEHR's group '${group}'`,
    object => {
      const phrase = objectOf(objectOf(object, attribute), 'defining_code')
      const code = textOf(phrase, 'code_string')
      const terminology = textOf(objectOf(phrase, 'terminology_id'), 'value')
      if (code === undefined || terminology === undefined) return undefined
      if (terminology !== 'openehr') return openehrOnly ? undefined : `${terminology}::${code}`
      return today.has(code) || terminologyHas(group, code) ? undefined : `${terminology}::${code}`
    },
    of(attribute),
  )
}
