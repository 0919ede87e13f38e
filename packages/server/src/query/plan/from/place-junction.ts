/** AND and OR in FROM. */
import { any } from '../../../relation/expressions/index.ts'
import { filter } from '../../../relation/index.ts'
import type { Junction } from '../dictionary/sources.ts'
import { notPushed } from '../not-pushed.ts'
import { isInVersion, type PlacedSource, type Placing, type Scope } from './source-scope.ts'

export function placeJunction({ kind, operands }: Junction, scope: Scope, { place }: Placing): PlacedSource {
  if (!scope.ehrId && !scope.folder && !isInVersion(scope)) return notPushed('AND or OR over all EHRs')
  if (kind === 'any' && operands.some(operand => 'operands' in operand))
    return notPushed('AND or OR right inside OR')
  const inside: Scope = kind === 'any' && scope.part === 'whole' ? { ...scope, part: 'branch' } : scope
  const placed = operands.map(operand => place(operand, inside))
  const [first] = placed
  if (!first) return notPushed('AND of nothing')
  const all = {
    bound: placed.flatMap(({ bound }) => bound),
    order: placed.flatMap(({ order }) => order),
  }
  const rows = placed.map(each => each.rows)
  if (kind === 'all') return { ...first, ...all, rows: { kind: 'product', operands: rows } }
  // An outer join: branches that find something are combined, the others leave their variables NULL.
  const present = any(placed.map(each => each.present))
  return { ...first, ...all, present, rows: filter({ kind: 'choice', branches: rows }, [present]) }
}
