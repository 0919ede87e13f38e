/** VERSION: a version that holds something is known by a row of that; only where it need not hold anything is its own table needed. */
import { column, isPresent, ofEhr, sameVersion } from '../../../relation/expressions/index.ts'
import { filter, type Join, join, lookup, table } from '../../../relation/index.ts'
import { versionOperand } from '../../sql/columns.ts'
import { isDocument, isOutermost } from '../../sql/sources.ts'
import type { VersionSource } from '../dictionary/sources.ts'
import { askedOfColumns } from '../paths/bound.ts'
import { withInside } from './place-inside.ts'
import { named, type PlacedSource, type Placing, type Scope } from './source-scope.ts'

export function placeVersion(from: VersionSource, scope: Scope, placing: Placing): PlacedSource {
  const { all: superseded, contains } = from
  const inside: Scope = { ...scope, isLatest: !superseded }
  const holds = contains && !contains.negated ? contains.what : undefined
  if (holds?.kind === 'root' || holds?.kind === 'node')
    return asVersion(placing.place(holds, inside), undefined, from, scope, placing)
  const isAlone = superseded && !holds
  const alias = placing.aliases(isAlone ? 'v' : 'r')
  const conditions = [
    isAlone ? isDocument(alias) : isOutermost(alias),
    ...(superseded ? [] : [column(alias, 'latest')]),
    ...(scope.ehrId ? [ofEhr(alias, scope.ehrId)] : []),
  ]
  const row: PlacedSource = {
    rows: filter(table(isAlone ? 'version' : 'root', alias), conditions),
    alias,
    present: isPresent(column(alias, 'commit_number')),
    bound: [],
    order: [column(alias, 'commit_number')],
  }
  const version = asVersion(row, isAlone ? alias : undefined, from, scope, placing)
  return withInside(version, contains, { ...inside, version: alias }, placing)
}

/** `own` is the alias of its table, where that is among the rows. */
function asVersion(
  row: PlacedSource,
  own: string | undefined,
  { variable, predicate }: VersionSource,
  { part }: Scope,
  { asked, aliases, late }: Placing,
): PlacedSource {
  const { alias: rowAlias } = row
  const versionJoin =
    (isOptional: boolean) =>
    (alias: string): Join =>
      join(table('version', alias), [sameVersion(alias, rowAlias)], isOptional)
  const later = late.lazily('v', versionJoin(part !== 'whole'))
  const ofPaths = () => own ?? later()
  const bound = named(variable, {
    kind: 'version',
    operand: names => versionOperand(names, ofPaths()),
    ehrId: column(rowAlias, 'ehr_id'),
    root: alias => join(table('root', alias), [sameVersion(alias, rowAlias), isOutermost(alias)], true),
  })
  const placed = { ...row, bound: [...row.bound, ...bound] }
  if (!predicate) return placed
  const asks = (alias: string) => askedOfColumns(predicate, names => versionOperand(names, alias), asked)
  if (own !== undefined || part === 'whole') return { ...placed, rows: filter(row.rows, asks(ofPaths())) }
  // Conditions of a branch are part of its join, so the table must be there by then.
  const alias = aliases('v')
  return { ...placed, rows: filter(lookup(row.rows, [versionJoin(false)(alias)]), asks(alias)) }
}
