/**
 * Paths to rows. All paths of a query that can repeat are laid into one tree per variable; a node that several paths
 * share is visited once, so that what hangs on it stays together. Each combination of nodes is a row, a branch
 * that leads nowhere is empty, and branches that share nothing multiply: a left join along the tree.
 */
import { printPredicate, printStep } from '../syntax/print.ts'
import type { Path, Predicate, Step } from '../syntax/tree.ts'
import type { Binding } from './containment.ts'
import type { Item } from './item.ts'
import { picks, select } from './predicate.ts'

/** What each path leads to in this row, by its slot. */
export type Row = readonly (Item | undefined)[]

interface Branch {
  readonly slot: number
  readonly follow: (item: Item) => readonly Item[]
  readonly branches: Map<string, Branch>
}

export interface PathTree {
  readonly roots: Map<string, Branch>
  readonly slots: Map<string, number>
}

/** Which place of a row a path has. */
export function slotOf(tree: PathTree, path: Path): number {
  return tree.slots.get(keys(path).join('/')) ?? -1
}

export function pathTree(paths: readonly Path[]): PathTree {
  const tree: PathTree = { roots: new Map(), slots: new Map() }
  for (const path of paths) {
    let level = tree.roots
    const follows = [byPredicate(path.predicate), ...path.steps.map(byStep)]
    const names = keys(path)
    for (const [depth, name] of names.entries()) {
      const prefix = names.slice(0, depth + 1).join('/')
      const slot = tree.slots.get(prefix) ?? tree.slots.size
      tree.slots.set(prefix, slot)
      const branch = level.get(name) ?? { slot, follow: follows[depth] ?? (() => []), branches: new Map() }
      level.set(name, branch)
      level = branch.branches
    }
  }
  return tree
}

const keys = (path: Path): readonly string[] => [
  path.variable + printPredicate(path.predicate),
  ...path.steps.map(printStep),
]

const byPredicate = (predicate: Predicate | undefined) => (item: Item) =>
  picks(predicate, item) ? [item] : []
const byStep = (step: Step) => (item: Item) => select(item, step)

/** The rows of one binding. */
export function rowsOf(tree: PathTree, binding: Binding): readonly Row[] {
  const parts = [...tree.roots].map(([name, branch]) => grow(branch, binding.get(variableOf(name))))
  return join(parts, tree.slots.size)
}

const variableOf = (name: string): string => name.split('[')[0] ?? name

/** Slots and what is in them, one list per row. */
type Cells = readonly (readonly [slot: number, item: Item | undefined])[]

function grow(branch: Branch, from: Item | undefined): readonly Cells[] {
  const found = from ? branch.follow(from) : []
  const items = found.length > 0 ? found : [undefined]
  return items.flatMap(item => {
    const below = [...branch.branches.values()].map(next => grow(next, item))
    return product(below).map(cells => [[branch.slot, item] as const, ...cells])
  })
}

const product = (lists: readonly (readonly Cells[])[]): readonly Cells[] =>
  lists.reduce<readonly Cells[]>(
    (all, list) => all.flatMap(first => list.map(second => [...first, ...second])),
    [[]],
  )

function join(parts: readonly (readonly Cells[])[], width: number): readonly Row[] {
  return product(parts).map(cells => {
    const row = new Array<Item | undefined>(width).fill(undefined)
    for (const [slot, item] of cells) row[slot] = item
    return row
  })
}
