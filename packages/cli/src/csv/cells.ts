/** Turns cells of a spreadsheet into cells of a datamap record, by the JSON Schema of the datamap. */

export type Schema = Readonly<Record<string, unknown>>

/** A cell that cannot be read: the message says what is expected. */
export class CellFault {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** The columns of a spreadsheet that are about one label: itself, and parts such as `label.code`. */
export interface LabelCells {
  readonly text: string
  readonly parts: Readonly<Record<string, string>>
}

const alternativesOf = (schema: Schema): readonly Schema[] =>
  Array.isArray(schema['anyOf']) ? (schema['anyOf'] as Schema[]).flatMap(alternativesOf) : [schema]

const typesOf = ({ type }: Schema): readonly string[] =>
  Array.isArray(type) ? type : [String(type ?? 'any')]

const propertiesOf = ({ properties }: Schema): Readonly<Record<string, Schema>> =>
  (properties ?? {}) as Readonly<Record<string, Schema>>

interface ListedCode {
  readonly const: string
  readonly title: string
}

const codesOf = (schema: Schema): readonly ListedCode[] =>
  (propertiesOf(schema)['code']?.['oneOf'] ?? []) as readonly ListedCode[]

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** A code by `label.code`, or by its code or text in the column itself. */
function readCoded(schema: Schema, { text, parts }: LabelCells): unknown {
  const codes = codesOf(schema)
  const wanted = parts['code'] ?? ''
  const known =
    wanted === ''
      ? (codes.find(each => isSame(each.const, text)) ?? codes.find(each => isSame(each.title, text)))
      : codes.find(each => each.const === wanted)
  const terminology = parts['terminology'] ? { terminology: parts['terminology'] } : {}
  if (known) {
    const value = wanted === '' || text === '' ? known.title : text
    return { code: known.const, value, ...terminology }
  }
  if (wanted !== '') return { code: wanted, value: text, ...terminology }
  const some = codes.slice(0, 10).map(({ const: code, title }) => `${title} (${code})`)
  return new CellFault(
    codes.length > 0
      ? `one of ${some.join(', ')}${codes.length > 10 ? ', …' : ''}`
      : 'a code, in a separate column whose name ends with .code',
  )
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

const numberOf = (text: string): number | CellFault =>
  DECIMAL.test(text.trim()) ? Number(text) : new CellFault('a number, with a point before its decimals')

function readQuantity({ text, parts }: LabelCells): unknown {
  const magnitude = numberOf(text)
  if (magnitude instanceof CellFault) return magnitude
  const units = parts['units'] ?? ''
  return units === ''
    ? new CellFault('a unit, in the column whose name ends with .units')
    : { magnitude, units }
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false }

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return new CellFault('JSON')
  }
}

const READERS: Readonly<Record<string, (schema: Schema, cells: LabelCells) => unknown>> = {
  number: (_schema, { text }) => numberOf(text),
  integer: (_schema, { text }) => numberOf(text),
  boolean: (_schema, { text }) => BOOLEANS[text.trim().toLowerCase()] ?? new CellFault('true or false'),
  string: (_schema, { text }) => text,
  array: (_schema, { text }) => readJson(text),
  object: (schema, cells) => {
    const members = propertiesOf(schema)
    if (members['code']) return readCoded(schema, cells)
    return members['magnitude'] ? readQuantity(cells) : readJson(cells.text)
  },
}

const hasParts = ({ parts }: LabelCells): boolean => Object.values(parts).some(part => part !== '')

/** Returns the cell, null for an empty one, or the fault. */
export function readCell(schema: Schema, cells: LabelCells): unknown {
  if (cells.text === '' && !hasParts(cells)) return null
  const alternatives = alternativesOf(schema)
  // A text is what remains where nothing else can be read, unless a code is given.
  const ordered = [...alternatives].sort(
    (a, b) => Number(typesOf(a).includes('string')) - Number(typesOf(b).includes('string')),
  )
  const faults: CellFault[] = []
  for (const each of ordered) {
    const type = typesOf(each).find(name => name !== 'null') ?? 'any'
    const read = READERS[type]?.(each, cells) ?? cells.text
    if (!(read instanceof CellFault)) return read
    faults.push(read)
  }
  return new CellFault([...new Set(faults.map(({ message }) => message))].join(', or '))
}
