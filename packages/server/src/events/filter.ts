/** Filters of the feed: an event passes if it has one of the values of each filter that is given. */
import type { Incoming } from '../http/index.ts'
import { namedEhrId } from '../http/request/index.ts'
import type { EhrId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { ChangeEvent } from './change-event.ts'
import { EVENT_GROUPS, EVENT_TYPES } from './event-types.ts'

export interface FeedFilter {
  readonly types: readonly string[]
  readonly templates: readonly string[]
  readonly archetypes: readonly string[]
  readonly ehrs: readonly EhrId[]
  /** With a value, or any value. */
  readonly tags: readonly { readonly key: string; readonly value: string | undefined }[]
}

export const FILTER_NAMES = ['type', 'template_id', 'archetype_id', 'ehr_id', 'tag'] as const

type FilterName = (typeof FILTER_NAMES)[number]

/** A filter as text, by the names of the parameters. */
export type FilterValues = Readonly<Partial<Record<FilterName, readonly string[]>>>

const MOST_VALUES = 100

function valuesOf(given: FilterValues, name: FilterName): readonly string[] {
  const values = given[name] ?? []
  if (values.length > MOST_VALUES)
    throw new Refusal('request.malformed', `${name} can be given ${MOST_VALUES} times at most.`)
  if (values.includes('')) throw new Refusal('request.malformed', `${name} must not be empty.`)
  return values
}

function typeIn(type: string): string {
  if (EVENT_TYPES.includes(type) || EVENT_GROUPS.includes(type)) return type
  throw new Refusal(
    'request.malformed',
    `There are no events of type "${type.slice(0, 100)}". Types: ${EVENT_TYPES.join(', ')}.`,
  )
}

function tagIn(text: string): FeedFilter['tags'][number] {
  const at = text.indexOf('=')
  if (at === 0) throw new Refusal('request.malformed', 'tag is a key, or a key and a value: key=value.')
  return at < 0 ? { key: text, value: undefined } : { key: text.slice(0, at), value: text.slice(at + 1) }
}

/** Throws if a value is none of its kind. */
export const filterOf = (given: FilterValues): FeedFilter => ({
  types: valuesOf(given, 'type').map(typeIn),
  templates: valuesOf(given, 'template_id'),
  archetypes: valuesOf(given, 'archetype_id'),
  ehrs: valuesOf(given, 'ehr_id').map(id => namedEhrId(id, 'ehr_id')),
  tags: valuesOf(given, 'tag').map(tagIn),
})

export const filterIn = ({ query }: Incoming): FeedFilter =>
  filterOf(Object.fromEntries(FILTER_NAMES.map(name => [name, query.getAll(name)])))

const passes = (wanted: readonly unknown[], isOne: () => boolean): boolean => wanted.length === 0 || isOne()

/** Says if an event can pass, by its type and its template alone. */
export const mayPass =
  ({ types, templates }: Pick<FeedFilter, 'types' | 'templates'>) =>
  (type: string, templateId: string | undefined): boolean =>
    passes(types, () => types.includes(type) || types.includes(type.slice(0, type.indexOf('.')))) &&
    passes(templates, () => templateId !== undefined && templates.includes(templateId))

/** For events that were not selected by their EHR. */
export const matchesWithEhr = (filter: FeedFilter, event: ChangeEvent): boolean =>
  passes(filter.ehrs, () => filter.ehrs.some(id => id === event.data.ehr_id)) && matches(filter, event)

/** EHRs are selected by the store. */
export function matches(
  { types, templates, archetypes, tags }: FeedFilter,
  { type, data }: ChangeEvent,
): boolean {
  return (
    mayPass({ types, templates })(type, data.template_id) &&
    passes(archetypes, () => data.archetype_ids?.some(id => archetypes.includes(id)) === true) &&
    passes(tags, () =>
      tags.some(
        ({ key, value }) =>
          data.tags?.some(
            tag =>
              tag.key.toLowerCase() === key.toLowerCase() && (value === undefined || tag.value === value),
          ) === true,
      ),
    )
  )
}
