/**
 * Writes common values without reading them back: the tables tell of a plain quantity or coded text that nothing is lost
 * (decision 0047).
 */
import { isRmObject, rmClass, typeOf } from '../../../rm/index.ts'
import type { KeyList } from '../keys/key-list.ts'
import type { KeyPath } from '../keys/key-path.ts'
import { type Expected, getAt } from '../read/read-value.ts'
import { mappingOf } from '../tables/mapping.ts'
import type { Field } from '../tables/table.ts'

interface DirectRow {
  /** Paths that a value must have, so that reading chooses this class and completes nothing. */
  readonly always: readonly string[]
  readonly maybe?: readonly string[]
}

const ONE_VALUE: DirectRow = { always: ['value'] }
const CODE = ['code_string', 'terminology_id/value']

/** Values that reading sets from their keys alone, by class. A value with any other attribute is read back. */
const DIRECT: Readonly<Record<string, DirectRow>> = {
  ARCHETYPED: { always: ['rm_version'] },
  CODE_PHRASE: { always: CODE, maybe: ['preferred_term'] },
  DV_BOOLEAN: ONE_VALUE,
  DV_CODED_TEXT: {
    always: ['value', ...CODE.map(path => `defining_code/${path}`)],
    maybe: ['defining_code/preferred_term'],
  },
  DV_COUNT: { always: ['magnitude'] },
  DV_DATE: ONE_VALUE,
  DV_DATE_TIME: ONE_VALUE,
  DV_DURATION: ONE_VALUE,
  DV_EHR_URI: ONE_VALUE,
  DV_IDENTIFIER: { always: ['id'], maybe: ['issuer', 'assigner', 'type'] },
  DV_PARSABLE: { always: ['value'], maybe: ['formalism'] },
  DV_QUANTITY: { always: ['magnitude'], maybe: ['units', 'precision'] },
  DV_TEXT: ONE_VALUE,
  DV_TIME: ONE_VALUE,
  DV_URI: ONE_VALUE,
  FEEDER_AUDIT_DETAILS: { always: ['system_id'], maybe: ['version_id'] },
  PARTY_IDENTIFIED: { always: ['name'] },
}

/** Classes that their keys tell from the wider one that is declared. */
const CHOSEN: Readonly<Record<string, string>> = {
  DV_CODED_TEXT: 'DV_TEXT',
  PARTY_IDENTIFIED: 'PARTY_PROXY',
}

interface DirectField extends Field {
  readonly isNeeded: boolean
}

const fieldsByClass: ReadonlyMap<string, readonly DirectField[]> = new Map(
  Object.entries(DIRECT).map(([type, { always, maybe = [] }]) => [
    type,
    mappingOf(type).fields.flatMap(field => {
      const path = field.at.join('/')
      const isNeeded = always.includes(path)
      return isNeeded || maybe.includes(path) ? [{ ...field, isNeeded }] : []
    }),
  ]),
)

type Fields = Readonly<Record<string, unknown>>

/**
 * Appends the keys of a value below a path. False, with nothing appended, where only reading them back can tell that nothing is
 * lost. Here it is told by counting: each key gives one leaf of the value, and the value has no other leaves.
 */
export function writeDirectly(list: KeyList, path: KeyPath, expected: Expected, value: Fields): boolean {
  const type = typeOf(value, expected.type) ?? ''
  const fields = fieldsByClass.get(type)
  if (fields === undefined || !isChosen(type, expected, value)) return false
  const start = list.length
  const count = writeFields(list, path, fields, value)
  if (count === countLeaves(value, type)) return true
  list.cutTo(start)
  return false
}

/** The number of fields that were written; undefined where one is missing or would come back as another value. */
function writeFields(
  list: KeyList,
  path: KeyPath,
  fields: readonly DirectField[],
  value: Fields,
): number | undefined {
  let count = 0
  for (const { at, keys, as, isNeeded } of fields) {
    const found = getAt(value, at)
    if (found === undefined && !isNeeded) continue
    const written = as.write(found)
    // An empty text says nothing in FLAT.
    if (written === undefined || written === '' || as.read(written) !== found) return undefined
    list.put(path.key(keys[0] ?? ''), written)
    count += 1
  }
  return count
}

/** The number of leaves of a value, if all objects in it are of the class that reading gives them. */
function countLeaves(object: Fields, type: string): number {
  const attributes = rmClass(type)?.attributes
  let count = 0
  for (const key of Object.keys(object)) {
    const value = object[key]
    if (key === '_type' || value === undefined) continue
    if (!isRmObject(value)) {
      count += 1
      continue
    }
    const declared = attributes?.get(key)?.type
    if (declared === undefined || typeOf(value, declared) !== declared) return Number.NaN
    count += countLeaves(value, declared)
  }
  return count === 0 ? Number.NaN : count
}

/** True when reading the keys gives a value of this class, and neither refuses it nor adds to it. */
function isChosen(type: string, expected: Expected, value: Fields): boolean {
  if (expected.type !== type && expected.type !== CHOSEN[type]) return false
  if (expected.fill !== undefined)
    for (const attribute of Object.keys(expected.fill)) if (value[attribute] === undefined) return false
  return expected.codes === undefined || type !== 'DV_CODED_TEXT' || isOffered(expected.codes.codes, value)
}

/** Suffixes of a coded text, which may be codes of the template too. */
export const CODED_SUFFIXES = ['code', 'value', 'terminology', 'preferred_term']

/** True for a code of the template's list; a list with a code that is called as a suffix is read back. */
function isOffered(codes: ReadonlyMap<string, unknown>, value: Fields): boolean {
  if (CODED_SUFFIXES.some(suffix => codes.has(suffix))) return false
  const code = getAt(value, ['defining_code', 'code_string'])
  return codes.size === 0 || (typeof code === 'string' && codes.has(code))
}
