/** Plans that were made, by the shape of the query, within a bound of bytes; all go when the dictionary has grown, or an index was made or dropped. */

import { weightedCache } from '../../collections/index.ts'
import type { KnownIndexes } from '../../indexes/index.ts'
import type { PathDictionary } from '../../roots/index.ts'
import type { Narrowing } from './guard.ts'
import { mostOf, type Page } from './limit.ts'
import { type Plan, planQuery, type QueryShape, type Reason } from './plan.ts'

export interface Planned {
  readonly plan: Plan | Reason
  /** True if connections keep the statement prepared. */
  readonly prepare: boolean
}

interface KeptPlan {
  readonly plan: Plan | Reason
  /** Characters of its key and statement. */
  readonly characters: number
}

/** Bytes of all plans together; some thousand usual ones. */
const MOST_BYTES = 32 * 1024 * 1024

/** A plan holds the tree of its query and what each stage made of it: 5 to 12 bytes for each character of key and statement, measured. */
const BYTES_PER_CHARACTER = 10

const kept = ({ shape }: QueryShape, plan: Plan | Reason): KeptPlan => ({
  plan,
  characters: shape.key.length + ('name' in plan ? plan.statement.text.length : 0),
})

export function planCache(
  dictionary: PathDictionary,
  now: () => number,
  indexes: KnownIndexes,
  isDistributed: boolean,
): (query: QueryShape, inEhr: boolean, page: Page, ofSubject?: boolean, among?: Narrowing) => Planned {
  let generation = ''
  const plans = weightedCache<string, KeptPlan>({
    most: MOST_BYTES,
    weigh: ({ characters }) => BYTES_PER_CHARACTER * characters,
  })
  const isWorthIt = preparing(now)
  return (query, inEhr, page, ofSubject = false, among) => {
    const current = `${dictionary.generation} ${indexes.generation}`
    if (current !== generation) {
      plans.clear()
      generation = current
    }
    const most = mostOf(page)
    const key = `${among ?? (ofSubject ? 'subject' : inEhr ? 'one' : 'all')} ${most} ${query.shape.digest}`
    let plan = plans.get(key)?.plan
    if (plan === undefined) {
      const choices = { hasIndex: indexes.has, isDistributed, ofSubject, among }
      plan = planQuery(query, inEhr, most, dictionary, choices)
      plans.set(key, kept(query, plan))
    }
    const prepare = 'name' in plan && isWorthIt(plan.name, plan.statement.text.length)
    return { plan, prepare }
  }
}

/** A connection never forgets what it has prepared, and lives for half an hour at most (`db/pool.ts`). */
const LIFETIME_MS = 30 * 60_000
const OFTEN = 3

/**
 * Characters of all statements that a connection is made to keep, and of one: the database keeps a plan of many times that for each. A usual
 * statement has 500 to 3,000.
 */
const MOST_PREPARED = 256 * 1024
const LONGEST_PREPARED = 16 * 1024

/** Most statements that are counted before they are prepared. */
const MOST_COUNTED = 2000

/** Statements that come again are prepared, as many as a connection can well hold. */
function preparing(now: () => number): (name: string, length: number) => boolean {
  let since = now()
  let characters = 0
  const counts = weightedCache<string, number>({ most: MOST_COUNTED, weigh: () => 1 })
  const prepared = new Set<string>()
  return (name, length) => {
    if (now() - since > LIFETIME_MS) {
      prepared.clear()
      characters = 0
      since = now()
    }
    if (prepared.has(name)) return true
    if (length > LONGEST_PREPARED || characters + length > MOST_PREPARED) return false
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    if (count < OFTEN) return false
    prepared.add(name)
    characters += length
    return true
  }
}
