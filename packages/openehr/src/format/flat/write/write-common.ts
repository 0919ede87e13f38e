/**
 * Writes the values that most documents consist of: texts, times, quantities, codes and parties that have their usual attributes and nothing
 * else. Each has a function of its own, which knows the names of its attributes: that takes a third of the time that the rows of the
 * tables take (decision 0047). A value with anything more is left to `writeDirectly`.
 */
import { attributesOf, isRmObject, type Rm } from '../../../rm/index.ts'
import type { Expected } from '../read/read-value.ts'
import type { CommonWriter } from './common-writer.ts'
import { countAttributes, isFilledText, soleText, terminologyOf } from './simple-objects.ts'
import { CODED_SUFFIXES } from './write-directly.ts'
import { writeParticipation, writeParty, writeReference, writeSelf } from './write-parties.ts'

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
  ['OBJECT_REF', new Map([['OBJECT_REF', writeReference]])],
  ['PARTICIPATION', new Map([['PARTICIPATION', writeParticipation]])],
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
