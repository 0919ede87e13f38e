/** EHR: a table of its own where the query goes EHR by EHR, else a column of the rows inside it. */
import { column, isPresent, ofEhr } from '../../../relation/expressions/index.ts'
import { type Fragment, filter, isArchetype, join, table } from '../../../relation/index.ts'
import { ehrOperand } from '../../sql/columns.ts'
import { isOutermost } from '../../sql/sources.ts'
import type { EhrSource } from '../dictionary/sources.ts'
import { askedOfColumns, type Bound } from '../paths/bound.ts'
import { withInside } from './place-inside.ts'
import { named, type PlacedSource, type Placing, type Scope } from './source-scope.ts'

export interface PlacedEhr extends PlacedSource {
  readonly ehrId: Fragment
  /** The alias of its table, where that is among the rows. */
  readonly ehr: string | undefined
}

export function placeEhr(from: EhrSource, documentwise: boolean, scope: Scope, placing: Placing): PlacedEhr {
  const { contains, predicate } = from
  const { asked, aliases, late, place } = placing
  if (documentwise && contains) {
    const row = place(contains.what, scope)
    const ehrId = column(row.alias, 'ehr_id')
    const bound = ehrBound(
      ehrId,
      late.lazily('e', alias => join(table('ehr', alias), [ofEhr(alias, ehrId)], false)),
      placing,
    )
    return {
      ...row,
      rows: filter(row.rows, askedOfColumns(predicate, bound.operand, asked, ehrId)),
      bound: [...row.bound, ...named(from.variable, bound)],
      ehrId,
      ehr: undefined,
    }
  }
  const ehr = aliases('e')
  const ehrId = column(ehr, 'ehr_id')
  const bound = ehrBound(ehrId, () => ehr, placing)
  const own: PlacedSource = {
    rows: filter(table('ehr', ehr), askedOfColumns(predicate, bound.operand, asked, ehrId)),
    alias: ehr,
    present: isPresent(ehrId),
    bound: named(from.variable, bound),
    order: [column(ehr, 'created_at'), ehrId],
  }
  return { ...withInside(own, contains, { ...scope, ehrId }, placing), ehrId, ehr }
}

function ehrBound(
  ehrId: Fragment,
  ehr: () => string,
  { asked }: Placing,
): Exclude<Bound, { readonly kind: 'root' }> {
  const statuses = [...asked.entries.archetypes()].filter(({ type }) => type === 'EHR_STATUS')
  const keys = statuses.map(({ key }) => key)
  return {
    kind: 'ehr',
    ehrId,
    operand: names => ehrOperand(names, ehrId, ehr),
    root: alias =>
      join(
        table('root', alias),
        [ofEhr(alias, ehrId), column(alias, 'latest'), isOutermost(alias), isArchetype(alias, keys)],
        true,
      ),
  }
}
