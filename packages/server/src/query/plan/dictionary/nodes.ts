/**
 * Classes that stand inside archetypes, as ELEMENT, EVENT or a CLUSTER by at-code: they have no rows of their own. The dictionary
 * says at which paths of which archetypes they are; a row of `cairn.root` and one of these places make a row of the class.
 */
import { compareOrderSteps, type OrderStep } from '@cairn-ehr/openehr/aql'
import type { Predicate } from '@cairn-ehr/openehr/path'
import { isA } from '@cairn-ehr/openehr/rm'
import {
  type ArchetypeEntry,
  type Branch,
  branchesOf,
  type DictionaryStep,
  decide,
  type Entries,
  isLocalCode,
  type PathEntry,
  printDictionaryStep,
  repeatsIn,
  within,
} from '../../../roots/index.ts'
import { notPushed } from '../not-pushed.ts'

/** One path of one archetype at which the class is found; without steps: the archetype root itself. */
export interface NodePlace {
  readonly archetype: ArchetypeEntry
  readonly steps: readonly DictionaryStep[]
  /** Leaves of which one is there exactly where the node is; none of a root, which is always there. */
  readonly presence: readonly PathEntry[]
  /** Leaves below the node, by their path from it. */
  readonly leaves: ReadonlyMap<string, PathEntry>
  /** Paths below the node at which other archetypes begin. */
  readonly via: readonly PathEntry[]
  /** Its order: a number for each part of its path that ends in a list. */
  readonly order: readonly number[]
}

export interface Nodes {
  /** A place is known by its position, from 1. */
  readonly places: readonly NodePlace[]
  /** All of them as one archetype, whose paths begin at the node. */
  readonly entry: ArchetypeEntry
  /** The condition on each row; node ids are decided before. */
  readonly predicate: Predicate | undefined
  /** Paths that are read, by their text: complete when the query has been placed once. */
  readonly read: Set<string>
}

/** More would make a statement of megabytes. */
const MOST_PLACES = 20_000

/** Keys of paths that begin at a node: no path of the dictionary has such a number. */
const FIRST_KEY = 2 ** 30

export const isNodePath = ({ key }: PathEntry): boolean => key >= FIRST_KEY

/** True if it stands for all places of a class. */
export const isNodeArchetype = ({ key }: ArchetypeEntry): boolean => key === FIRST_KEY

/** `undefined` where the class begins archetypes only, and has rows of its own. */
export function nodesOf(name: string, predicate: Predicate | undefined, entries: Entries): Nodes | undefined {
  const left = new Map<string, Predicate | undefined>()
  const isPicked = (nodeId: string | undefined): boolean => {
    const decision = decide(predicate, nodeId)
    if (decision === false) return false
    left.set(JSON.stringify(decision, withoutPosition), decision === true ? undefined : decision)
    return true
  }
  const found: Omit<NodePlace, 'order'>[] = []
  for (const archetype of entries.archetypes()) {
    if (isA(archetype.type, name) && isPicked(archetype.id)) found.push(rootPlace(archetype))
    for (const top of branchesOf(archetype).values())
      for (const branch of within(top)) {
        const { type, nodeId } = branch.step
        if (type === undefined || !isA(type, name) || isRoot(branch.step) || !isPicked(nodeId)) continue
        if (nodeId === undefined) notPushed(`${name} without a node id is found by nothing of its own`)
        found.push(innerPlace(archetype, branch))
      }
  }
  if (!found.some(place => place.steps.length > 0)) return undefined
  if (left.size > 1) notPushed(`what is asked of ${name} differs between its nodes`)
  if (found.length > MOST_PLACES) notPushed(`${name} is found at more than ${MOST_PLACES} paths`)
  const [asked] = left.values()
  return { places: inOrder(found), entry: asArchetype(name, found), predicate: asked, read: new Set() }
}

const withoutPosition = (name: string, node: unknown): unknown => (name === 'at' ? undefined : node)

const isRoot = ({ nodeId }: DictionaryStep): boolean => nodeId !== undefined && !isLocalCode(nodeId)

