/**
 * Finds the subscriptions that events may concern by what the events have, so that the cost of an event grows with these
 * subscriptions and not with all (decision 0119).
 */
import { type ChangeEvent, type FeedFilter, matchesWithEhr, type RecordVersions } from '../events/index.ts'
import { archetypesOf, mayConcern, type RecordCondition } from '../live/index.ts'

export interface Routed {
  readonly filter: FeedFilter
  readonly condition: RecordCondition | undefined
}

/** Of the subscriptions, those that some event may concern. `versions`: of the events, if a subscription has a query. */
export type Routes<Subscribed> = (
  events: readonly ChangeEvent[],
  versions: ReadonlyMap<string, RecordVersions>,
) => ReadonlySet<Subscribed>

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
    ...named('row', [...(versions?.after.archetypes ?? []), ...(versions?.before?.archetypes ?? [])]),
  ]
}

export function openRoutes<Subscribed extends Routed>(all: Iterable<Subscribed>): Routes<Subscribed> {
  const byKey = new Map<string, Subscribed[]>()
  for (const each of all)
    for (const key of wantedKeys(each)) {
      const known = byKey.get(key)
      if (known) known.push(each)
      else byKey.set(key, [each])
    }
  return (events, versions) => {
    const found = new Set<Subscribed>()
    for (const event of events) {
      const own = versions.get(event.id)
      const concerns = ({ filter, condition }: Subscribed) =>
        matchesWithEhr(filter, event) && (!condition || (own !== undefined && mayConcern(condition, own)))
      for (const key of keysOf(event, own))
        for (const each of byKey.get(key) ?? []) if (!found.has(each) && concerns(each)) found.add(each)
    }
    return found
  }
}
