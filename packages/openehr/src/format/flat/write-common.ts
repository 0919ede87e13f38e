/**
 * Writes the values that most documents consist of: texts, times, quantities, codes and parties that have their usual attributes and nothing
 * else. Each has a function of its own, which knows the names of its attributes: that takes a third of the time that the rows of the
 * tables take (decision 0047). A value with anything more is left to `writeDirectly`.
 */
import { attributesOf, isRmObject, type Rm, type RmObject } from '../../rm/index.ts'
import type { KeyList } from './key-list.ts'
import type { KeyPath } from './key-path.ts'
import type { Expected } from './read-value.ts'
import { countAttributes, isFilledText, isOfClass, soleText } from './simple-objects.ts'
import { CODED_SUFFIXES } from './write-directly.ts'

/** Puts the keys of a value; false, with nothing put, where the value is not that simple. */
type CommonWriter = (list: KeyList, path: KeyPath, value: RmObject) => boolean

/** The writers of an expected value, by the class of the value. */
export type CommonWriters = ReadonlyMap<string, CommonWriter>

const writeText =
  (type: string): CommonWriter =>
  (list, path, value) => {
    const text = soleText(value, type)
    // An empty text says nothing in FLAT.
    if (text === undefined || text === '') return false
    list.put(path.text, text)
    return true
  }

const writeQuantity =
  (needsUnit: boolean): CommonWriter =>
  (list, path, value) => {
    const { magnitude, units, precision } = attributesOf<Rm.DvQuantity>(value)
    if (typeof magnitude !== 'number' || Number.isNaN(magnitude)) return false
    if (units === undefined ? needsUnit : !isFilledText(units)) return false
    if (precision !== undefined && !Number.isSafeInteger(precision)) return false
    const count = 1 + (units === undefined ? 0 : 1) + (precision === undefined ? 0 : 1)
    if (countAttributes(value) !== count) return false
    list.put(path.key('|magnitude'), magnitude)
    if (units !== undefined) list.put(path.key('|unit'), units)
    if (precision !== undefined) list.put(path.key('|precision'), precision)
    return true
  }

/** The terminology of a code phrase that has a terminology and a code, and nothing else. */
function terminologyOf(phrase: RmObject): string | undefined {
  const { terminology_id, code_string } = attributesOf<Rm.CodePhrase>(phrase)
  if (!isOfClass(phrase, 'CODE_PHRASE') || !isFilledText(code_string) || countAttributes(phrase) !== 2)
    return undefined
  const terminology = soleText(terminology_id, 'TERMINOLOGY_ID')
  return terminology === '' ? undefined : terminology
}

const writePhrase: CommonWriter = (list, path, value) => {
  const terminology = terminologyOf(value)
  if (terminology === undefined) return false
  list.put(path.key('|code'), attributesOf<Rm.CodePhrase>(value).code_string)
  list.put(path.key('|terminology'), terminology)
  return true
}

/** Writes a coded text; one of the codes, where there are any. */
const writeCoded =
  (codes?: ReadonlyMap<string, unknown>): CommonWriter =>
  (list, path, coded) => {
    const { value, defining_code: phrase } = attributesOf<Rm.DvCodedText>(coded)
    if (!isFilledText(value) || !isRmObject(phrase) || countAttributes(coded) !== 2) return false
    const terminology = terminologyOf(phrase)
    const code = attributesOf<Rm.CodePhrase>(phrase).code_string
    if (terminology === undefined || typeof code !== 'string') return false
    if (codes !== undefined && codes.size > 0 && !codes.has(code)) return false
    list.put(path.key('|code'), code)
    list.put(path.key('|value'), value)
    list.put(path.key('|terminology'), terminology)
    return true
  }

const writeSelf: CommonWriter = (list, path, value) => {
  if (countAttributes(value) !== 0) return false
  list.put(path.key('|_type'), 'PARTY_SELF')
  return true
}

