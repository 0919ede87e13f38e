/** Plans that were made, by the shape of the query: the least recently used go first, all go when the dictionary has grown. */
import type { Aql } from '@cairn/openehr/aql'
import type { PathDictionary } from '../../versions/index.ts'
import type { Scalar } from '../sql/fragment.ts'
import { mostOf, type Page } from './limit.ts'
import { shapeOf } from './literals.ts'
import { type Plan, planQuery, type Reason } from './plan.ts'

export interface Planned {
  readonly plan: Plan | Reason
  readonly literals: readonly Scalar[]
  /** Whether connections shall keep the statement prepared. */
  readonly prepare: boolean
}

const MOST = 1000

export function planCache(
  dictionary: PathDictionary,
  now: () => number,
): (query: Aql.BoundQuery, inEhr: boolean, page: Page) => Planned {
  let generation = -1
  const plans = new Map<string, Plan | Reason>()
  const isWorthIt = preparing(now)
  return (query, inEhr, page) => {
    if (dictionary.generation !== generation) {
      plans.clear()
      generation = dictionary.generation
    }
    const shape = shapeOf(query)
    const most = mostOf(page)
    const key = `${inEhr ? 'one' : 'all'} ${most} ${shape.key}`
    const known = plans.get(key)
    const plan = known ?? planQuery(query, inEhr, most, dictionary, shape)
    plans.delete(key)
    plans.set(key, plan)
    if (plans.size > MOST) plans.delete(plans.keys().next().value ?? '')
    return { plan, literals: shape.literals, prepare: 'name' in plan && isWorthIt(plan.name) }
  }
}

/** A connection never forgets what it has prepared, and lives for half an hour at most (`db/pool.ts`). */
const LIFETIME_MS = 30 * 60_000
const MOST_PREPARED = 200
const OFTEN = 3

/** Statements that come again are prepared, as many as a connection can well hold. */
function preparing(now: () => number): (name: string) => boolean {
  let since = now()
  const uses = new Map<string, number>()
  return name => {
    if (now() - since > LIFETIME_MS) {
      uses.clear()
      since = now()
    }
    const count = (uses.get(name) ?? 0) + 1
    if (count > 1 || uses.size < MOST_PREPARED) uses.set(name, count)
    return count >= OFTEN
  }
}
