/** Columns of a query that hold whole numbers by the reference model, such as `DV_COUNT.magnitude`. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { baseType, rmClass } from '@cairn-ehr/openehr/rm'
import type { DictionaryStep, Entries } from '../../roots/index.ts'

/** Aggregates whose result has the type of their path. */
const OF_PATH: ReadonlySet<Aql.AggregateName> = new Set(['MIN', 'MAX'])

/** True for an attribute that is an Integer in the reference model; undefined for an unknown attribute. */
function isInteger(steps: readonly DictionaryStep[]): boolean | undefined {
  const [owner, last] = steps.slice(-2)
  const attribute = rmClass(baseType(owner?.type ?? ''))?.attributes.get(last?.attribute ?? '')
  return attribute && baseType(attribute.type) === 'Integer'
}

function fits({ attribute, predicate }: Aql.Step, step: DictionaryStep | undefined): boolean {
  if (step?.attribute !== attribute) return false
  return predicate?.kind !== 'node' || predicate.id.kind !== 'code' || predicate.id.value === step.nodeId
}

/** The end of an AQL path is that of the dictionary's, which begins at the innermost archetype. */
const isEndOf = (path: readonly Aql.Step[], steps: readonly DictionaryStep[]): boolean => {
  const length = Math.min(path.length, steps.length)
  return length >= 2 && path.slice(-length).every((step, at) => fits(step, steps.at(at - length)))
}

/** True if every path of the records that this one can mean ends at a whole number. */
function isWhole({ steps: path }: Aql.Path, entries: Entries): boolean {
  let isFound = false
  for (const archetype of entries.archetypes())
    for (const { steps } of archetype.paths.keys()) {
      if (!isEndOf(path, steps)) continue
      if (isInteger(steps) !== true) return false
      isFound = true
    }
  return isFound
}

export function isWholeNumber(expression: Aql.Expression, entries: Entries): boolean {
  if (expression.kind === 'path') return isWhole(expression, entries)
  if (expression.kind !== 'aggregate') return false
  if (expression.name === 'COUNT') return true
  return OF_PATH.has(expression.name) && expression.path !== undefined && isWhole(expression.path, entries)
}
