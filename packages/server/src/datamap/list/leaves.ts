/**
 * A record read from its query rows: the steps of a column followed through roots and leaves, without the document.
 *
 * It shows what `record.ts` shows of the document itself; a property test holds the two together.
 */

import { groupBy } from '../../collections/index.ts'
import {
  type ArchetypeEntry,
  type Branch,
  branchesOf,
  compareVectors,
  type Entries,
  instancesOf,
  isInLeaves,
  isLocalCode,
  type Leaves,
  leavesOf,
  type PathEntry,
  type PathMatch,
  readerOf,
  within,
} from '../../roots/index.ts'
import { cellOf } from '../cells.ts'
import type { CellObject, Column, DatamapStep } from '../model.ts'

/** A row of `cairn.root`. */
export interface RootRow {
  readonly num: number
  readonly parent: number | null
  /** Of the path by which it hangs in its parent, and the instance there. */
  readonly via: number | null
  readonly at: string | null
  readonly archetype: ArchetypeEntry
  readonly leaves: Leaves
}

/** The roots of one version, by the number of the root that they hang in; that of the composition by null. */
type Roots = ReadonlyMap<number | null, readonly RootRow[]>

const rootsByParent = (rows: readonly RootRow[]): Roots =>
  groupBy(
    rows.toSorted((a, b) => a.num - b.num),
    ({ parent }) => parent,
  )

type Vector = readonly number[]

/** A node of the record: a root itself, or a place inside one. */
interface Place {
  readonly row: RootRow
  /** Undefined: the root itself. */
  readonly branch: Branch | undefined
  /** The instance, at the repeating steps so far. */
  readonly vector: Vector
}

type Level = ReadonlyMap<string, Branch>

/** Found once for each level of the dictionary, and not once a record. */
function remembered<Key, Found>(find: (level: Level, key: Key) => Found): (level: Level, key: Key) => Found {
  const known = new WeakMap<Level, Map<Key, Found>>()
  return (level, key) => {
    const ofLevel = known.get(level) ?? new Map<Key, Found>()
    known.set(level, ofLevel)
    const before = ofLevel.get(key)
    if (before !== undefined) return before
    const found = find(level, key)
    ofLevel.set(key, found)
    return found
  }
}

/** The branches that a step leads to: one for each class that stands there. */
export const branchesAt = remembered((level: Level, step: DatamapStep): readonly Branch[] =>
  [...level.values()].filter(
    ({ step: { attribute, nodeId } }) =>
      attribute === step.attribute && (step.nodeId === undefined || step.nodeId === nodeId),
  ),
)

const valuesBelow = ({ branches }: Branch): readonly PathEntry[] =>
  [...branches.values()].flatMap(({ step, entry }) => (step.attribute === 'value' && entry ? [entry] : []))

/** The leaves of `name/value`, by which every node with a node id is known to be there. */
const namesIn = remembered((level: Level, _: 'name'): readonly PathEntry[] =>
  [...level.values()].flatMap(branch => (branch.step.attribute === 'name' ? valuesBelow(branch) : [])),
)

export const nameEntries = (level: Level): readonly PathEntry[] => namesIn(level, 'name')

/** An archetype of its own, with rows of its own. */
export const isRootStep = ({ step: { nodeId } }: Branch): boolean =>
  nodeId !== undefined && !isLocalCode(nodeId)

const levelOf = ({ row, branch }: Place): Level => (branch ? branch.branches : branchesOf(row.archetype))

const startsWith = (vector: Vector, prefix: Vector): boolean =>
  prefix.every((place, at) => vector[at] === place)

/** `at` of a root: empty where all places are 0. */
const vectorOf = (at: string | null, places: number): Vector =>
  at === null || at === '' ? new Array<number>(places).fill(0) : at.split('.').map(Number)

function hasName(place: Place, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  return nameEntries(levelOf(place)).some(entry =>
    instancesOf(entry, place.row.leaves).some(
      ([vector, value]) => value === wanted && startsWith(vector, place.vector),
    ),
  )
}

/** Every instance of a node inside a root, in the order of the document. */
function instancesAt({ row, vector }: Place, branch: Branch): readonly Place[] {
  if (!branch.step.repeats && branch.step.nodeId === undefined) return [{ row, branch, vector }]
  const named = nameEntries(branch.branches)
  const entries = named.length > 0 ? named : [...within(branch)].flatMap(({ entry }) => entry ?? [])
  const found = new Map<string, Vector>()
  for (const entry of entries)
    for (const [full] of instancesOf(entry, row.leaves))
      if (startsWith(full, vector))
        found.set(full.slice(0, branch.repeats).join('.'), full.slice(0, branch.repeats))
  return [...found.values()].map(at => ({ row, branch, vector: at }))
}

function rootsAt(roots: Roots, { row, vector }: Place, { entry, repeats }: Branch): readonly Place[] {
  return (roots.get(row.num) ?? [])
    .filter(({ via, at }) => via === entry?.key && startsWith(vectorOf(at, repeats), vector))
    .map(child => ({ row: child, branch: undefined, vector: [] }))
}

