/** EXISTS: asked of the object that a variable stands for and not of the row, so a sub-query and never unknown. */
import type { Aql } from '@cairn/openehr/aql'
import type { Step } from '@cairn/openehr/path'
import { all, any, type Fragment, q } from '../sql/fragment.ts'
import { hasLeaf } from '../sql/leaves.ts'
import { hangsIn, isPresent, table } from '../sql/sources.ts'
import { askedOf } from './child-root.ts'
import type { Rows } from './expressions.ts'
import { presenceOf, viaKeys } from './follow.ts'
import { type Item, isThere, narrowed, single } from './item.ts'
import { notPushed } from './not-pushed.ts'
import { topOf, type What, whatIs } from './path-tree.ts'
import { picked } from './predicates.ts'

export function existing(path: Aql.Path, rows: Rows): Fragment {
  const { variables, entries, shape } = rows.resolved
  const bound = rows.bound.get(path.variable)
  if (!bound) return notPushed(`${path.variable} has no rows`)
  const top = topOf(path, variables)
  const asked = { entries, reader: shape.reader }
  if (bound.kind === 'root') {
    if (top.kind !== 'root') return notPushed(path.variable)
    const item = single(bound.alias, askedOf(bound.alias, top, asked))
    return q`coalesce(${below(item, top, path.steps, rows)}, false)`
  }
  let what = top
  for (const step of path.steps) what = whatIs(what, step, entries)
  if (what.kind !== 'column') return notPushed('EXISTS below an EHR or VERSION')
  const operand = bound.operand(what.names)
  return any([...operand.kinds].map(kind => isPresent(operand.string(kind))))
}

/** Whether anything is at the end of the steps. */
function below(item: Item, from: What, [step, ...rest]: readonly Step[], rows: Rows): Fragment {
  if (!step) return ends(item, from)
  const { entries, shape } = rows.resolved
  const asked = { entries, reader: shape.reader }
  const what = whatIs(from, step, entries)
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
        ...hangsIn(alias, item.alias, viaKeys(what.by.via)),
        ...item.conditions,
        ...askedOf(alias, what, asked),
      ]
      return q`exists (select from ${table('root', alias)} where ${all([...on, below(inner, what, rest, rows)])})`
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
  const keys = [...new Set(what.places.flatMap(presenceOf))].map(entry => entry.key)
  return all([hasLeaf(item.alias, keys), ...item.conditions])
}
