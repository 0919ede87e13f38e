/** Compares resources with the filters of a search. AQL has narrowed the compositions before; this decides. */
import type { ReadyContext } from '../mappings/mapping-set.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { matchesDate, spanOfValue } from './date-range.ts'
import { lastUpdatedOf, searchedElement, valueAt } from './search-parameters.ts'
import type { Filter, SearchQuery } from './search-query.ts'
import { matchesValue } from './token.ts'

function matchesFilter(resource: IdentifiedResource, context: ReadyContext, filter: Filter): boolean {
  if (filter.name === '_lastUpdated') return matchesSpan(filter, lastUpdatedOf(resource))
  const element = searchedElement(context, filter.name)
  const value = element === undefined ? undefined : valueAt(resource, element)
  if (value === undefined) return false
  return filter.kind === 'date'
    ? matchesSpan(filter, value)
    : filter.any.some(token => matchesValue(token, value))
}

function matchesSpan(filter: Filter, value: unknown): boolean {
  const span = spanOfValue(value)
  return filter.kind === 'date' && span !== undefined && filter.any.some(each => matchesDate(each, span))
}

export const matches = (
  resource: IdentifiedResource,
  context: ReadyContext,
  { ids, filters }: Pick<SearchQuery, 'ids' | 'filters'>,
): boolean =>
  (ids === undefined || ids.includes(resource.id)) &&
  filters.every(filter => matchesFilter(resource, context, filter))
