/** The one EHR that a query is about: as a condition on any row, and what else WHERE asks. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import type { Predicate, Step } from '@cairn-ehr/openehr/path'
import { value } from '../../../relation/expressions/index.ts'
import type { Fragment } from '../../../relation/index.ts'
import { isOneEhr } from '../../sql/guards.ts'
import { isEhr } from '../../sql/sources.ts'
import type { Guarded } from '../guard.ts'
import { isEhrId } from '../paths/bound.ts'

/** The literal that WHERE compares a path of the EHR with. */
function comparedWith(
  condition: Aql.Condition,
  { from }: Aql.BoundQuery,
  isPath: (steps: readonly Step[]) => boolean,
): Aql.Literal | undefined {
  if (condition.kind !== 'comparison' || condition.operator !== '=') return undefined
  const { left, right } = condition
  const isOfEhr =
    left.kind === 'path' &&
    from.kind === 'class' &&
    from.name === 'EHR' &&
    left.variable === from.variable &&
    isPath(left.steps)
  return isOfEhr && right.kind === 'literal' ? right : undefined
}

/** The conditions that all have to be true. */
export const conjuncts = (condition: Aql.Condition | undefined): readonly Aql.Condition[] =>
  condition === undefined
    ? []
    : condition.kind === 'and'
      ? condition.operands.flatMap(conjuncts)
      : [condition]

const required = (predicate: Predicate | undefined): readonly Predicate[] =>
  predicate?.kind === 'predicateAnd' ? predicate.operands.flatMap(required) : predicate ? [predicate] : []

/** The literal that FROM names an EHR by. */
function namedBy({ from }: Aql.BoundQuery): { readonly value: Aql.Literal['value'] } | undefined {
  if (from.kind !== 'class' || from.name !== 'EHR') return undefined
  for (const part of required(from.predicate))
    if (
      part.kind === 'value' &&
      part.operator === '=' &&
      part.operand.kind === 'literal' &&
      isEhrId(part.path.steps)
    )
      return part.operand
  return undefined
}

/** The conditions of WHERE beside that on the id of the EHR. */
export const askedBesideEhr = (query: Aql.BoundQuery): readonly Aql.Condition[] =>
  conjuncts(query.where).filter(each => comparedWith(each, query, isEhrId) === undefined)

const isPath =
  (text: string) =>
  (steps: readonly Step[]): boolean =>
    steps.every(step => !step.predicate) && steps.map(step => step.attribute).join('/') === text
const isSubjectId = isPath('ehr_status/subject/external_ref/id/value')
const isSubjectNamespace = isPath('ehr_status/subject/external_ref/namespace')

export interface NamedSubject {
  readonly id: Aql.Literal
  readonly namespace: Aql.Literal | undefined
}

/** The subject that WHERE asks for. */
export function namedSubject(query: Aql.BoundQuery): NamedSubject | undefined {
  const first = (path: typeof isEhrId) =>
    conjuncts(query.where).flatMap(each => comparedWith(each, query, path) ?? [])[0]
  const id = first(isSubjectId)
  return id && { id, namespace: first(isSubjectNamespace) }
}

/** The condition that a row is of the one EHR, by the row's own column; undefined where the query is about several. */
export function oneEhr({ placed, inEhr }: Guarded): ((ehrId: Fragment) => Fragment) | undefined {
  const { query, shape } = placed.resolved
  if (inEhr)
    return ehrId =>
      isOneEhr(
        ehrId,
        value('uuid', given => given.ehrId),
      )
  const literal =
    conjuncts(query.where).flatMap(each => comparedWith(each, query, isEhrId) ?? [])[0] ?? namedBy(query)
  return literal && (ehrId => isEhr(ehrId, { constant: shape.reader(literal) }))
}
