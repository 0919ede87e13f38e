/** Turns values of each RM class into cells of a record and back: one table for both directions. */
import {
  baseType,
  isRmObject,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
} from '@cairn-ehr/openehr/rm'
import type { AllowedCode, Cell, CellObject, ValueType } from './model.ts'

/** The fault of a cell: it cannot be read as a value of the class, or the template does not allow the value. */
export class CellFault {
  readonly reason: 'unreadable' | 'forbidden'
  readonly expected: string
  readonly value: unknown

  constructor(reason: CellFault['reason'], expected: string, value?: unknown) {
    this.reason = reason
    this.expected = expected
    this.value = value
  }
}

/** Values of an RM class as they are in memory: canonical JSON. */
type Value = Readonly<Record<string, unknown>>

export interface CellKind {
  readonly show: (value: Value, type: ValueType, inner: InnerValues) => Cell
  /** `stored`: the record already had this cell, so rules for new data do not apply to it. */
  readonly read: (cell: Cell, type: ValueType, inner: InnerValues, stored: boolean) => unknown
}

/** Reads and shows inner values, for classes that contain values of other classes. */
export interface InnerValues {
  readonly show: (value: unknown, type: ValueType) => Cell
  readonly read: (cell: Cell, type: ValueType, stored: boolean) => unknown
}

const unreadable = (expected: string): CellFault => new CellFault('unreadable', expected)
const forbidden = (expected: string, value: unknown): CellFault => new CellFault('forbidden', expected, value)

export const isCellObject = (cell: Cell): cell is CellObject => isRmObject(cell)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Returns the members of an object, or undefined if it has any that are not in the list. */
function membersOf<Name extends string>(
  cell: Cell,
  names: readonly Name[],
): { readonly [N in Name]?: Cell } | undefined {
  if (!isCellObject(cell)) return undefined
  const given = Object.entries(cell).filter(([, member]) => member !== null)
  if (given.some(([name]) => !names.some(known => known === name))) return undefined
  return Object.fromEntries(given) as { readonly [N in Name]?: Cell }
}

const present = (members: Readonly<Record<string, Cell | undefined>>): CellObject =>
  Object.fromEntries(
    Object.entries(members).filter(
      (member): member is [string, Cell] => member[1] !== undefined && member[1] !== null,
    ),
  )

/** Makes the kind of a class whose only member `value` is a text that `fits`. */
function textKind(
  name: string,
  expected: string,
  fits: (text: string, stored: boolean) => boolean,
): CellKind {
  return {
    show: ({ value }) => textOf(value),
    read: (cell, _type, _inner, stored) =>
      typeof cell === 'string' && fits(cell, stored) ? { _type: name, value: cell } : unreadable(expected),
  }
}

/** A time needs its offset (docs/interface.md, section 2.5); a date alone has none. */
function isTimeWithOffset(text: string, stored: boolean): boolean {
  const parsed = parseDateTime(text)
  return parsed !== undefined && (stored || parsed.hour === undefined || parsed.offset !== undefined)
}

const printList = (values: readonly string[]): string =>
  values.length > 20 ? `${values.slice(0, 20).join(', ')}, …` : values.join(', ')

interface CodedSymbol {
  readonly code: string
  readonly value: string
  readonly terminology: string
  readonly allowed: AllowedCode | undefined
}

const CODE = '{code, value}'

/** Reads a code; text and terminology of a code that the template lists may be left out. */
function symbolIn(
  cell: Cell,
  { codes, terminology }: ValueType,
  more: readonly string[],
): CodedSymbol | CellFault {
  const members = membersOf(cell, ['code', 'value', 'terminology', ...more])
  if (!members || typeof members.code !== 'string') return unreadable(CODE)
  const allowed = codes?.find(({ code }) => code === members.code)
  const value = members.value ?? allowed?.value
  const said = members.terminology ?? terminology
  if (typeof value !== 'string') return unreadable(`${CODE}: the text of the code is missing`)
  if (typeof said !== 'string') return unreadable('{code, value, terminology}')
  const symbol = { code: members.code, value, terminology: said, allowed }
  if (terminology !== undefined && said !== terminology)
    return forbidden(`a code of ${terminology}`, codedText(symbol))
  if (codes !== undefined && codes.length > 0 && !allowed)
    return forbidden(
      `one of ${printList(codes.map(({ code, value: text }) => `${code} (${text})`))}`,
      codedText(symbol),
    )
  return symbol
}

