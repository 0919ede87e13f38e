/** The EHRs that a query sees: all that are queryable, and those that it names. */
import type { Containment, Predicate, Query } from '../syntax/tree.ts'
import { visitNodes } from '../syntax/walk.ts'
import type { EvaluateOptions } from './data.ts'
import { type EhrRecord, type Item, membersOf } from './item.ts'
import { ehrItem } from './record.ts'

/**
 * EHR_STATUS.is_queryable keeps an EHR out of population queries; one that asks for an EHR by its id, in the call or in
 * FROM, is none. What WHERE says does not count: `a` and `NOT NOT a` must see the same.
 */
export function visible(query: Query, { ehr }: EvaluateOptions): (record: EhrRecord) => boolean {
  const named = namedEhrs(query)
  return record => {
    const id = record.data.ehr_id
    if (ehr !== undefined) return id === ehr
    return named.has(id) || membersOf(ehrItem(record), 'ehr_status').every(isQueryable)
  }
}

const isQueryable = (status: Item): boolean => membersOf(status, 'is_queryable')[0]?.value !== false

/** The ids in `EHR e[ehr_id/value='…']`. */
export function namedEhrs(query: Query): ReadonlySet<string> {
  const names = new Set<string>()
  visitNodes(query.from, node => {
    const containment = node as Containment
    const parts =
      containment.kind === 'class' && containment.name === 'EHR' ? conjuncts(containment.predicate) : []
    for (const part of parts) {
      if (part.kind !== 'value' || part.operator !== '=' || part.operand.kind !== 'literal') continue
      const path = part.path.steps.map(step => step.attribute).join('/')
      if (path === 'ehr_id/value') names.add(String(part.operand.value))
    }
    return true
  })
  return names
}

const conjuncts = (predicate: Predicate | undefined): readonly Predicate[] => {
  if (!predicate) return []
  return predicate.kind === 'predicateAnd' ? predicate.operands.flatMap(conjuncts) : [predicate]
}
