/** Filters of the feed: an event passes if it has one of the values of each filter that is given. */
import { type Incoming, namedEhrId } from '../http/index.ts'
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

const MOST_VALUES = 100

function valuesOf({ query }: Incoming, name: string): readonly string[] {
  const values = query.getAll(name)
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

export const filterIn = (request: Incoming): FeedFilter => ({
  types: valuesOf(request, 'type').map(typeIn),
  templates: valuesOf(request, 'template_id'),
  archetypes: valuesOf(request, 'archetype_id'),
  ehrs: valuesOf(request, 'ehr_id').map(id => namedEhrId(id, 'ehr_id')),
  tags: valuesOf(request, 'tag').map(tagIn),
})

const passes = (wanted: readonly unknown[], isOne: () => boolean): boolean => wanted.length === 0 || isOne()

/** EHRs are selected by the store. */
export function matches(
  { types, templates, archetypes, tags }: FeedFilter,
  { type, data }: ChangeEvent,
): boolean {
  const group = type.slice(0, type.indexOf('.'))
  return (
    passes(types, () => types.includes(type) || types.includes(group)) &&
    passes(templates, () => data.template_id !== undefined && templates.includes(data.template_id)) &&
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