const codedText = ({ code, value, terminology }: CodedSymbol) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
    code_string: code,
  },
})

/** Shows the terminology unless the template fixes it. */
function showSymbol(symbol: unknown, type: ValueType): CellObject {
  const { value, defining_code: phrase }: Value = isRmObject(symbol) ? symbol : {}
  const { code_string: code, terminology_id: id }: Value = isRmObject(phrase) ? phrase : {}
  const terminology = isRmObject(id) ? textOf(id['value']) : null
  return present({
    code: textOf(code),
    value: textOf(value),
    terminology: terminology === type.terminology ? undefined : terminology,
  })
}

/** DV_ORDINAL and DV_SCALE: the number is shown only if the template does not list it with its symbol. */
function gradedKind(name: string): CellKind {
  return {
    show: ({ value, symbol }, type) => {
      const shown = showSymbol(symbol, type)
      const known = type.codes?.find(({ code }) => code === shown['code'])?.ordinal
      return known === value ? shown : present({ ...shown, ordinal: numberOf(value) })
    },
    read: (cell, type) => {
      const symbol = symbolIn(cell, type, ['ordinal'])
      const said = isCellObject(cell) ? (cell['ordinal'] ?? null) : null
      if (symbol instanceof CellFault)
        return symbol.reason === 'unreadable'
          ? symbol
          : forbidden(symbol.expected, { _type: name, value: said ?? 0, symbol: symbol.value })
      const value = said ?? symbol.allowed?.ordinal
      if (typeof value !== 'number') return unreadable('{code, value, terminology, ordinal}')
      return { _type: name, value, symbol: codedText(symbol) }
    },
  }
}

const QUANTITY: CellKind = {
  show: ({ magnitude, units }, type) =>
    type.units?.length === 1 && type.units[0] === units
      ? numberOf(magnitude)
      : present({ magnitude: numberOf(magnitude), units: textOf(units) }),
  read: (cell, { units = [] }) => {
    const [only] = units
    if (typeof cell === 'number' && only !== undefined && units.length === 1)
      return { _type: 'DV_QUANTITY', magnitude: cell, units: only }
    const members = membersOf(cell, ['magnitude', 'units'])
    if (typeof members?.magnitude !== 'number' || typeof members.units !== 'string')
      return unreadable(units.length === 1 ? `a number (of ${only})` : '{magnitude, units}')
    const value = { _type: 'DV_QUANTITY', magnitude: members.magnitude, units: members.units }
    return units.length > 0 && !units.includes(members.units)
      ? forbidden(`units: ${printList(units)}`, value)
      : value
  },
}

const IDENTIFIER_PARTS = ['id', 'type', 'issuer', 'assigner'] as const

const IDENTIFIER: CellKind = {
  show: value => present(Object.fromEntries(IDENTIFIER_PARTS.map(name => [name, textOf(value[name])]))),
  read: cell => {
    const members = membersOf(cell, IDENTIFIER_PARTS)
    const texts = members && Object.values(members).every(member => typeof member === 'string')
    if (!members || !texts || members.id === undefined) return unreadable('{id, type?, issuer?, assigner?}')
    return { _type: 'DV_IDENTIFIER', ...members }
  },
}

const PROPORTION: CellKind = {
  show: ({ numerator, denominator, type }) =>
    present({ numerator: numberOf(numerator), denominator: numberOf(denominator), type: numberOf(type) }),
  read: cell => {
    const members = membersOf(cell, ['numerator', 'denominator', 'type'])
    const { numerator, denominator, type } = members ?? {}
    if (typeof numerator !== 'number' || typeof denominator !== 'number' || typeof type !== 'number')
      return unreadable('{numerator, denominator, type}')
    // RM data_types, DV_PROPORTION.Fraction_validity: a fraction is integral, with precision 0.
    return { _type: 'DV_PROPORTION', numerator, denominator, type, ...(type >= 3 ? { precision: 0 } : {}) }
  },
}

const ENDS = ['lower', 'upper'] as const
const INTERVAL_PARTS = ENDS.flatMap(
  end => [end, `${end}_included`, `${end}_unbounded`] as const,
) as readonly string[]

/** `DV_INTERVAL<DV_QUANTITY>` → the type of its ends, with the same units and codes. */
const endType = (type: ValueType): ValueType => ({
  ...type,
  type: /<(.+)>/.exec(type.type)?.[1] ?? 'DV_ORDERED',
})

