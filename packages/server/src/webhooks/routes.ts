/**
 * Finds the subscriptions that events may concern by what the events have, so that the cost of an event grows with these
 * subscriptions and not with all (decision 0119).
 */
import {
  type ChangeEvent,
  type EventGist,
  type FeedFilter,
  matchesWithEhr,
  mayPass,
  type RecordVersions,
} from '../events/index.ts'
import { archetypesOf, mayConcern, type RecordCondition } from '../live/index.ts'

export interface Routed {
  readonly filter: FeedFilter
  readonly condition: RecordCondition | undefined
}

export interface Routes<Subscribed> {
  /** Of the subscriptions, those that some event may concern. `versions`: of the events, if a subscription has a query. */
  of(events: readonly ChangeEvent[], versions: ReadonlyMap<string, RecordVersions>): ReadonlySet<Subscribed>
  /** Of the subscriptions, those that changes may concern by their gist. */
  ofGist(events: readonly EventGist[]): ReadonlySet<Subscribed>
  /** True if the archetypes of versions decide about a subscription. */
  readonly byArchetype: boolean
}

const EVERY = 'every event'

const named = (what: string, names: readonly string[]): readonly string[] =>
  names.map(name => `${what} ${name}`)

/** An event that passes has one of these keys. The most selective of the lists is taken. */
function wantedKeys({ filter, condition }: Routed): readonly string[] {
  const { ehrs, templates, archetypes, types } = filter
  const ofRows = condition && archetypesOf(condition.demand)
  const lists = [
    named('ehr', ehrs),
    named('row', ofRows ?? []),
    named('template', templates),
    named('archetype', archetypes),
    named('type', types),
  ]
  return lists.find(list => list.length > 0) ?? [EVERY]
}

function keysOf({ type, data }: ChangeEvent, versions: RecordVersions | undefined): readonly string[] {
  const { ehr_id, template_id, archetype_ids = [] } = data
  return [
    EVERY,
    ...named('type', [type, type.slice(0, type.indexOf('.'))]),
    ...(ehr_id === undefined ? [] : [`ehr ${ehr_id}`]),
    ...(template_id === undefined ? [] : [`template ${template_id}`]),
    ...named('archetype', archetype_ids),
    ...named('row', versions ? archetypesIn(versions) : []),
  ]
}

const archetypesIn = ({ after, before }: RecordVersions): readonly string[] => [
  ...after.archetypes,
  ...(before?.archetypes ?? []),
]

function keysOfGist({ types, templateId, versions }: EventGist): readonly string[] {
  const archetypes = archetypesIn(versions)
  return [
    EVERY,
    ...types.flatMap(type => named('type', [type, type.slice(0, type.indexOf('.'))])),
    `ehr ${versions.ehrId}`,
    ...(templateId === undefined ? [] : [`template ${templateId}`]),
    ...named('archetype', versions.after.archetypes),
    ...named('row', archetypes),
  ]
}

/** False only if no event of the gist passes the filter with other rows. */
function mayConcernByGist(
  { filter, condition }: Routed,
  { types, templateId, versions }: EventGist,
): boolean {
  const { ehrs, archetypes } = filter
  return (
    types.some(type => mayPass(filter)(type, templateId)) &&
    (ehrs.length === 0 || ehrs.some(id => id === versions.ehrId)) &&
    (archetypes.length === 0 || archetypes.some(id => versions.after.archetypes.includes(id))) &&
    (!condition || mayConcern(condition, versions))
  )
}

const asksForArchetypes = ({ filter, condition }: Routed): boolean =>
  filter.archetypes.length > 0 || condition !== undefined

export function openRoutes<Subscribed extends Routed>(given: Iterable<Subscribed>): Routes<Subscribed> {
  const all = [...given]
  const byKey = new Map<string, Subscribed[]>()
  for (const each of all)
    for (const key of wantedKeys(each)) {
      const known = byKey.get(key)
      if (known) known.push(each)
      else byKey.set(key, [each])
    }
  const find = (
    found: Set<Subscribed>,
    keys: readonly string[],
    concerns: (each: Subscribed) => boolean,
  ): void => {
    for (const key of keys)
      for (const each of byKey.get(key) ?? []) if (!found.has(each) && concerns(each)) found.add(each)
  }
  return {
    byArchetype: all.some(asksForArchetypes),
    of: (events, versions) => {
      const found = new Set<Subscribed>()
      for (const event of events) {
        const own = versions.get(event.id)
        find(
          found,
          keysOf(event, own),
          ({ filter, condition }) =>
            matchesWithEhr(filter, event) &&
            (!condition || (own !== undefined && mayConcern(condition, own))),
        )
      }
      return found
    },
    ofGist: events => {
      const found = new Set<Subscribed>()
      for (const event of events) find(found, keysOfGist(event), each => mayConcernByGist(each, event))
      return found
    },
  }
}
