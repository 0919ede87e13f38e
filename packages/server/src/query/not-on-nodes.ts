/** Plans that the nodes of a cluster cannot run: other executors run these queries, with the same rows (decision 0064). */
import { guarded } from '../access/index.ts'
import { DatabaseError, type LimitedDatabase, sql } from '../db/index.ts'
import { type Given, valuesFor } from '../relation/index.ts'
import type { Plan } from './plan/plan.ts'

/** The statement of a plan as one kind of caller runs it. */
interface PlannedFor {
  readonly plan: Plan
  /** The kind of limited rights; undefined: none. */
  readonly kind: string | undefined
}

export interface NotOnNodes {
  has(planned: PlannedFor): boolean
  /** True if the error says that the nodes cannot run the plan; it is kept then. */
  notes(error: unknown, planned: PlannedFor): boolean
  /** Finds out without running it. */
  tries(on: LimitedDatabase, planned: PlannedFor, given: Given): Promise<boolean>
}

/** Most plans that are kept; those that come after are tried each time. */
const MOST_KEPT = 5000

/** Notes a plan at its first try, before any row is read. */
export function openNotOnNodes({ isDistributed }: Pick<LimitedDatabase, 'isDistributed'>): NotOnNodes {
  const known = new Set<string>()
  const keyOf = ({ plan, kind }: PlannedFor): string => `${plan.name} ${kind}`
  const has: NotOnNodes['has'] = planned => known.has(keyOf(planned))
  const notes: NotOnNodes['notes'] = (error, planned) => {
    if (!isDistributed || !(error instanceof DatabaseError && error.isUnsupported)) return false
    if (known.size < MOST_KEPT) known.add(keyOf(planned))
    return true
  }
  return {
    has,
    notes,
    tries: async (on, planned, given) => {
      if (!isDistributed) return true
      const { statement } = planned.plan
      const explain = sql<never, readonly unknown[]>({
        name: 'query.explain',
        text: guarded`explain ${statement.sql}`,
        prepare: false,
      })
      try {
        await on.query(explain, valuesFor(statement, given))
        return true
      } catch (error) {
        if (notes(error, planned)) return false
        throw error
      }
    },
  }
}
