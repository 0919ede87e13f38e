/** Turns RM values into cells of a column, and cells into RM values. */
import type { Finding } from '@cairn-ehr/openehr'
import { baseType, isA, isRmObject, rmClass } from '@cairn-ehr/openehr/rm'
import { CELL_KINDS, CellFault, cellKind, type InnerValues, isCellObject } from './cell-kinds.ts'
import type { Cell, CellObject, ValueColumn, ValueType } from './model.ts'

/** Primitives of the RM, each with its JSON form. */
const PRIMITIVES: Readonly<Record<string, readonly [fits: (cell: Cell) => boolean, expected: string]>> = {
  String: [cell => typeof cell === 'string', 'a text'],
  Character: [cell => typeof cell === 'string' && [...cell].length === 1, 'one character'],
  Byte: [cell => typeof cell === 'string', 'a text in base64'],
  Iso8601_date_time: [cell => typeof cell === 'string', 'a date and time'],
  Integer: [cell => Number.isSafeInteger(cell), 'a whole number'],
  Real: [cell => typeof cell === 'number', 'a number'],
  Boolean: [cell => typeof cell === 'boolean', 'true or false'],
}

/** Finds the type of a value among those of the column; the parameter of an interval is the class of its ends. */
function typeOfValue(value: Readonly<Record<string, unknown>>, types: readonly ValueType[]): ValueType {
  const [first] = types
  const type = typeof value['_type'] === 'string' ? value['_type'] : (first?.type ?? 'Any')
  const fitting = types.filter(each => baseType(each.type) === baseType(type))
  const end = value['lower'] ?? value['upper']
  const parameter = isRmObject(end) ? end._type : undefined
  return fitting.find(each => each.type === `DV_INTERVAL<${parameter}>`) ?? fitting[0] ?? { type }
}

/** A class without a cell form of its own is shown as canonical JSON with `_type`. */
const asCanonical = (value: Readonly<Record<string, unknown>>, type: string): CellObject =>
  ({ _type: baseType(type), ...value }) as CellObject

const INNER: InnerValues = {
  show: (value, type) => cellOf(value, { types: [type] }),
  read: (cell, type, stored) => readAs(cell, [type], stored),
}

/** Makes the cell of a value; `null` if there is none. */
export function cellOf(value: unknown, { types }: Pick<ValueColumn, 'types'>): Cell {
  if (value === undefined || value === null) return null
  if (!isRmObject(value)) return value as Cell
  const type = typeOfValue(value, types)
  return cellKind(type.type)?.show(value, type, INNER) ?? asCanonical(value, type.type)
}

/** Reads a cell of canonical JSON. */
function readCanonical(cell: Cell, { type }: ValueType): unknown {
  const expected = `the canonical JSON of a ${baseType(type)}, with _type`
  const own = isCellObject(cell) ? cell['_type'] : undefined
  if (typeof own !== 'string' || cellKind(own) || !rmClass(own) || !isA(own, type))
    return new CellFault('unreadable', expected)
  return cell
}

function readOne(cell: Cell, type: ValueType, stored: boolean): unknown {
  const primitive = Object.hasOwn(PRIMITIVES, type.type) ? PRIMITIVES[type.type] : undefined
  if (primitive) return primitive[0](cell) ? cell : new CellFault('unreadable', primitive[1])
  return cellKind(type.type)?.read(cell, type, INNER, stored) ?? readCanonical(cell, type)
}

/** Descendants of the class that are allowed in its place although the template does not name them. */
const descendantTypes = ({ type }: ValueType): readonly ValueType[] =>
  [...CELL_KINDS.keys()].filter(name => name !== type && isA(name, type)).map(name => ({ type: name }))

/** Reads the cell as the first class that it fits: first those that the template names, then their descendants. */
function readAs(cell: Cell, types: readonly ValueType[], stored: boolean): unknown {
  const misfits: CellFault[] = []
  for (const type of types) {
    const value = readOne(cell, type, stored)
    if (!(value instanceof CellFault)) return value
    misfits.push(value)
  }
  for (const type of types.flatMap(descendantTypes)) {
    const value = readOne(cell, type, stored)
    if (!(value instanceof CellFault)) return value
  }
  const refused = misfits.filter(({ reason }) => reason === 'forbidden')
  const [first] = refused
  const told = first ? refused : misfits
  return new CellFault(
    first ? 'forbidden' : 'unreadable',
    [...new Set(told.map(({ expected }) => expected))].join(', or '),
    first?.value,
  )
}

/** The value of a cell and its fault, if any; a cell that cannot be read has no value. */
export interface ReadCell {
  readonly value: unknown
  readonly finding?: Finding
}

/** Codes of findings: a cell that cannot be read as a value of its column, and one that the template does not allow. */
export const UNREADABLE = 'datamap.cell_type'
export const FORBIDDEN = 'datamap.cell_value'

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** `stored`: the record already had this cell, so an update may keep it. */
export function rmValueOf(cell: Cell, column: ValueColumn, stored = false): ReadCell {
  const value = readAs(cell, column.types, stored)
  if (!(value instanceof CellFault)) return { value }
  const { fullLabel } = column
  const found = shorten(JSON.stringify(cell))
  const { expected } = value
  return {
    value: value.value,
    finding: {
      path: fullLabel,
      code: value.reason === 'forbidden' ? FORBIDDEN : UNREADABLE,
      message: `Expected ${expected}, found ${found}`,
      found,
      expected,
    },
  }
}

/** Returns equal texts for equal cells: an absent cell equals `null`, and the order of members does not matter. */
export function cellKey(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return 'null'
  if (Array.isArray(cell)) return cell.length === 0 ? 'null' : `[${cell.map(cellKey).join(',')}]`
  if (!isCellObject(cell)) return JSON.stringify(cell)
  const members: string[] = []
  for (const name of Object.keys(cell).toSorted()) {
    const key = cellKey(cell[name])
    if (key !== 'null') members.push(`${JSON.stringify(name)}:${key}`)
  }
  return `{${members.join(',')}}`
}