/** Writes a party by its name, and by a reference that has an identifier with its scheme. */
const writeParty: CommonWriter = (list, path, value) => {
  const { name, external_ref: reference } = attributesOf<Rm.PartyIdentified>(value)
  if (!isFilledText(name) || countAttributes(value) !== (reference === undefined ? 1 : 2)) return false
  if (reference !== undefined && !isCommonReference(reference)) return false
  list.put(path.key('|name'), name)
  if (reference === undefined) return true
  const { id, namespace, type } = attributesOf<Rm.PartyRef>(reference)
  list.put(path.key('|id'), attributesOf<Rm.GenericId>(id).value)
  list.put(path.key('|id_scheme'), attributesOf<Rm.GenericId>(id).scheme)
  list.put(path.key('|id_namespace'), namespace)
  if (type !== 'PARTY') list.put(path.key('/_external_ref|type'), type)
  return true
}

function isCommonReference(reference: unknown): boolean {
  if (!isRmObject(reference) || !isOfClass(reference, 'PARTY_REF')) return false
  const { id, namespace, type } = attributesOf<Rm.PartyRef>(reference)
  if (!isRmObject(id) || id._type !== 'GENERIC_ID') return false
  const { value, scheme } = attributesOf<Rm.GenericId>(id)
  const isWhole = isFilledText(namespace) && isFilledText(type) && isFilledText(value) && isFilledText(scheme)
  return isWhole && countAttributes(reference) === 3 && countAttributes(id) === 2
}

const TEXTS = ['DV_DATE', 'DV_DATE_TIME', 'DV_DURATION', 'DV_EHR_URI', 'DV_TEXT', 'DV_TIME', 'DV_URI']

/** By the class that is expected, where the template says no more than the class. */
const BY_CLASS: ReadonlyMap<string, CommonWriters> = new Map<string, CommonWriters>([
  ...TEXTS.map(type => [type, new Map([[type, writeText(type)]])] as const),
  [
    'DV_TEXT',
    new Map([
      ['DV_TEXT', writeText('DV_TEXT')],
      ['DV_CODED_TEXT', writeCoded()],
    ]),
  ],
  ['DV_CODED_TEXT', new Map([['DV_CODED_TEXT', writeCoded()]])],
  ['DV_QUANTITY', new Map([['DV_QUANTITY', writeQuantity(false)]])],
  ['CODE_PHRASE', new Map([['CODE_PHRASE', writePhrase]])],
  ['PARTY_IDENTIFIED', new Map([['PARTY_IDENTIFIED', writeParty]])],
  [
    'PARTY_PROXY',
    new Map([
      ['PARTY_IDENTIFIED', writeParty],
      ['PARTY_SELF', writeSelf],
    ]),
  ],
])

const WITH_UNIT: CommonWriters = new Map([['DV_QUANTITY', writeQuantity(true)]])
const NONE: CommonWriters = new Map()

/** The attribute that reading may fill, by class: the writers above know of no other. */
const FILLED: Readonly<Record<string, string>> = { DV_QUANTITY: 'units', CODE_PHRASE: 'terminology_id' }

export function commonWriters({ type, fill = {}, codes }: Expected): CommonWriters {
  const filled = Object.keys(fill)
  if (filled.some(attribute => attribute !== FILLED[type])) return NONE
  const known = BY_CLASS.get(type) ?? NONE
  if (codes !== undefined && known.has('DV_CODED_TEXT')) return codedWriters(known, codes.codes)
  return type === 'DV_QUANTITY' && filled.length > 0 ? WITH_UNIT : known
}

/** A list with a code that is called as a suffix is read back. */
function codedWriters(known: CommonWriters, codes: ReadonlyMap<string, unknown>): CommonWriters {
  const writers = new Map(known)
  if (CODED_SUFFIXES.some(suffix => codes.has(suffix))) writers.delete('DV_CODED_TEXT')
  else writers.set('DV_CODED_TEXT', writeCoded(codes))
  return writers
}