/** By default a present end is included and an absent one is unbounded; only flags that differ are shown. */
const INTERVAL: CellKind = {
  show: (value, type, inner) =>
    present(
      Object.fromEntries(
        ENDS.flatMap(end => {
          const there = value[end] !== undefined && value[end] !== null
          const flag = (name: string, usual: boolean): [string, Cell | undefined] => {
            const told = value[`${end}_${name}`]
            return [`${end}_${name}`, typeof told === 'boolean' && told !== usual ? told : undefined]
          }
          const shown: [string, Cell | undefined] = [
            end,
            there ? inner.show(value[end], endType(type)) : undefined,
          ]
          return [shown, flag('included', there), flag('unbounded', !there)]
        }),
      ),
    ),
  read: (cell, type, inner, stored) => {
    const members = membersOf(cell, INTERVAL_PARTS)
    if (!members) return unreadable('{lower?, upper?, lower_included?, upper_included?, …}')
    const made: Record<string, unknown> = { _type: 'DV_INTERVAL' }
    const wrong: string[] = []
    for (const end of ENDS) {
      const given = members[end]
      const read = given === undefined ? undefined : inner.read(given, endType(type), stored)
      const misfit = read instanceof CellFault ? read : undefined
      if (misfit?.reason === 'unreadable') return unreadable(`${end}: ${misfit.expected}`)
      if (misfit) wrong.push(`${end}: ${misfit.expected}`)
      const value = misfit ? misfit.value : read
      if (value !== undefined) made[end] = value
      for (const [name, usual] of [
        ['included', value !== undefined],
        ['unbounded', value === undefined],
      ] as const) {
        const told = members[`${end}_${name}`] ?? usual
        if (typeof told !== 'boolean') return unreadable(`${end}_${name}: true or false`)
        made[`${end}_${name}`] = told
      }
    }
    return wrong.length > 0 ? forbidden(wrong.join(', '), made) : made
  },
}

/** Kinds by class. Classes that the template does not list are tried in this order. */
export const CELL_KINDS: ReadonlyMap<string, CellKind> = new Map<string, CellKind>([
  ['DV_TEXT', textKind('DV_TEXT', 'a text', () => true)],
  [
    'DV_CODED_TEXT',
    {
      show: (value, type) => showSymbol(value, type),
      read: (cell, type) => {
        const symbol = symbolIn(cell, type, [])
        return symbol instanceof CellFault ? symbol : codedText(symbol)
      },
    },
  ],
  [
    'DV_BOOLEAN',
    {
      show: ({ value }) => (typeof value === 'boolean' ? value : null),
      read: cell =>
        typeof cell === 'boolean' ? { _type: 'DV_BOOLEAN', value: cell } : unreadable('true or false'),
    },
  ],
  [
    'DV_COUNT',
    {
      show: ({ magnitude }) => numberOf(magnitude),
      read: cell =>
        Number.isSafeInteger(cell) ? { _type: 'DV_COUNT', magnitude: cell } : unreadable('a whole number'),
    },
  ],
  ['DV_QUANTITY', QUANTITY],
  ['DV_ORDINAL', gradedKind('DV_ORDINAL')],
  ['DV_SCALE', gradedKind('DV_SCALE')],
  ['DV_DATE', textKind('DV_DATE', 'a date: YYYY-MM-DD', text => parseDate(text) !== undefined)],
  ['DV_TIME', textKind('DV_TIME', 'a time: hh:mm:ss', text => parseTime(text) !== undefined)],
  [
    'DV_DATE_TIME',
    textKind('DV_DATE_TIME', 'a date and time with its offset: YYYY-MM-DDThh:mm:ss+hh:mm', isTimeWithOffset),
  ],
  ['DV_DURATION', textKind('DV_DURATION', 'a duration: P1DT2H', text => parseDuration(text) !== undefined)],
  ['DV_URI', textKind('DV_URI', 'a URI', () => true)],
  ['DV_EHR_URI', textKind('DV_EHR_URI', 'an ehr: URI', text => text.startsWith('ehr:'))],
  ['DV_IDENTIFIER', IDENTIFIER],
  ['DV_PROPORTION', PROPORTION],
  ['DV_INTERVAL', INTERVAL],
])

export const cellKind = (type: string): CellKind | undefined => CELL_KINDS.get(baseType(type))
