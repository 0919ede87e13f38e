/** Which EHRs a query sees: all that are queryable, and those that it names. */
import type { Condition, Containment, Literal, Predicate, Query, Step } from '../syntax/tree.ts'
import { visitNodes } from '../syntax/walk.ts'
import type { EvaluateOptions } from './data.ts'
import { type EhrRecord, type Item, membersOf } from './item.ts'
import { ehrItem } from './record.ts'

/**
 * EHR_STATUS.is_queryable keeps an EHR out of population queries; one that asks for an EHR by its id, in the call, in
 * FROM or in WHERE, is none.
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

/** The ids that `ehr_id/value` is set equal to, in a predicate on EHR or in a part of WHERE that must hold. */
export function namedEhrs(query: Query): ReadonlySet<string> {
  const names = new Set<string>()
  const variables = new Set<string>()
  visitNodes(query.from, node => {
    const containment = node as Containment
    if (containment.kind === 'class' && containment.name === 'EHR') {
      if (containment.variable !== undefined) variables.add(containment.variable)
      for (const part of conjuncts(containment.predicate)) {
        if (part.kind === 'value' && part.operator === '=' && isEhrId(part.path.steps))
          add(names, part.operand)
      }
    }
    return true
  })
  for (const part of conjunctsOf(query.where)) {
    if (part.kind !== 'comparison' || part.operator !== '=' || part.left.kind !== 'path') continue
    if (variables.has(part.left.variable) && isEhrId(part.left.steps)) add(names, part.right)
  }
  return names
}

const isEhrId = (steps: readonly Step[]): boolean =>
  steps.map(step => step.attribute).join('/') === 'ehr_id/value'

const conjuncts = (predicate: Predicate | undefined): readonly Predicate[] =>
  predicate === undefined
    ? []
    : predicate.kind === 'predicateAnd'
      ? predicate.operands.flatMap(conjuncts)
      : [predicate]

const conjunctsOf = (condition: Condition | undefined): readonly Condition[] =>
  condition === undefined
    ? []
    : condition.kind === 'and'
      ? condition.operands.flatMap(conjunctsOf)
      : [condition]

function add(names: Set<string>, operand: { readonly kind: string }): void {
  if (operand.kind === 'literal') names.add(String((operand as Literal).value))
}
