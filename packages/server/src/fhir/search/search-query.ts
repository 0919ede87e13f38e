/** A search as it was asked for: read from the query string, and refused where it cannot be done. */
import type { Incoming } from '../../http/index.ts'
import { type EhrId, readEhrId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type DateCondition, dateConditionIn } from './date-range.ts'
import { FILTERS, type FilterName } from './search-parameters.ts'
import { type Token, tokenIn } from './token.ts'

/** One parameter: a resource matches if one of its values does. */
export type Filter =
  | { readonly name: FilterName; readonly kind: 'token'; readonly any: readonly Token[] }
  | { readonly name: FilterName; readonly kind: 'date'; readonly any: readonly DateCondition[] }

export interface SortOrder {
  readonly by: 'date' | '_lastUpdated'
  readonly isDescending: boolean
}

export interface SearchQuery {
  readonly patient: EhrId | undefined
  readonly ids: readonly string[] | undefined
  /** All of them must hold. */
  readonly filters: readonly Filter[]
  readonly count: number
  readonly sort: SortOrder | undefined
  readonly includesPatient: boolean
  readonly isExplained: boolean
  /** The place of the page, as the link to it says. */
  readonly page: string | undefined
}

const DEFAULT_COUNT = 50
export const MOST_RESOURCES = 500
const MOST_VALUES = 100

const malformed = (message: string) => new Refusal('request.malformed', message)

const unsupported = (name: string) =>
  malformed(`The search parameter "${name.slice(0, 60)}" is not supported here; see the CapabilityStatement.`)

/** The patient of a search: `Patient/<id>`, the id alone, or the address of the Patient. */
function patientIn(text: string): EhrId {
  const id = readEhrId(text.split('/').at(-1) ?? '')
  if (id === undefined)
    throw malformed('The patient must be Patient/<id>, with the id of a Patient of this server.')
  return id
}

function valuesOf(name: string, text: string): readonly string[] {
  const values = text.split(',').filter(each => each !== '')
  if (values.length === 0 || values.length > MOST_VALUES)
    throw malformed(`The search parameter "${name}" needs one to ${MOST_VALUES} values.`)
  return values
}

function filterOf(name: FilterName, text: string): Filter {
  const values = valuesOf(name, text)
  if (FILTERS[name].kind === 'token') return { name, kind: 'token', any: values.map(tokenIn) }
  return {
    name,
    kind: 'date',
    any: values.map(value => {
      const condition = dateConditionIn(value)
      if (condition) return condition
      throw malformed(`"${value.slice(0, 60)}" is not a date of FHIR, such as ge2024-01-31.`)
    }),
  }
}

function countIn(text: string | null): number {
  if (text === null) return DEFAULT_COUNT
  if (!/^\d{1,6}$/.test(text)) throw malformed('_count must be a number.')
  return Math.min(Math.max(Number(text), 1), MOST_RESOURCES)
}

function sortIn(text: string | null): SortOrder | undefined {
  if (text === null) return undefined
  const isDescending = text.startsWith('-')
  const by = isDescending ? text.slice(1) : text
  if (by === 'date' || by === '_lastUpdated') return { by, isDescending }
  throw malformed('_sort must be date, -date, _lastUpdated or -_lastUpdated.')
}

function includeIn(type: string, texts: readonly string[]): boolean {
  for (const text of texts)
    if (![`${type}:patient`, `${type}:subject`].includes(text))
      throw malformed(`_include must be ${type}:patient or ${type}:subject.`)
  return texts.length > 0
}

/** Parameters that are no filters. `_format` and `_pretty` are habits of clients: every answer is JSON. */
const CONTROLS: ReadonlySet<string> = new Set([
  'patient',
  'subject',
  '_id',
  '_count',
  '_sort',
  '_include',
  '_explain',
  '_format',
  '_pretty',
  'page',
])

const isFilter = (name: string): name is FilterName => Object.hasOwn(FILTERS, name)

/** With `Prefer: handling=lenient`, unknown parameters are left out (R4, Search, handling errors). */
const isLenient = ({ headers }: Incoming): boolean =>
  /\bhandling=lenient\b/.test(String(headers['prefer'] ?? ''))

function filtersIn(request: Incoming, given: URLSearchParams): readonly Filter[] {
  return [...given].flatMap(([name, text]) => {
    if (isFilter(name)) return [filterOf(name, text)]
    if (CONTROLS.has(name) || isLenient(request)) return []
    throw unsupported(name)
  })
}

/** `given`: the query string, or the form of a search by POST. */
export function searchQueryIn(request: Incoming, type: string, given: URLSearchParams): SearchQuery {
  const patients = new Set([...given.getAll('patient'), ...given.getAll('subject')].map(patientIn))
  if (patients.size > 1) throw malformed('A search is about one patient, or about all.')
  const ids = given.getAll('_id').flatMap(text => valuesOf('_id', text))
  return {
    patient: [...patients][0],
    ids: ids.length === 0 ? undefined : ids,
    filters: filtersIn(request, given),
    count: countIn(given.get('_count')),
    sort: sortIn(given.get('_sort')),
    includesPatient: includeIn(type, given.getAll('_include')),
    isExplained: given.get('_explain') === 'true',
    page: given.get('page') ?? undefined,
  }
}
