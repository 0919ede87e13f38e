/** RM value ⇄ cell: what a column shows of a value, and the value that a cell says. */
import type { Finding } from '@cairn/openehr'
import { baseType, isA, isRmObject, rmClass } from '@cairn/openehr/rm'
import { CELL_KINDS, cellKind, type Inner, isCellObject, Misfit } from './cell-kinds.ts'
import type { Cell, CellObject, ValueColumn, ValueType } from './model.ts'

/** Primitives of the RM: how each is spelled in JSON. */
const PRIMITIVES: Readonly<Record<string, readonly [fits: (cell: Cell) => boolean, expected: string]>> = {
  String: [cell => typeof cell === 'string', 'a text'],
  Character: [cell => typeof cell === 'string' && [...cell].length === 1, 'one character'],
  Byte: [cell => typeof cell === 'string', 'a text in base64'],
  Iso8601_date_time: [cell => typeof cell === 'string', 'a date and time'],
  Integer: [cell => Number.isSafeInteger(cell), 'a whole number'],
  Real: [cell => typeof cell === 'number', 'a number'],
  Boolean: [cell => typeof cell === 'boolean', 'true or false'],
}

/** What the column says of values of this class; the parameter of an interval is told by its ends. */
function typeOfValue(value: Readonly<Record<string, unknown>>, types: readonly ValueType[]): ValueType {
  const [first] = types
  const type = typeof value['_type'] === 'string' ? value['_type'] : (first?.type ?? 'Any')
  const fitting = types.filter(each => baseType(each.type) === baseType(type))
  const end = value['lower'] ?? value['upper']
  const parameter = isRmObject(end) ? end._type : undefined
  return fitting.find(each => each.type === `DV_INTERVAL<${parameter}>`) ?? fitting[0] ?? { type }
}

/** Canonical JSON stands for itself, with its class told. */
const canonical = (value: Readonly<Record<string, unknown>>, type: string): CellObject =>
  ({ _type: baseType(type), ...value }) as CellObject

const INNER: Inner = {
  show: (value, type) => cellOf(value, { types: [type] }),
  read: (cell, type, stored) => readAs(cell, [type], stored),
}

/** What a record shows of a value; `null` where there is none. */
export function cellOf(value: unknown, { types }: Pick<ValueColumn, 'types'>): Cell {
  if (value === undefined || value === null) return null
  if (!isRmObject(value)) return value as Cell
  const type = typeOfValue(value, types)
  return cellKind(type.type)?.show(value, type, INNER) ?? canonical(value, type.type)
}

/** A value that its own class tells, where cells of the class are canonical JSON. */
function readCanonical(cell: Cell, { type }: ValueType): unknown {
  const expected = `the canonical JSON of a ${baseType(type)}, with _type`
  const own = isCellObject(cell) ? cell['_type'] : undefined
  if (typeof own !== 'string' || cellKind(own) || !rmClass(own) || !isA(own, type))
    return new Misfit('unreadable', expected)
  return cell
}

function readOne(cell: Cell, type: ValueType, stored: boolean): unknown {
  const primitive = Object.hasOwn(PRIMITIVES, type.type) ? PRIMITIVES[type.type] : undefined
  if (primitive) return primitive[0](cell) ? cell : new Misfit('unreadable', primitive[1])
  return cellKind(type.type)?.read(cell, type, INNER, stored) ?? readCanonical(cell, type)
}

/** Classes that may stand in for the one that is named, and that the template says nothing about. */
const standIns = ({ type }: ValueType): readonly ValueType[] =>
  [...CELL_KINDS.keys()].filter(name => name !== type && isA(name, type)).map(name => ({ type: name }))

/** The first alternative that the cell fits, the named ones before those that may stand in for them. */
function readAs(cell: Cell, types: readonly ValueType[], stored: boolean): unknown {
  const misfits: Misfit[] = []
  for (const type of types) {
    const value = readOne(cell, type, stored)
    if (!(value instanceof Misfit)) return value
    misfits.push(value)
  }
  for (const type of types.flatMap(standIns)) {
    const value = readOne(cell, type, stored)
    if (!(value instanceof Misfit)) return value
  }
  const refused = misfits.filter(({ reason }) => reason === 'forbidden')
  const [first] = refused
  const told = first ? refused : misfits
  return new Misfit(
    first ? 'forbidden' : 'unreadable',
    [...new Set(told.map(({ expected }) => expected))].join(', or '),
    first?.value,
  )
}

/** What a cell comes to: a value, and what is wrong with it; one that cannot be read comes to no value. */
export interface Made {
  readonly value: unknown
  readonly finding?: Finding
}

/** Of a cell that cannot be read as a value of its column, and of one that the template does not allow. */
export const UNREADABLE = 'datamap.cell_type'
export const FORBIDDEN = 'datamap.cell_value'

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

/** `stored`: the record had this cell before, so that an update may leave it as it is. */
export function rmValueOf(cell: Cell, column: ValueColumn, stored = false): Made {
  const value = readAs(cell, column.types, stored)
  if (!(value instanceof Misfit)) return { value }
  const { fullLabel } = column
  const found = shortened(JSON.stringify(cell))
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

/** A text that is equal for equal cells: absent is `null`, and the order of members does not matter. */
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
