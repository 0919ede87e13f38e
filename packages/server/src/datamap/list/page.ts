/** Reads the parameters of a list: EHR, filters, order and page. */

import type { Incoming } from '../../http/index.ts'
import { namedEhrId } from '../../http/request/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Datamap } from '../model.ts'
import { type Field, fieldOf, isField } from './fields.ts'
import { type Filter, filterOf, type GivenFilter, isOperator, OPERATORS } from './filter.ts'
import { type Keys, readAfter } from './order.ts'

/** As the query string says it, before the datamap is known. */
export interface GivenPage {
  readonly limit: number
  /** Position of the first record, from 1. */
  readonly offset: number
  readonly orderBy: string | undefined
  readonly ehrId: EhrId | undefined
  /** The keys of the record that the page goes on after. */
  readonly after: Keys | undefined
  readonly filters: readonly GivenFilter[]
  /** Fields beside those that every record has. */
  readonly show: readonly ShownField[]
  /** False: no page is asked for, so a format for analysis has all records. */
  readonly isPaged: boolean
}

/** Fields that a record has on request: whose it is. */
export const SHOWN_FIELDS = ['ehr_id', 'subject_id', 'subject_namespace'] as const

type ShownField = (typeof SHOWN_FIELDS)[number]

export interface Order {
  readonly field: Field
  readonly descending: boolean
}

export interface Page extends Pick<GivenPage, 'limit' | 'offset' | 'ehrId' | 'after' | 'show'> {
  readonly order: readonly Order[]
  readonly filters: readonly Filter[]
  /** Records of the database of parties. */
  readonly isOfParties: boolean
}

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 10_000
/** The type that the database counts rows in. */
const MAX_OFFSET = 2 ** 31 - 1
const MAX_FILTERS = 50
const MAX_ORDERS = 16

const malformed = (message: string) => new Refusal('request.malformed', message)

function only(query: URLSearchParams, name: string): string | undefined {
  const [text, again] = query.getAll(name)
  if (again !== undefined) throw malformed(`${name} is given twice.`)
  return text
}

function whole(query: URLSearchParams, name: string, most: number): number | undefined {
  const text = only(query, name)
  if (text === undefined) return undefined
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (number >= 1 && number <= most) return number
  throw malformed(`${name} must be a whole number from 1 to ${most}, not "${text.slice(0, 50)}".`)
}

export function ehrUidIn(query: URLSearchParams): EhrId | undefined {
  const text = only(query, 'ehrUid')
  return text === undefined ? undefined : namedEhrId(text, 'ehrUid')
}

const OWN = new Set(['limit', 'offset', 'order_by', 'ehrUid', 'after', 'show', 'format'])
const BRACKETED = /^(.*)\[([^\][]*)\]$/s

function filterIn([key, text]: readonly [string, string]): GivenFilter {
  const [, name = key, operator = 'eq'] = BRACKETED.exec(key) ?? []
  if (!isOperator(operator))
    throw malformed(`${key}: there is no operator "${operator}", only ${OPERATORS.join(', ')}.`)
  return { name, operator, text }
}

const isShown = (name: string): name is ShownField => (SHOWN_FIELDS as readonly string[]).includes(name)

function showIn(query: URLSearchParams): readonly ShownField[] {
  const names = (only(query, 'show') ?? '').split(',').filter(name => name !== '')
  return [...new Set(names)].map(name => {
    if (isShown(name)) return name
    throw malformed(
      `show names ${SHOWN_FIELDS.join(', ')}, with commas between them; not "${name.slice(0, 50)}".`,
    )
  })
}

export function pageIn({ query }: Pick<Incoming, 'query'>): GivenPage {
  const filters = [...query].filter(([key]) => !OWN.has(key)).map(filterIn)
  const after = only(query, 'after')
  if (filters.length > MAX_FILTERS) throw malformed(`There can be ${MAX_FILTERS} filters at most.`)
  return {
    limit: whole(query, 'limit', MAX_LIMIT) ?? DEFAULT_LIMIT,
    offset: whole(query, 'offset', MAX_OFFSET) ?? 1,
    orderBy: only(query, 'order_by'),
    ehrId: ehrUidIn(query),
    after: after === undefined ? undefined : readAfter(after),
    filters,
    show: showIn(query),
    isPaged: ['limit', 'offset', 'after'].some(name => query.has(name)),
  }
}

/** `column`, `column asc`, `column desc`, `-column`: a label that looks like one of these is taken as it is. */
function orderOf(datamap: Datamap, item: string): Order {
  const use = 'order_by'
  if (isField(datamap, item)) return { field: fieldOf(datamap, item, use), descending: false }
  const [, minus = '', name = item, direction = ''] = /^(-?)(.*?)(?:\s+(asc|desc))?$/is.exec(item) ?? []
  if (minus !== '' && direction !== '')
    throw malformed(`order_by: "${item}" says the direction twice; write "${name} desc" or "-${name}".`)
  return {
    field: fieldOf(datamap, name, use),
    descending: minus !== '' || direction.toLowerCase() === 'desc',
  }
}

function ordersOf(datamap: Datamap, text: string | undefined): readonly Order[] {
  if (text === undefined) return []
  const items = text.split(',').map(item => item.trim())
  if (items.some(item => item === ''))
    throw malformed('order_by names columns, several with commas between them: "column", "column desc".')
  if (items.length > MAX_ORDERS) throw malformed(`order_by takes ${MAX_ORDERS} columns at most.`)
  return items.map(item => orderOf(datamap, item))
}

/** The same with the columns that are meant; a 400 for those that there are not. */
export const pageOf = (
  datamap: Datamap,
  { orderBy, filters, isPaged: _isPaged, ...page }: GivenPage,
): Page => ({
  ...page,
  isOfParties: datamap.party !== undefined,
  order: ordersOf(datamap, orderBy),
  filters: filters.map(given => filterOf(fieldOf(datamap, given.name, given.name), given)),
})
