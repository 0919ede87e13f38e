/** EXISTS: asked of the last node of its path that the rows have, and from there on by sub-queries; never unknown. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { printPredicate, printStep, type Step } from '@cairn-ehr/openehr/path'
import {
  all,
  any,
  hasLeaf,
  instances,
  isPresent,
  isWithin,
  sameVector,
  someOf,
} from '../../../relation/expressions/index.ts'
import { type Fragment, filter, table } from '../../../relation/index.ts'
import type { PathEntry } from '../../../roots/index.ts'
import { hasRows, orFalse } from '../../sql/scalars.ts'
import { presenceOf, viaKeys } from '../dictionary/follow.ts'
import { type PathNode, type PathTree, topOf, type What, whatIs } from '../dictionary/path-tree.ts'
import { notPushed } from '../not-pushed.ts'
import { askedOf } from '../paths/child-root.ts'
import { type Item, isThere, narrowed, single } from '../paths/item.ts'
import { picked } from '../paths/predicates.ts'
import type { ExpressionScope } from './expressions.ts'

export function existing(path: Aql.Path, rows: ExpressionScope): Fragment {
  const { node, rest } = sharedPart(path, rows.resolved.tree)
  if (!node || node.what.kind === 'column') return ofVariable(path, rows)
  const name = `exists ${rest.map(printStep).join('/')}`
  return orFalse(rows.paths.read(node, name, item => below(item, node.what, rest, rows)))
}

/** The last node of the path that other paths of the query have too. */
export function sharedPart(
  { variable, predicate, steps }: Aql.Path,
  { tops }: PathTree,
): { readonly node: PathNode | undefined; readonly rest: readonly Step[] } {
  const text = variable + (predicate ? printPredicate(predicate) : '')
  let node: PathNode | undefined = tops.find(top => top.text === text)
  let shared = 0
  for (const step of steps) {
    const next: PathNode | undefined = node?.children.get(printStep(step))
    // A node id has no item of its own.
    if (!next || next.what.kind === 'nodeId') break
    node = next
    shared += 1
  }
  return { node, rest: steps.slice(shared) }
}

function ofVariable(path: Aql.Path, rows: ExpressionScope): Fragment {
  const { variables, entries, shape } = rows.resolved
  const bound = rows.bound.get(path.variable)
  if (!bound) return notPushed(`${path.variable} has no rows`)
  const top = topOf(path, variables)
  const asked = { entries, reader: shape.reader }
  if (bound.kind === 'root') {
    if (top.kind !== 'root') return notPushed(path.variable)
    const item = bound.item(askedOf(bound.item([]), top, asked))
    return orFalse(below(item, top, path.steps, rows))
  }
  let what = top
  for (const step of path.steps) what = whatIs(what, step, entries)
  if (what.kind !== 'column') return notPushed('EXISTS below an EHR or VERSION')
  const operand = bound.operand(what.names)
  return any([...operand.kinds].map(kind => isPresent(operand.string(kind))))
}

/** True if there is something at the end of the steps. */
function below(item: Item, from: What, [step, ...rest]: readonly Step[], rows: ExpressionScope): Fragment {
  if (!step) return ends(item, from)
  const { entries, shape } = rows.resolved
  const asked = { entries, reader: shape.reader }
  const what = whatIs(from, step, entries, 'existence')
  switch (what.kind) {
    case 'nodeId':
      return ends(item, from)
    case 'column':
      return notPushed('EXISTS of a column')
    case 'root': {
      if (typeof what.by !== 'object') return notPushed('EXISTS below a status')
      const alias = rows.aliases('x')
      const inner = single(alias, [])
      const on = [
        isWithin(alias, item.alias, { attachedBy: viaKeys(what.by.via) }),
        ...(item.vec ? [sameVector(alias, item.vec.places, item.vec.of)] : []),
        ...item.conditions,
        ...askedOf(inner, what, asked),
      ]
      return someOf(filter(table('root', alias), [...on, below(inner, what, rest, rows)]))
    }
    case 'inside': {
      if (!what.predicate) return below(item, what, rest, rows)
      if (what.several) return notPushed('EXISTS with a predicate on what repeats')
      const condition = picked(what.predicate, { ...asked, start: { places: what.places }, leaves: item })
      return below(narrowed(item, [condition]), what, rest, rows)
    }
  }
}

function ends(item: Item, what: What): Fragment {
  if (what.kind === 'root') return isThere(item)
  if (what.kind !== 'inside') return notPushed('EXISTS of a column')
  const leaves = [...new Set(what.places.flatMap(presenceOf))]
  const { vec } = item
  if (!vec && item.node)
    return all([any(leaves.map(entry => isPresent(item.raw(entry)))), ...item.conditions])
  const found = vec ? any(leaves.map(entry => isBelow(entry, item, vec))) : hasLeaf(item.alias, leaves)
  return all([found, ...item.conditions])
}

/** True if a leaf occurs below one instance of a repeated node. */
function isBelow(entry: PathEntry, item: Item, vec: Item['vec'] & object): Fragment {
  if (entry.repeats === vec.places) return isPresent(item.json(entry))
  const presence = [{ found: item.raw(entry), places: entry.repeats }]
  const above = { vec: vec.of, places: vec.places }
  return hasRows(instances(presence, entry.repeats, above, () => undefined))
}