function rootPlace(archetype: ArchetypeEntry): Omit<NodePlace, 'order'> {
  const leaves = [...archetype.paths.keys()]
  return {
    archetype,
    steps: [],
    presence: [],
    leaves: new Map(leaves.map(entry => [entry.text, entry])),
    via: leaves.filter(isVia),
  }
}

function innerPlace(archetype: ArchetypeEntry, branch: Branch): Omit<NodePlace, 'order'> {
  const leaves = [...within(branch)].flatMap(({ entry }) => (entry ? [entry] : []))
  const depth = branch.steps.length
  const names = [...branch.branches.values()]
    .filter(({ step }) => step.attribute === 'name')
    .map(below => below.branches.get('value')?.entry)
  return {
    archetype,
    steps: branch.steps,
    presence: [branch.entry, ...names].filter(entry => entry !== undefined),
    leaves: new Map(
      leaves
        .filter(({ steps }) => steps.length > depth)
        .map(entry => [textOf(entry.steps.slice(depth)), entry]),
    ),
    via: leaves.filter(isVia),
  }
}

const isVia = ({ steps }: PathEntry): boolean => {
  const last = steps.at(-1)
  return last !== undefined && isRoot(last)
}

const textOf = (steps: readonly DictionaryStep[]): string => steps.map(printDictionaryStep).join('/')

/** The same path may lead from many nodes; whether a row has several of it, one of them tells for all. */
function asArchetype(type: string, places: readonly Omit<NodePlace, 'order'>[]): ArchetypeEntry {
  const byText = new Map<string, PathEntry>()
  const paths = new Map<PathEntry, boolean>()
  for (const { archetype, steps, leaves } of places)
    for (const [text, real] of leaves) {
      const own = real.steps.slice(steps.length)
      const entry = byText.get(text) ?? {
        key: FIRST_KEY + byText.size,
        text,
        steps: own,
        repeats: repeatsIn(own),
      }
      byText.set(text, entry)
      const several = entry.repeats > 0 && archetype.paths.get(real) === true
      paths.set(entry, several || paths.get(entry) === true)
    }
  return { key: FIRST_KEY, type, id: '', paths, retired: new Set(), isRetired: false }
}

/** A path in parts that end in lists: two nodes are compared part by part, and between the parts by position. */
function partsOf(steps: readonly DictionaryStep[]): readonly (readonly OrderStep[])[] {
  const parts: OrderStep[][] = [[]]
  for (const { attribute, repeats, nodeId } of steps) {
    parts.at(-1)?.push({ attribute, nodeId: repeats ? (nodeId ?? '') : '' })
    if (repeats) parts.push([])
  }
  return parts.filter(part => part.length > 0)
}

function compareParts(a: readonly OrderStep[], b: readonly OrderStep[]): number {
  for (const [at, step] of a.entries()) {
    const other = b[at]
    if (!other) return 1
    const order = compareOrderSteps(step, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function inOrder(places: readonly Omit<NodePlace, 'order'>[]): readonly NodePlace[] {
  const parts = new Map<string, readonly OrderStep[]>()
  const split = places.map(({ steps }) => partsOf(steps))
  for (const part of split.flat()) parts.set(JSON.stringify(part), part)
  const ranks = new Map(
    [...parts].toSorted(([, a], [, b]) => compareParts(a, b)).map(([key], rank) => [key, rank]),
  )
  return places.map((place, at) => ({
    ...place,
    order: (split[at] ?? []).map(part => ranks.get(JSON.stringify(part)) ?? 0),
  }))
}

/** True if a node at the first place contains one at the second, in the same root. */
export const isAbove = (outer: NodePlace, inner: NodePlace): boolean =>
  outer.archetype === inner.archetype &&
  outer.steps.length < inner.steps.length &&
  outer.steps.every((step, at) => {
    const other = inner.steps[at]
    return other !== undefined && printDictionaryStep(step) === printDictionaryStep(other)
  })
