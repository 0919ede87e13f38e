/** An invariant of the reference model as data, and functions for the forms that nearly all of them have. */
import {
  attributesOf,
  type CodeSet,
  codeSetHas,
  type Rm,
  type RmAttribute,
  type RmObject,
  terminologyGroup,
  terminologyHas,
  type Unvalidated,
} from '../../rm/index.ts'
import { show } from '../visit.ts'

export interface Invariant {
  /** `CLASS.Invariant_name`, as the reference model names it. */
  readonly code: string
  /** The attribute whose value the invariant is about, where it is about one. */
  readonly attribute?: string
  readonly expected: string
  /**
   * The combinations of attributes in which the invariant can be broken, so that it is not asked elsewhere. They exclude each
   * other. Absent: it can be broken anywhere.
   */
  readonly when?: readonly Presence[]
  /** Returns what was found where the invariant is broken. A value of the wrong type is reported by another rule. */
  readonly broken: (object: RmObject) => string | undefined
}

/** Attributes that an object has, and attributes that it has not. */
export interface Presence<Name extends string = string> {
  readonly there?: readonly Name[]
  readonly absent?: readonly Name[]
}

/** A rule of class `T`: an invariant without its class, which is added when the tables are put together. */
export interface Rule<T> {
  readonly name: string
  readonly attribute?: AttributeOf<T>
  readonly expected: string
  readonly when?: readonly Presence<AttributeOf<T>>[]
  readonly broken: (object: Unvalidated<T>) => string | undefined
}

/** An attribute that every kind of `T` has, so that the compiler finds a misspelt one. */
type AttributeOf<T> = keyof T & string

/** Rules by class: an ancestor's rules hold for its descendants. */
export type RuleTable = {
  readonly [Name in keyof Rm.ClassesByName]?: readonly Rule<Rm.ClassesByName[Name]>[]
}

export const rule = <T>(
  name: string,
  expected: string,
  broken: (object: Unvalidated<T>) => string | undefined,
  rest: Pick<Rule<T>, 'attribute' | 'when'> = {},
): Rule<T> => ({ name, expected, broken, ...rest })

/** For a rule about one attribute, which holds where that or one of the others is absent. */
export const about = <Name extends string>(
  attribute: Name,
  ...others: readonly Name[]
): { readonly attribute: Name; readonly when: readonly Presence<Name>[] } => ({
  attribute,
  when: [{ there: [attribute, ...others] }],
})

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined

/** The code of a CODE_PHRASE. */
export const codeOf = (phrase: unknown): string | undefined =>
  asText(attributesOf<Rm.CodePhrase>(phrase).code_string)

/** The `value` of an object that has a text there: DV_TEXT, DV_DATE_TIME, an identifier, … */
export const textOf = (object: unknown): string | undefined =>
  asText(attributesOf<{ readonly value: string }>(object).value)

export const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** Text that is there must not be empty. */
export const notEmpty = <T>(name: string, attribute: AttributeOf<T>): Rule<T> =>
  rule(
    name,
    'text that is not empty',
    object => (object[attribute] === '' ? "''" : undefined),
    about(attribute),
  )

const SOME_MEMBERS = 'at least one member, or no list'

/** A list that is there must not be empty. */
export const members = <T>(name: string, attribute: AttributeOf<T>): Rule<T> =>
  rule(
    name,
    SOME_MEMBERS,
    object => {
      const list = object[attribute]
      return Array.isArray(list) && list.length === 0 ? 'an empty list' : undefined
    },
    about(attribute),
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
      const { name: _, ...rest } = members<RmObject>('', attribute)
      return { code: 'rm.multiplicity', ...rest }
    })
}

/** A CODE_PHRASE out of a code set, such as a language. */
export const inCodeSet = <T>(name: string, attribute: AttributeOf<T>, set: CodeSet): Rule<T> =>
  rule(
    name,
    `a code of the code set '${set}'`,
    object => {
      const code = codeOf(object[attribute])
      return code === undefined || codeSetHas(set, code) ? undefined : show(code)
    },
    about(attribute),
  )

interface GroupOptions {
  /** The rule is about openEHR's own codes alone: a template may take codes from other terminologies. */
  readonly openehrOnly?: boolean
}

/** A DV_CODED_TEXT out of a group of the openEHR terminology. */
export const inGroup = <T>(
  name: string,
  attribute: AttributeOf<T>,
  group: string,
  { openehrOnly = false }: GroupOptions = {},
): Rule<T> => {
  const today = terminologyGroup(group)
  return rule(
    name,
    `a code of openEHR's group '${group}'`,
    object => {
      const phrase = attributesOf<Rm.DvCodedText>(object[attribute]).defining_code
      const code = codeOf(phrase)
      const terminology = textOf(attributesOf<Rm.CodePhrase>(phrase).terminology_id)
      if (code === undefined || terminology === undefined) return undefined
      if (terminology !== 'openehr') return openehrOnly ? undefined : `${terminology}::${code}`
      return today.has(code) || terminologyHas(group, code) ? undefined : `${terminology}::${code}`
    },
    about(attribute),
  )
}
