/** FROM placed on rows: each class is an alias of `cairn.root`, and what contains what is a condition on their numbers. */
import { column } from '../../../relation/expressions/index.ts'
import type { Fragment, Join, Rows } from '../../../relation/index.ts'
import type { Source } from '../dictionary/sources.ts'
import { notPushed } from '../not-pushed.ts'
import type { Bound } from '../paths/bound.ts'
import type { Asked } from '../paths/predicates.ts'
import { placeEhr } from './place-ehr.ts'
import { placeJunction } from './place-junction.ts'
import { placeNode } from './place-node.ts'
import { placeRoot } from './place-root.ts'
import { placeVersion } from './place-version.ts'
import { openLateJoins, type Placing, type Scope } from './source-scope.ts'

export interface PlacedSources {
  readonly rows: Rows
  readonly bound: ReadonlyMap<string, Bound>
  /** The order of bindings. */
  readonly order: readonly Fragment[]
  /** The EHR of a row, and the alias of its table where that is among the rows. */
  readonly ehrId: Fragment
  readonly ehr: string | undefined
  /** Tables that only some paths need: complete once all paths are placed. */
  readonly late: () => readonly Join[]
}

export function placeSources(
  source: Source,
  documentwise: boolean,
  asked: Asked,
  aliases: (kind: string) => string,
): PlacedSources {
  const late = openLateJoins(aliases)
  const placing: Placing = { asked, aliases, late, place: (from, scope) => placeSource(from, scope, placing) }
  const scope: Scope = { part: 'whole', isLatest: true }
  const { bound, ...placed } =
    source.kind === 'ehr'
      ? placeEhr(source, documentwise, scope, placing)
      : withoutEhr(placing.place(source, scope))
  return { ...placed, bound: new Map(bound), late: late.joins }
}

const withoutEhr = (placed: ReturnType<Placing['place']>) => ({
  ...placed,
  ehrId: column(placed.alias, 'ehr_id'),
  ehr: undefined,
})

function placeSource(from: Source, scope: Scope, placing: Placing): ReturnType<Placing['place']> {
  if ('operands' in from) return placeJunction(from, scope, placing)
  if (from.kind === 'ehr') return notPushed('an EHR inside something else')
  if (scope.folder && from.kind !== 'root') return notPushed('a folder contains a class of this kind')
  switch (from.kind) {
    case 'node':
      return placeNode(from, scope, placing)
    case 'version':
      return placeVersion(from, scope, placing)
    case 'root':
      return placeRoot(from, scope, placing)
  }
}