function stepFrom(roots: Roots, place: Place, step: DatamapStep): readonly Place[] {
  const found = branchesAt(levelOf(place), step).flatMap(branch =>
    isRootStep(branch) ? rootsAt(roots, place, branch) : instancesAt(place, branch),
  )
  const fitting = found.filter(each => hasName(each, step.name))
  // Of one node id: their vectors count through whatever classes they are of.
  return fitting.length < 2
    ? fitting
    : fitting.toSorted((a, b) => a.row.num - b.row.num || compareVectors(a.vector, b.vector))
}

/** Of one node, whatever classes it may be of: which of them has a value shows at the end. */
function firstNode(places: readonly Place[]): readonly Place[] {
  const [first] = places
  return places.filter(({ row, vector }) => row === first?.row && compareVectors(vector, first.vector) === 0)
}

/** Every node that the steps lead to; `narrow` is put to what each step finds. */
function follow(
  roots: Roots,
  from: Place,
  steps: readonly DatamapStep[],
  narrow: (places: readonly Place[]) => readonly Place[] = places => places,
): readonly Place[] {
  return steps.reduce<readonly Place[]>(
    (places, step) => narrow(places.flatMap(place => stepFrom(roots, place, step))),
    [from],
  )
}

/** All that a branch stands for, as the readers of the store take it. */
const matchOf = (branch: Branch, archetype: ArchetypeEntry): PathMatch => ({
  branch,
  archetypes: [archetype],
})

const readers = new WeakMap<Branch, Map<ArchetypeEntry, ReturnType<typeof readerOf>>>()

function readerAt(branch: Branch, archetype: ArchetypeEntry): ReturnType<typeof readerOf> {
  const ofBranch = readers.get(branch) ?? new Map<ArchetypeEntry, ReturnType<typeof readerOf>>()
  readers.set(branch, ofBranch)
  const read = ofBranch.get(archetype) ?? readerOf(matchOf(branch, archetype))
  ofBranch.set(archetype, read)
  return read
}

/** Builds the value at a place from its leaves; undefined if there are none. */
function valueAt({ row, branch, vector }: Place): unknown {
  if (branch === undefined) return undefined
  return readerAt(branch, row.archetype)(row.leaves).find(({ at }) => compareVectors(at, vector) === 0)?.value
}

function cellsAt(roots: Roots, from: Place, columns: readonly Column[]): CellObject {
  const cells: Record<string, CellObject[string]> = {}
  for (const column of columns) {
    if (column.kind === 'group')
      cells[column.label] = follow(roots, from, column.steps).map(place =>
        cellsAt(roots, place, column.columns),
      )
    else {
      const found = follow(roots, from, column.steps, firstNode).map(valueAt)
      cells[column.label] = cellOf(
        found.find(value => value !== undefined),
        column,
      )
    }
  }
  return cells
}

/** The columns of a record; undefined where its composition is not among the rows. */
export function recordOfRoots(columns: readonly Column[], rows: readonly RootRow[]): CellObject | undefined {
  const roots = rootsByParent(rows)
  const [top] = roots.get(null) ?? []
  return top && cellsAt(roots, { row: top, branch: undefined, vector: [] }, columns)
}

/** The archetypes whose rows, and the keys of the leaves that, records of these columns are read from. */
export interface Demand {
  readonly archetypes: ReadonlySet<number>
  readonly leaves: ReadonlySet<number>
}

/**
 * The leaves to fetch; undefined if leaves do not tell everything (bytes, structures, node ids), so that documents
 * must be read.
 */
export function demandOf(
  columns: readonly Column[],
  top: ArchetypeEntry,
  dictionary: Pick<Entries, 'archetype'>,
): Demand | undefined {
  const archetypes = new Set([top.key])
  const leaves = new Set<number>()
  const take = (entries: readonly PathEntry[]): void => {
    for (const { key } of entries) leaves.add(key)
  }
  /** False where a value is not in leaves. */
  const visit = (
    archetype: ArchetypeEntry,
    level: Level,
    steps: readonly DatamapStep[],
    end: Column,
  ): boolean => {
    const [step, ...rest] = steps
    if (step === undefined)
      return (
        end.kind === 'group' && end.columns.every(column => visit(archetype, level, column.steps, column))
      )
    if (step.attribute === 'archetype_node_id' || step.attribute === '_type') return false
    return branchesAt(level, step).every(branch => {
      if (isRootStep(branch)) {
        const child = dictionary.archetype(branch.step.type ?? '', branch.step.nodeId ?? '')
        if (!child) return true
        archetypes.add(child.key)
        take(nameEntries(branchesOf(child)))
        return visit(child, branchesOf(child), rest, end)
      }
      take(nameEntries(branch.branches))
      if (rest.length > 0 || end.kind === 'group') return visit(archetype, branch.branches, rest, end)
      const match = matchOf(branch, archetype)
      take(leavesOf(match))
      return isInLeaves(match)
    })
  }
  const readable = columns.every(column => visit(top, branchesOf(top), column.steps, column))
  return readable ? { archetypes, leaves } : undefined
}
