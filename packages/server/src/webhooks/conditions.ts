/** Conditions of subscriptions: parsed and checked once for each query, and warnings about those that nothing can meet. */
import { allows, RIGHTS } from '../access/index.ts'
import { weightedCache } from '../collections/index.ts'
import type { Identity } from '../http/index.ts'
import { kindsOf, planCondition, type RecordCondition } from '../live/index.ts'
import { readingOf, textWarnings, type Warnings } from '../query/calls/index.ts'
import { BARE_CALL, openPrepareWhole } from '../query/index.ts'
import { Refusal } from '../refusal/index.ts'
import { filterWarnings } from './filter-warnings.ts'
import type { SubscriptionQuery, SubscriptionSettings } from './subscription.ts'

/** Throws if the query is wrong, with its place, or not about single records. */
export type ConditionOf = <Query extends SubscriptionQuery | undefined>(
  query: Query,
) => RecordCondition | (Query & undefined)

/** Bytes of all conditions, and of one by the characters of its text. */
const [MOST_BYTES, BYTES_PER_CHARACTER] = [16 * 1024 * 1024, 40]

export function openConditions(): ConditionOf {
  const prepare = openPrepareWhole()
  const kept = weightedCache<string, RecordCondition>({
    most: MOST_BYTES,
    weigh: (_condition, key) => BYTES_PER_CHARACTER * key.length,
  })
  return query => {
    if (!query) return query as typeof query & undefined
    const { q, parameters } = query
    const key = JSON.stringify([q, parameters])
    const known = kept.get(key)
    if (known) return known
    const condition = planCondition(
      prepare(q, { ...BARE_CALL, parameters: { typed: parameters, untyped: {} } }),
    )
    kept.set(key, condition)
    return condition
  }
}

/** Throws if the caller may read records, and not run queries. */
export function requireQueryRight({ rights }: Pick<Identity, 'rights'>): void {
  if (rights && !allows(rights, RIGHTS.runAnyQuery))
    throw new Refusal('auth.right_denied', 'A subscription with a query needs the right to run queries.')
}

const GROUPS: Readonly<Record<string, string>> = {
  COMPOSITION: 'composition',
  EHR_STATUS: 'status',
  FOLDER: 'directory',
}

function conditionWarnings(
  condition: RecordCondition,
  { filter }: Pick<SubscriptionSettings, 'filter'>,
): readonly string[] {
  if (readingOf(condition.prepared).ehrs.kind === 'none')
    return ['The query contradicts itself about its EHR: it can have no rows.']
  const groups = kindsOf(condition.demand).flatMap(kind => GROUPS[kind] ?? [])
  const types = filter.type ?? []
  if (types.length === 0 || types.some(type => groups.includes(type.split('.')[0] ?? ''))) return []
  const those = groups.length === 0 ? 'no events' : `events of ${groups.join(' and ')} alone`
  return [`No event can pass: the query finds rows in ${those}, and the filter asks for ${types.join(', ')}.`]
}

/** Sentences about a subscription that nothing can pass. */
export async function subscriptionWarnings(
  { conditionOf, warnings }: { readonly conditionOf: ConditionOf; readonly warnings: Warnings },
  { rights }: Pick<Identity, 'rights'>,
  settings: Pick<SubscriptionSettings, 'filter' | 'query'>,
): Promise<readonly string[]> {
  const ofFilter = filterWarnings(settings.filter)
  if (!settings.query) return ofFilter
  try {
    const condition = conditionOf(settings.query)
    const { always, ifEmpty } = await (rights ? textWarnings : warnings)(condition.prepared)
    return [...ofFilter, ...conditionWarnings(condition, settings), ...always, ...ifEmpty]
  } catch (error) {
    // A query that was accepted by an earlier release.
    return [...ofFilter, error instanceof Error ? error.message : String(error)]
  }
}
