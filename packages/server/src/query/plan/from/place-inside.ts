/** CONTAINS and NOT CONTAINS: rows with those inside them, or without any. */

import { noneOf } from '../../../relation/expressions/index.ts'
import { filter } from '../../../relation/index.ts'
import type { RootSource } from '../dictionary/sources.ts'
import type { PlacedSource, Placing, Scope } from './source-scope.ts'

export function withInside(
  outer: PlacedSource,
  contains: RootSource['contains'],
  scope: Scope,
  placing: Placing,
): PlacedSource {
  if (!contains) return outer
  if (contains.negated) {
    const { rows, bound } = placing.place(contains.what, { ...scope, part: 'negated' })
    return { ...outer, rows: filter(outer.rows, [noneOf(rows)]), bound: [...outer.bound, ...bound] }
  }
  const inner = placing.place(contains.what, scope)
  return {
    ...outer,
    rows: { kind: 'contain', outer: outer.rows, inner: inner.rows },
    bound: [...outer.bound, ...inner.bound],
    order: [...outer.order, ...inner.order],
  }
}
