/** Plans that were made, by the shape of the query: those that were not used of late go first, all go when the dictionary has grown. */
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

interface Kept {
  readonly plan: Plan | Reason
  /** Since plans were last forgotten. */
  used: boolean
}

const MOST = 1000

/** A second chance for those in use; putting each in front at every use would cost as much as finding it. */
function forget(plans: Map<string, Kept>): void {
  for (const [key, kept] of plans) {
    if (!kept.used) plans.delete(key)
    kept.used = false
  }
  if (plans.size > MOST) plans.clear()
}

export function planCache(
  dictionary: PathDictionary,
  now: () => number,
): (query: Aql.BoundQuery, inEhr: boolean, page: Page) => Planned {
  let generation = -1
  const plans = new Map<string, Kept>()
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
    if (known) known.used = true
    const plan = known?.plan ?? planQuery(query, inEhr, most, dictionary, shape)
    if (!known) plans.set(key, { plan, used: false })
    if (plans.size > MOST) forget(plans)
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
