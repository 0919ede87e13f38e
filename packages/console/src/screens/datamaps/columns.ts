/** The columns of a datamap, from the JSON Schema of its records: how a cell is shown, filtered and written. */
import { isObject, listAt, type RmObject, textAt } from '../../display/rm-object.ts'
import { displayUnit } from '../../display/units.ts'

interface CodeOption {
  readonly value: string
  readonly label: string
}

export interface DatamapColumn {
  readonly label: string
  readonly title: string
  readonly kind: 'text' | 'number' | 'boolean' | 'coded' | 'object'
  /** A date or a date with its time. */
  readonly isTime: boolean
  /** Beside a number. */
  readonly unit: string
  /** Codes to choose from. */
  readonly options: readonly CodeOption[]
  readonly isRequired: boolean
}

const typesOf = (schema: RmObject): readonly string[] => {
  const { type } = schema
  return Array.isArray(type)
    ? type.filter(each => typeof each === 'string')
    : typeof type === 'string'
      ? [type]
      : []
}

const optionsOf = (schema: RmObject): CodeOption[] => {
  const properties = schema['properties']
  const code = isObject(properties) ? properties['code'] : undefined
  return isObject(code)
    ? listAt(code, 'oneOf').map(each => ({
        value: textAt(each, 'const') ?? '',
        label: textAt(each, 'title') ?? textAt(each, 'const') ?? '',
      }))
    : []
}

/** A text may also be coded, and a value may be of several types: the plain one is edited. */
function kindOf(schema: RmObject): Pick<DatamapColumn, 'kind' | 'options'> {
  const types = typesOf(schema)
  const options = optionsOf(schema)
  if (options.length > 0) return { kind: 'coded', options }
  if (types.includes('number') || types.includes('integer')) return { kind: 'number', options }
  if (types.includes('boolean')) return { kind: 'boolean', options }
  if (types.includes('string')) {
    const offered = schema['enum']
    return Array.isArray(offered)
      ? {
          kind: 'text',
          options: offered.flatMap(each => (typeof each === 'string' ? [{ value: each, label: each }] : [])),
        }
      : { kind: 'text', options }
  }
  const alternatives = listAt(schema, 'anyOf').map(kindOf)
  return alternatives.find(({ kind }) => kind !== 'object') ?? { kind: 'object', options }
}

const isTime = (schema: RmObject): boolean => /^date(-time)?$/.test(textAt(schema, 'format') ?? '')

export function columnsOf(schema: RmObject): DatamapColumn[] {
  const { properties, required } = schema
  if (!isObject(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).flatMap(([label, column]) => {
    if (!isObject(column) || column['readOnly'] === true) return []
    const unit = /(?:^|; )in (\S+)$/.exec(textAt(column, 'description') ?? '')?.[1] ?? ''
    return [
      {
        label,
        title: textAt(column, 'title') ?? label,
        ...kindOf(column),
        unit: displayUnit(unit),
        isRequired: needed.has(label),
        isTime: isTime(column),
      },
    ]
  })
}

/** A cell as one line. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (Array.isArray(cell)) return cell.map(cellText).join(' | ')
  if (!isObject(cell)) return String(cell)
  const value = textAt(cell, 'value')
  if (value !== undefined) return value
  const { magnitude, units } = cell
  if (typeof magnitude === 'number') return `${magnitude} ${displayUnit(String(units ?? ''))}`.trim()
  return Object.entries(cell)
    .filter(([name]) => name !== '_type')
    .map(([name, each]) => `${name}: ${cellText(each)}`)
    .join(', ')
}

/** The text that an editor of the cell begins with; undefined for what only a form can change. */
export function editText({ kind }: DatamapColumn, cell: unknown): string | undefined {
  if (kind === 'object') return undefined
  if (cell === null || cell === undefined) return ''
  if (kind === 'coded') return isObject(cell) ? (textAt(cell, 'code') ?? '') : undefined
  return isObject(cell) || Array.isArray(cell) ? undefined : String(cell)
}

/** The cell that a text stands for. What is no number stays a text, and the server says so. */
export function cellFrom({ kind, options }: DatamapColumn, text: string): unknown {
  if (text === '') return null
  if (kind === 'number') {
    const plain = text.trim().replace(',', '.')
    return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
  }
  if (kind === 'boolean') return text === 'true'
  if (kind === 'coded')
    return { code: text, value: options.find(({ value }) => value === text)?.label ?? text }
  return text
}

const OPERATORS = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'eq'],
] as const

/** A filter that somebody typed, as a parameter of the list: `>=120`, or a part of a text. */
export function filterOf(
  { label, kind }: DatamapColumn,
  typed: string,
): readonly [name: string, value: string] | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const operator = OPERATORS.find(([sign]) => text.startsWith(sign))
  const value = operator ? text.slice(operator[0].length).trim() : text
  if (value === '') return undefined
  if (operator) return [`${label}[${operator[1]}]`, value]
  return kind === 'text' || kind === 'coded' || kind === 'object'
    ? [`${label}[contains]`, value]
    : [label, value]
}
