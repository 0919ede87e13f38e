/** Converts one RM value to one JSON scalar of FLAT and back: the cells of the mapping tables. */
import { attributesOf, makeCodedText, makeCodePhrase, type Rm, terminologyGroup } from '../../../rm/index.ts'

/** A value that does not fit, as a sentence that completes "… is expected". */
export class Misfit {
  readonly expected: string
  constructor(expected: string) {
    this.expected = expected
  }
}

export interface Codec {
  /** FLAT scalar → RM value. */
  readonly read: (value: unknown) => unknown
  /** RM value → FLAT scalar, or `undefined` where the scalar would lose a part of it. */
  readonly write: (value: unknown) => unknown
}

/** A name for the openEHR terminology groups that FLAT refers to by rubric or by code alone. */
export type Group = string

const isText = (value: unknown): value is string => typeof value === 'string'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Some JSON clients write codes and identifiers as numbers, which are read as their digits. */
export const text: Codec = {
  read: value => (isText(value) ? value : typeof value === 'number' ? String(value) : new Misfit('a text')),
  write: value => (isText(value) ? value : undefined),
}

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

export const real: Codec = {
  read: value => {
    if (typeof value === 'number') return value
    return isText(value) && DECIMAL.test(value.trim()) ? Number(value) : new Misfit('a number')
  },
  write: value => (typeof value === 'number' ? value : undefined),
}

export const integer: Codec = {
  read: value => {
    const number = real.read(value)
    return Number.isSafeInteger(number) ? number : new Misfit('a whole number')
  },
  write: value => (Number.isSafeInteger(value) ? value : undefined),
}

export const boolean: Codec = {
  read: value => {
    if (typeof value === 'boolean') return value
    return value === 'true' ? true : value === 'false' ? false : new Misfit('true or false')
  },
  write: value => (typeof value === 'boolean' ? value : undefined),
}

const two = (value: unknown): string => String(value).padStart(2, '0')

/** ISO 8601 text; a partial date also as `{"year": 2019, "month": 3}`, as some clients write it. */
export const isoDate: Codec = {
  read: value => {
    if (isText(value)) return value
    if (!isObject(value)) return new Misfit('an ISO 8601 date')
    const { year, month, day, ...rest } = value
    const parts = [year, month, day].filter(part => part !== undefined)
    const fits =
      Object.keys(rest).length === 0 &&
      year !== undefined &&
      (month !== undefined || day === undefined) &&
      parts.every(part => Number.isSafeInteger(part))
    if (!fits) return new Misfit('an ISO 8601 date, or an object of year, month and day')
    return [String(year).padStart(4, '0'), ...parts.slice(1).map(two)].join('-')
  },
  write: text.write,
}

/** An object that is written as its `value` alone: DV_TEXT, DV_URI, DV_DATE_TIME, HIER_OBJECT_ID, … */
export const inValue = (type: string): Codec => ({
  read: value => {
    const read = text.read(value)
    return read instanceof Misfit ? read : { _type: type, value: read }
  },
  write: value => text.write(attributesOf<{ readonly value: string }>(value).value),
})

/** A UID_BASED_ID; `::` in it tells a version from an object. */
export const uid: Codec = {
  read: value => {
    const read = text.read(value)
    if (!isText(read)) return read
    return { _type: read.includes('::') ? 'OBJECT_VERSION_ID' : 'HIER_OBJECT_ID', value: read }
  },
  write: value => text.write(attributesOf<Rm.UidBasedId>(value).value),
}

/** A CODE_PHRASE that is written as its code alone, the code set being implied. */
export const codeOf = (terminology: string): Codec => ({
  read: value => {
    const code = text.read(value)
    return isText(code) ? makeCodePhrase(terminology, code) : code
  },
  write: value => text.write(attributesOf<Rm.CodePhrase>(value).code_string),
})

/** The code and the rubric of a concept of an openEHR group, named by either. */
export function conceptOf(
  group: Group,
  codeOrRubric: string,
): { readonly code: string; readonly rubric: string } | undefined {
  const concepts = terminologyGroup(group)
  const rubric = concepts.get(codeOrRubric)
  if (rubric !== undefined) return { code: codeOrRubric, rubric }
  for (const [code, known] of concepts)
    if (known.toLowerCase() === codeOrRubric.toLowerCase()) return { code, rubric: known }
  return undefined
}

/** A DV_CODED_TEXT of an openEHR group that is written as its rubric alone; its code is read too. */
export const rubricOf = (group: Group): Codec => ({
  read: value => {
    const said = text.read(value)
    if (!isText(said)) return said
    const concept = conceptOf(group, said)
    if (concept === undefined) return new Misfit(`a code or rubric of the openEHR group "${group}"`)
    return makeCodedText('openehr', concept.code, concept.rubric)
  },
  write: value => text.write(attributesOf<Rm.DvCodedText>(value).value),
})
