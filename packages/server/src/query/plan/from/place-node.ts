/** A class that is found inside archetypes: a row for each place and instance. */
import { column, isPresent } from '../../../relation/expressions/index.ts'
import { filter, roots } from '../../../relation/index.ts'
import type { NodeSource } from '../dictionary/sources.ts'
import { picked } from '../paths/predicates.ts'
import { nodeWhereIn, placeNodes } from './node-rows.ts'
import { withInside } from './place-inside.ts'
import { isInVersion, named, type PlacedSource, type Placing, type Scope } from './source-scope.ts'

export function placeNode(from: NodeSource, scope: Scope, placing: Placing): PlacedSource {
  const { variable, predicate, nodes, contains } = from
  const { asked, aliases } = placing
  const { table, item, rows } = placeNodes(nodes, scope.node?.nodes, aliases)
  const { root } = table
  const archetypes = new Set(nodes.places.map(({ archetype }) => archetype.key))
  const conditions = [
    ...nodeWhereIn(table, from, scope, aliases),
    ...(predicate
      ? [picked(predicate, { ...asked, start: { roots: [nodes.entry] }, leaves: item([]) })]
      : []),
  ]
  const own: PlacedSource = {
    // After the predicate, so that the leaves that it reads are among those of the rows.
    rows: filter(rows(roots(root, [...archetypes], { isLatest: scope.isLatest })), conditions),
    alias: root,
    present: isPresent(column(root, 'num')),
    bound: named(variable, { kind: 'root', alias: root, outermost: false, item }),
    order: [
      ...(isInVersion(scope) ? [] : [column(root, 'commit_number')]),
      column(root, 'num'),
      ...table.order,
    ],
  }
  const { root: _, ...outside } = scope
  return withInside(own, contains, { ...outside, node: { table, nodes }, by: from.by }, placing)
}
