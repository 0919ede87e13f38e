/**
 * Paths to rows. All paths of a query that can repeat are laid into one tree per variable; a node that several paths
 * share is visited once, so that what hangs on it stays together. Each combination of nodes is a row, a branch
 * that leads nowhere is empty, and branches that share nothing multiply: a left join along the tree.
 */
import { printPredicate, printStep } from '../syntax/print.ts'
import type { Path, Step } from '../syntax/tree.ts'
import type { Binding } from './containment.ts'
import type { Item } from './item.ts'
import { picks, select } from './predicate.ts'

/** The item that each path leads to in this row, by its slot. */
export type Row = readonly (Item | undefined)[]

interface Branch {
  readonly slot: number
  readonly follow: (item: Item) => readonly Item[]
  /** By the step as it is written: two steps are the same if they are written the same. */
  readonly branches: Map<string, Branch>
}

interface Root extends Branch {
  readonly variable: string
}

/** The start of EXISTS: the last node of its path that other paths of the query have too. */
interface ExistsStart {
  /** Absent: it shares nothing with them but the variable. */
  readonly slot: number | undefined
  readonly rest: readonly Step[]
}

export interface PathTree {
  readonly roots: readonly Root[]
  /** The index of each path in a row. */
  readonly slots: ReadonlyMap<Path, number>
  readonly exists: ReadonlyMap<Path, ExistsStart>
  readonly width: number
}

/** `asked` are the paths of EXISTS: they make no rows. */
export function pathTree(paths: readonly Path[], asked: readonly Path[] = []): PathTree {
  const roots = new Map<string, Root>()
  const slots = new Map<Path, number>()
  let width = 0
  const branchIn = (branches: Map<string, Branch>, key: string, follow: Branch['follow']): Branch => {
    const branch = branches.get(key) ?? { slot: width++, follow, branches: new Map() }
    branches.set(key, branch)
    return branch
  }
  for (const path of paths) {
    const { variable, predicate } = path
    const key = rootKey(path)
    const root = roots.get(key) ?? {
      slot: width++,
      variable,
      follow: (item: Item) => (picks(predicate, item) ? [item] : []),
      branches: new Map(),
    }
    roots.set(key, root)
    let end: Branch = root
    for (const step of path.steps) end = branchIn(end.branches, printStep(step), item => select(item, step))
    slots.set(path, end.slot)
  }
  const exists = new Map(asked.map(path => [path, startOf(path, roots.get(rootKey(path)))]))
  return { roots: [...roots.values()], slots, exists, width }
}

const rootKey = ({ variable, predicate }: Path): string => variable + printPredicate(predicate)

function startOf({ steps }: Path, root: Root | undefined): ExistsStart {
  let last: Branch | undefined = root
  let shared = 0
  for (const step of steps) {
    const next: Branch | undefined = last?.branches.get(printStep(step))
    if (!next) break
    last = next
    shared += 1
  }
  return { slot: last?.slot, rest: steps.slice(shared) }
}

/** The rows of one binding, one at a time. */
export function* rowsOf({ roots, width }: PathTree, binding: Binding): Generator<Row, void, undefined> {
  const row = new Array<Item | undefined>(width).fill(undefined)
  yield* fill(
    row,
    roots.map(root => [root, binding.get(root.variable)]),
  )
}

type Task = readonly [branch: Branch, from: Item | undefined]

/** Goes through the items of the first branch; for each, what hangs on it comes before the branches beside it. */
function* fill(row: (Item | undefined)[], tasks: readonly Task[]): Generator<Row, void, undefined> {
  const [task, ...rest] = tasks
  if (!task) return yield [...row]
  const [branch, from] = task
  const found = from ? branch.follow(from) : []
  for (const item of found.length > 0 ? found : [undefined]) {
    row[branch.slot] = item
    const below = [...branch.branches.values()].map((next): Task => [next, item])
    yield* fill(row, [...below, ...rest])
  }
}
