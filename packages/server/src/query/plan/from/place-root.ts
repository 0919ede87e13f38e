/** A class that begins archetypes: a row of `cairn.root` each. */
import { column, isPresent, isWithin, ofEhr, sameVersion } from '../../../relation/expressions/index.ts'
import { type Fragment, filter, roots } from '../../../relation/index.ts'
import { filedRows } from '../../sql/folders.ts'
import { isBelowNode } from '../../sql/nodes.ts'
import type { RootSource } from '../dictionary/sources.ts'
import { single } from '../paths/item.ts'
import { picked } from '../paths/predicates.ts'
import { withInside } from './place-inside.ts'
import { isInVersion, named, type PlacedSource, type Placing, type Scope } from './source-scope.ts'

export function placeRoot(from: RootSource, scope: Scope, placing: Placing): PlacedSource {
  const { variable, predicate, archetypes, outermost, contains } = from
  const { asked, aliases } = placing
  const alias = aliases('r')
  const keys = archetypes.map(({ key }) => key)
  const scan = { isLatest: scope.isLatest, isOutermost: outermost }
  const filed = scope.folder && { filed: aliases('f'), version: aliases('v'), row: alias }
  const conditions = [
    ...isIn(alias, scope, aliases),
    ...(predicate
      ? [picked(predicate, { ...asked, start: { roots: archetypes }, leaves: single(alias, []) })]
      : []),
  ]
  const scanned =
    filed && scope.folder ? filedRows(filed, scope.folder, keys, scan) : roots(alias, keys, scan)
  const { node: _, folder: __, ...outside } = scope
  // Whatever version of a folder it is, its references lead to the latest.
  const inside: Scope = from.references
    ? { part: scope.part, isLatest: true, folder: { alias, archetypes: keys, references: from.references } }
    : { ...outside, root: { alias, isOutermost: outermost, archetypes: new Set(keys) } }
  const own: PlacedSource = {
    rows: filter(scanned, conditions),
    alias,
    present: isPresent(column(alias, 'num')),
    bound: named(variable, {
      kind: 'root',
      alias,
      outermost,
      item: item => single(alias, item),
    }),
    order: [
      ...(filed ? [column(filed.filed, 'place')] : []),
      ...(isInVersion(scope) ? [] : [column(alias, 'commit_number')]),
      ...(outermost ? [] : [column(alias, 'num')]),
    ],
  }
  return withInside(own, contains, { ...inside, by: from.by }, placing)
}

function isIn(
  alias: string,
  { root, node, version, ehrId }: Scope,
  aliases: (kind: string) => string,
): readonly Fragment[] {
  if (node) return [isBelowNode(alias, node.table, aliases('h'))]
  if (root) return [isWithin(alias, root.alias, root.isOutermost ? 'inside the outermost' : 'inside')]
  if (version !== undefined) return [sameVersion(alias, version)]
  return ehrId ? [ofEhr(alias, ehrId)] : []
}
