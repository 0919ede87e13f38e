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
}

const MOST = 1000

export function planCache(
  dictionary: PathDictionary,
): (query: Aql.BoundQuery, inEhr: boolean, page: Page) => Planned {
  let generation = -1
  const plans = new Map<string, Plan | Reason>()
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
    return { plan, literals: shape.literals }
  }
}
