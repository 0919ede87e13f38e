/** Filters by column: `?column=value`, `?column[gte]=value`, in SQL over the key of the column. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { Refusal } from '../../refusal/index.ts'
import { any, constant, q } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import { numberBeside } from '../../roots/index.ts'
import { isCoded } from './column-key.ts'
import type { Field } from './fields.ts'

/** A filter as the query string has it. */
export interface GivenFilter {
  readonly name: string
  readonly operator: Operator
  readonly text: string
}

const SIGNS = { eq: q`=`, ne: q`<>`, gt: q`>`, gte: q`>=`, lt: q`<`, lte: q`<=` } as const

export type Operator = keyof typeof SIGNS | 'in' | 'contains' | 'exists'

export const OPERATORS: readonly Operator[] = [
  ...(Object.keys(SIGNS) as (keyof typeof SIGNS)[]),
  'in',
  'contains',
  'exists',
]

export const isOperator = (text: string): text is Operator => (OPERATORS as readonly string[]).includes(text)

export interface Filter {
  readonly field: Field
  /** `exists=false`: records that show nothing there. */
  readonly absent: boolean
  /** Over the key of the field and, of a coded value, its code. */
  readonly condition: (k: Fragment, code: Fragment) => Fragment
}

const wrong = ({ name, operator, text }: GivenFilter, expected: string) =>
  new Refusal('request.malformed', `${name}[${operator}]=${text.slice(0, 100)}: expected ${expected}.`)

/** Classes whose key is the number of a text. */
const BY_TEXT: Readonly<Record<string, string>> = {
  DV_DATE: 'a date',
  DV_TIME: 'a time',
  DV_DATE_TIME: 'a date and time',
  DV_DURATION: 'a duration',
}

/** As JSON: no digit of a fraction of a second is lost. */
export function numberOf(given: GivenFilter, field: Field, text: string): string {
  const types = field.of === 'column' ? field.column.types.map(({ type }) => type) : []
  const dated = types.filter(type => Object.hasOwn(BY_TEXT, type))
  for (const type of dated) {
    const found = numberBeside({ _type: type, value: text } as RmObject, type)
    if (found !== undefined) return typeof found === 'object' ? found.decimal : String(found)
  }
  if (dated.length > 0) throw wrong(given, `${dated.map(type => BY_TEXT[type]).join(' or ')} in ISO 8601`)
  if (!/^-?\d{1,300}(?:\.\d{1,300})?(?:e[+-]?\d{1,2})?$/i.test(text)) throw wrong(given, 'a number')
  return text
}

function booleanOf(given: GivenFilter, text: string): string {
  if (text !== 'true' && text !== 'false') throw wrong(given, 'true or false')
  return text
}

const isNumberOfRecord = (field: Field): boolean => field.of === 'record' && field.kind === 'number'

/** A value to compare with the key of a field. */
function bound(given: GivenFilter, field: Field, text: string): Fragment {
  if (field.kind === 'text') return constant('text', text)
  if (field.kind === 'boolean') return constant('jsonb', booleanOf(given, text))
  return constant(isNumberOfRecord(field) ? 'numeric' : 'jsonb', numberOf(given, field, text))
}

/** A coded value is also found by its code; an ordinal by its number, its code, and not by its text. */
function equal(given: GivenFilter, field: Field, text: string): Filter['condition'] {
  const isCode = codedBy(field) && field.kind !== 'text' && Number.isNaN(Number(text))
  // At once, so that a wrong one is a 400 before anything is asked.
  const wanted = isCode ? undefined : bound(given, field, text)
  return (k, code) => {
    const byKey = wanted ? q`${k} = ${wanted}` : q`false`
    return codedBy(field) ? any([byKey, q`${code} = ${constant('text', text)}`]) : byKey
  }
}

const codedBy = (field: Field): boolean => field.of === 'column' && isCoded(field.column)

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export function filterOf(field: Field, given: GivenFilter): Filter {
  const { operator, text } = given
  const by = (condition: Filter['condition']): Filter => ({ field, absent: false, condition })
  switch (operator) {
    case 'exists':
      return { field, absent: booleanOf(given, text) === 'false', condition: () => q`true` }
    case 'contains':
      if (field.kind !== 'text') throw wrong(given, 'a column of texts')
      return by(k => q`${k} ilike ${constant('text', likePattern(text))}`)
    case 'eq':
      return by(equal(given, field, text))
    case 'ne': {
      const same = equal(given, field, text)
      return by((k, code) => q`(${same(k, code)}) is not true`)
    }
    case 'in': {
      const each = text.split(',').map(value => equal(given, field, value))
      return by((k, code) => any(each.map(make => make(k, code))))
    }
    default: {
      const wanted = bound(given, field, text)
      return by(k => q`${k} ${SIGNS[operator]} ${wanted}`)
    }
  }
}
