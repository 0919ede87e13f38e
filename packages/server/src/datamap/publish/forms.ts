/** The SQL columns that a column of a datamap becomes, by its class: one table, for the types and for the values. */
import { baseType, parseDate, parseDateTime, printDate, printDateTime } from '@cairn-ehr/openehr/rm'
import { isCellObject } from '../cell-kinds.ts'
import type { Cell, ValueColumn, ValueType } from '../model.ts'

export type SqlType = 'text' | 'numeric' | 'bigint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb'

/** One SQL column of a value. Values are such that the database reads them as the type. */
export interface Form {
  /** After the name of the column; empty for the value itself. */
  readonly suffix: string
  readonly type: SqlType
  readonly meaning?: string
  readonly value: (cell: Cell, types: readonly ValueType[]) => Cell
}

const member = (cell: Cell, name: string): Cell => (isCellObject(cell) ? (cell[name] ?? null) : null)
const isText = (cell: Cell): cell is string => typeof cell === 'string'
const textOf = (cell: Cell): Cell => (isText(cell) ? cell : null)
const numberOf = (cell: Cell): Cell => (typeof cell === 'number' ? cell : null)

/** The text of a coded value; what has none as JSON, so that nothing is lost. */
function plainText(cell: Cell): Cell {
  if (cell === null || isText(cell)) return cell
  const value = member(cell, 'value')
  return isText(value) ? value : JSON.stringify(cell)
}

/** PostgreSQL knows no year 0. */
const isKnownYear = ({ year }: { readonly year: number }): boolean => year > 0

/** A date without its day is none in SQL. */
function dateOf(cell: Cell): Cell {
  const parsed = isText(cell) ? parseDate(cell) : undefined
  return parsed?.day !== undefined && isKnownYear(parsed) ? printDate(parsed) : null
}

/** A time without an offset is no instant: the database would take it as one of the session's time zone. */
function instantOf(cell: Cell): Cell {
  const parsed = isText(cell) ? parseDateTime(cell) : undefined
  return parsed?.offset !== undefined && isKnownYear(parsed) ? printDateTime(parsed) : null
}

/** The number of an ordinal; a cell leaves it out if the template lists it. */
function ordinalOf(cell: Cell, types: readonly ValueType[]): Cell {
  const known = types
    .flatMap(({ codes }) => codes ?? [])
    .find(({ code, ordinal }) => ordinal !== undefined && code === member(cell, 'code'))
  return numberOf(member(cell, 'ordinal')) ?? known?.ordinal ?? null
}

const form = (type: SqlType, value: Form['value'], suffix = '', meaning?: string): Form => ({
  suffix,
  type,
  value,
  ...(meaning === undefined ? {} : { meaning }),
})

const asRecorded = form('text', textOf, '_text', 'as it was recorded')
const code = form('text', cell => textOf(member(cell, 'code')), '_code', 'the code')
const terminology = form(
  'text',
  (cell, types) =>
    isCellObject(cell)
      ? (cell['terminology'] ?? types.find(each => each.terminology !== undefined)?.terminology ?? null)
      : null,
  '_terminology',
  'the terminology of the code',
)

const FORMS = {
  text: [form('text', plainText)],
  coded: [form('text', plainText), code, terminology],
  graded: [form('text', plainText), code, form('numeric', ordinalOf, '_ordinal', 'the number')],
  number: [form('numeric', numberOf)],
  integer: [form('bigint', cell => (Number.isSafeInteger(cell) ? cell : null))],
  quantity: [
    form('numeric', cell => numberOf(member(cell, 'magnitude'))),
    form('text', cell => textOf(member(cell, 'units')), '_units', 'the units'),
  ],
  boolean: [form('boolean', cell => (typeof cell === 'boolean' ? cell : null))],
  date: [form('date', dateOf), asRecorded],
  instant: [form('timestamptz', instantOf), asRecorded],
  identifier: [
    form('text', cell => textOf(member(cell, 'id'))),
    form('text', cell => textOf(member(cell, 'issuer')), '_issuer', 'who issued it'),
  ],
  json: [form('jsonb', cell => cell)],
} as const satisfies Record<string, readonly Form[]>

type Kind = keyof typeof FORMS

/** Classes without a row are shown as JSON. */
const KINDS: Readonly<Record<string, Kind>> = {
  DV_TEXT: 'text',
  DV_URI: 'text',
  DV_EHR_URI: 'text',
  DV_TIME: 'text',
  DV_DURATION: 'text',
  String: 'text',
  Character: 'text',
  Byte: 'text',
  DV_CODED_TEXT: 'coded',
  DV_ORDINAL: 'graded',
  DV_SCALE: 'graded',
  DV_COUNT: 'integer',
  Integer: 'integer',
  Integer64: 'integer',
  Real: 'number',
  Double: 'number',
  DV_QUANTITY: 'quantity',
  DV_BOOLEAN: 'boolean',
  Boolean: 'boolean',
  DV_DATE: 'date',
  DV_DATE_TIME: 'instant',
  Iso8601_date_time: 'instant',
  DV_IDENTIFIER: 'identifier',
}

function kindOfType({ type, units }: ValueType): Kind {
  const kind = Object.hasOwn(KINDS, baseType(type)) ? KINDS[baseType(type)] : undefined
  return kind === 'quantity' && units?.length === 1 ? 'number' : (kind ?? 'json')
}

/** A text that may be coded has the columns of a coded one; other classes beside each other are JSON. */
function kindOf(types: readonly ValueType[]): Kind {
  const kinds = new Set(types.map(kindOfType))
  const [only = 'json'] = kinds
  if (kinds.size === 1) return only
  return [...kinds].every(kind => kind === 'text' || kind === 'coded') ? 'coded' : 'json'
}

export const formsOf = ({ types }: Pick<ValueColumn, 'types'>): readonly Form[] => FORMS[kindOf(types)]
