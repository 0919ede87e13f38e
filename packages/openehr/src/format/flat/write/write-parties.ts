/** Writes parties, references to them and participations that have their usual attributes and nothing else. */
import { attributesOf, isRmObject, type Rm, terminologyGroup, type Unvalidated } from '../../../rm/index.ts'
import { conceptOf } from '../tables/codec.ts'
import type { CommonWriter } from './common-writer.ts'
import { countAttributes, isFilledText, isOfClass, soleText, terminologyOf } from './simple-objects.ts'

export const writeSelf: CommonWriter = (list, path, value) => {
  if (countAttributes(value) !== 0) return false
  list.put(path.key('|_type'), 'PARTY_SELF')
  return true
}

/** Writes a party by its name, and by a reference that has an identifier with its scheme. */
export const writeParty: CommonWriter = (list, path, value) => {
  const { name, external_ref: reference } = attributesOf<Rm.PartyIdentified>(value)
  if (!isFilledText(name) || countAttributes(value) !== (reference === undefined ? 1 : 2)) return false
  const id = reference === undefined ? undefined : identifierIn(reference, 'PARTY_REF')
  if (reference !== undefined && id === undefined) return false
  list.put(path.key('|name'), name)
  if (id === undefined) return true
  const { namespace, type } = attributesOf<Rm.PartyRef>(reference)
  list.put(path.key('|id'), id.value)
  list.put(path.key('|id_scheme'), id.scheme)
  list.put(path.key('|id_namespace'), namespace)
  if (type !== 'PARTY') list.put(path.key('/_external_ref|type'), type)
  return true
}

export const writeReference: CommonWriter = (list, path, value) => {
  const id = identifierIn(value, 'OBJECT_REF')
  if (id === undefined) return false
  const { namespace, type } = attributesOf<Rm.ObjectRef>(value)
  list.put(path.key('|id'), id.value)
  list.put(path.key('|id_scheme'), id.scheme)
  list.put(path.key('|namespace'), namespace)
  list.put(path.key('|type'), type)
  return true
}

/** The identifier of a reference that has a namespace, a type and a GENERIC_ID, and nothing else. */
function identifierIn(reference: unknown, declared: string): Unvalidated<Rm.GenericId> | undefined {
  if (!isRmObject(reference) || !isOfClass(reference, declared)) return undefined
  const { id, namespace, type } = attributesOf<Rm.PartyRef>(reference)
  if (!isRmObject(id) || id._type !== 'GENERIC_ID') return undefined
  const { value, scheme } = attributesOf<Rm.GenericId>(id)
  const isWhole = isFilledText(namespace) && isFilledText(type) && isFilledText(value) && isFilledText(scheme)
  return isWhole && countAttributes(reference) === 3 && countAttributes(id) === 2 ? id : undefined
}

/** Writes a participation of a party with a name, by its function and at most its mode. */
export const writeParticipation: CommonWriter = (list, path, value) => {
  const { function: task, mode, performer } = attributesOf<Rm.Participation>(value)
  const text = soleText(task, 'DV_TEXT')
  if (!isFilledText(text) || countAttributes(value) !== (mode === undefined ? 2 : 3)) return false
  if (!isRmObject(performer) || performer._type !== 'PARTY_IDENTIFIED') return false
  const rubric = mode === undefined ? undefined : rubricOfMode(mode)
  if (mode !== undefined && rubric === undefined) return false
  const start = list.length
  list.put(path.key('|function'), text)
  if (rubric !== undefined) list.put(path.key('|mode'), rubric)
  if (writeParty(list, path, performer)) return true
  list.cutTo(start)
  return false
}

const MODES = 'participation mode'

/** By the rubric of a mode of participation its code, where reading finds that code by the rubric. */
const codesOfModes: ReadonlyMap<string, string> = new Map(
  [...terminologyGroup(MODES)].flatMap(([code, rubric]) =>
    conceptOf(MODES, rubric)?.code === code ? [[rubric, code]] : [],
  ),
)

/** The rubric of a mode as the openEHR terminology has it; undefined for any other. */
function rubricOfMode(mode: unknown): string | undefined {
  if (!isRmObject(mode) || mode._type !== 'DV_CODED_TEXT' || countAttributes(mode) !== 2) return undefined
  const { value, defining_code: phrase } = attributesOf<Rm.DvCodedText>(mode)
  if (typeof value !== 'string' || terminologyOf(phrase) !== 'openehr') return undefined
  const { code_string } = attributesOf<Rm.CodePhrase>(phrase)
  return codesOfModes.get(value) === code_string ? value : undefined
}
