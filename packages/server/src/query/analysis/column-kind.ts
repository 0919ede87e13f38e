/** The types of columns in formats for analysis: found from the first rows, since a path alone does not tell them. */
import { isRmObject } from '@cairn-ehr/openehr/rm'

export type ColumnKind =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'text'
  | 'timestamp'
  | 'local_timestamp'
  | 'date'
  | 'quantity'
  | 'coded'
  | 'json'

export interface TableColumn {
  readonly name: string
  readonly kind: ColumnKind
}

export interface Quantity {
  readonly magnitude: number
  readonly units: string
}

export interface Coded {
  readonly value: string | null
  readonly code: string | null
  readonly terminology: string | null
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/
const DATE = /^\d{4}-\d\d-\d\d$/

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** An object whose members are all shown in its typed form. */
const isPlain = (value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean =>
  Object.keys(value).every(name => name === '_type' || names.includes(name))

/** Data values that are shown by one member. */
const BY_MEMBER: Readonly<Record<string, string>> = {
  DV_TEXT: 'value',
  DV_DATE_TIME: 'value',
  DV_DATE: 'value',
  DV_BOOLEAN: 'value',
  DV_COUNT: 'magnitude',
}

/** The cell itself, or the member that a data value is shown by. */
function bareOf(cell: unknown): unknown {
  if (!isRmObject(cell)) return cell
  const member = BY_MEMBER[cell._type ?? '']
  return member !== undefined && isPlain(cell, [member]) ? cell[member] : cell
}

function kindOfText(text: string): ColumnKind {
  const time = TIMESTAMP.exec(text)
  if (time) return time[1] === undefined ? 'local_timestamp' : 'timestamp'
  return DATE.test(text) ? 'date' : 'text'
}

function kindOfCell(cell: unknown): ColumnKind | undefined {
  const bare = bareOf(cell)
  if (bare === null || bare === undefined) return undefined
  if (typeof bare === 'boolean') return 'boolean'
  if (typeof bare === 'number') return bare === cell ? 'number' : 'integer'
  if (typeof bare === 'string') return kindOfText(bare)
  const type = isRmObject(bare) ? bare._type : undefined
  if (type === 'DV_QUANTITY') return 'quantity'
  return type === 'DV_CODED_TEXT' ? 'coded' : 'json'
}

/** Texts that are not all times stay texts; anything else that is mixed is JSON. */
const TEXTS: ReadonlySet<ColumnKind> = new Set(['text', 'timestamp', 'local_timestamp', 'date'])

/** A DV_COUNT is a whole number; nobody knows of a number without its class. */
const NUMBERS: ReadonlySet<ColumnKind> = new Set(['integer', 'number'])

/** The kind of a column by some of its cells. */
export function kindOf(cells: Iterable<unknown>): ColumnKind {
  const kinds = new Set<ColumnKind>()
  for (const cell of cells) {
    const kind = kindOfCell(cell)
    if (kind !== undefined) kinds.add(kind)
  }
  const [first = 'text', ...others] = kinds
  if (others.length === 0) return first
  if ([...kinds].every(kind => NUMBERS.has(kind))) return 'number'
  return [...kinds].every(kind => TEXTS.has(kind)) ? 'text' : 'json'
}

/** False for the 31st of February, which a Date would take for the 2nd or 3rd of March. */
function isDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  if (day < 29) return true
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, day)).getUTCDate() === day
}

/** The form of ECMAScript, which most times have. */
const ECMASCRIPT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** The same time with a point before its fraction and a whole offset. */
const asEcmaScript = (text: string): string =>
  text
    .replace(',', '.')
    .replace(/([+-]\d\d)(\d\d)?$/, '$1:$2')
    .replace(/:$/, ':00')

/** Milliseconds since 1970; undefined for a time that does not exist. */
function millisecondsOf(text: string): number | undefined {
  if (!isDay(text)) return undefined
  const time = Date.parse(ECMASCRIPT.test(text) ? text : asEcmaScript(text))
  return Number.isNaN(time) ? undefined : time
}

function timeOf(text: unknown, kind: ColumnKind): number | undefined {
  if (typeof text !== 'string') return undefined
  const isCommon = kind === 'timestamp' && ECMASCRIPT.test(text)
  if (!isCommon && kindOfText(text) !== kind) return undefined
  // A local time is kept as the time that a clock showed.
  return millisecondsOf(
    kind === 'local_timestamp' ? `${text}Z` : kind === 'date' ? `${text}T00:00:00Z` : text,
  )
}

function codedOf(cell: unknown): Coded | undefined {
  if (!isRmObject(cell) || cell._type !== 'DV_CODED_TEXT') return undefined
  const { defining_code: phrase } = cell
  const { code_string: code, terminology_id: id }: Readonly<Record<string, unknown>> = isRmObject(phrase)
    ? phrase
    : {}
  return {
    value: textOf(cell['value']),
    code: textOf(code),
    terminology: isRmObject(id) ? textOf(id['value']) : null,
  }
}

function quantityOf(cell: unknown): Quantity | undefined {
  if (!isRmObject(cell) || cell._type !== 'DV_QUANTITY') return undefined
  const { magnitude, units } = cell
  return typeof magnitude === 'number' && typeof units === 'string' ? { magnitude, units } : undefined
}

export type TypedCell = null | boolean | number | string | Quantity | Coded

type ReadTyped = (cell: unknown) => TypedCell | undefined

const READERS: Readonly<Record<ColumnKind, ReadTyped>> = {
  boolean: cell => (typeof cell === 'boolean' ? cell : undefined),
  integer: cell => (Number.isSafeInteger(cell) ? (cell as number) : undefined),
  number: cell => (typeof cell === 'number' ? cell : undefined),
  text: cell => (typeof cell === 'string' ? cell : undefined),
  timestamp: cell => timeOf(cell, 'timestamp'),
  local_timestamp: cell => timeOf(cell, 'local_timestamp'),
  date: cell => timeOf(cell, 'date'),
  quantity: quantityOf,
  coded: codedOf,
  json: cell => JSON.stringify(cell),
}

/** A cell in the type of its column; times are milliseconds since 1970. */
export interface FittedCell {
  readonly value: TypedCell
  /** False if the typed value leaves something out, or there is none although there is a cell. */
  readonly isWhole: boolean
}

const SHOWN_MEMBERS: Partial<Readonly<Record<ColumnKind, readonly string[]>>> = {
  quantity: ['magnitude', 'units', 'precision'],
  coded: ['value', 'defining_code'],
}

export function fitCell(cell: unknown, kind: ColumnKind): FittedCell {
  if (cell === null || cell === undefined) return { value: null, isWhole: true }
  const value = READERS[kind](kind === 'json' ? cell : bareOf(cell))
  if (value === undefined) return { value: null, isWhole: false }
  const shown = SHOWN_MEMBERS[kind]
  return { value, isWhole: shown === undefined || (isRmObject(cell) && isPlain(cell, shown)) }
}
