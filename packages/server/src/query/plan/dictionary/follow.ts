/** Steps of a path followed through the dictionary: to all places where what they lead to is kept. */
import type { Predicate, Step } from '@cairn-ehr/openehr/path'
import { rmClass } from '@cairn-ehr/openehr/rm'
import {
  type ArchetypeEntry,
  type Branch,
  branchesOf,
  type DictionaryStep,
  decide,
  isLocalCode,
  type PathEntry,
  within,
} from '../../../roots/index.ts'
import { notPushed } from '../not-pushed.ts'
import { isNodePath } from './nodes.ts'

/** A node or leaf inside an archetype root, under all archetypes that have it: a row holds at most one of several at one vector. */
export interface Place {
  /** In the notation of the dictionary. */
  readonly text: string
  readonly step: DictionaryStep
  /** Length of its instance vector. */
  readonly repeats: number
  /** Classes of the object that has the attribute. */
  readonly owners: ReadonlySet<string>
  readonly branches: readonly { readonly archetype: ArchetypeEntry; readonly branch: Branch }[]
}

/** The result of a step: either archetype roots, or places inside the root where it starts; never both. */
export interface Found {
  readonly places: readonly Place[]
  /** The remaining condition on each row; undefined if there is none. */
  readonly predicate: Predicate | undefined
  /** The attribute holds a list. */
  readonly list: boolean
  /** A row may have several. */
  readonly several: boolean
  /** The archetypes of the roots that were found. */
  readonly roots: readonly ArchetypeEntry[] | undefined
}

/** The start of a step: archetype roots, or places inside them. */
export type Start = { readonly roots: readonly ArchetypeEntry[] } | { readonly places: readonly Place[] }

/** `rows`: a row for each, in their order; `existence`: any of them will do. */
export type StepUse = 'rows' | 'existence'

const levelsOf = (start: Start) =>
  'roots' in start
    ? start.roots.map(archetype => ({ archetype, owner: archetype.type, branches: branchesOf(archetype) }))
    : start.places.flatMap(({ step, branches }) =>
        branches.map(({ archetype, branch }) => ({
          archetype,
          owner: step.type ?? 'Any',
          branches: branch.branches,
        })),
      )

export function follow(
  start: Start,
  step: Step,
  archetypeOf: (type: string, id: string) => ArchetypeEntry | undefined,
  use: StepUse = 'rows',
): Found {
  const found = new Map<string, { -readonly [Key in keyof Place]: Place[Key] }>()
  const left = new Map<string, Predicate | undefined>()
  for (const { archetype, owner, branches } of levelsOf(start))
    for (const branch of branches.values()) {
      if (branch.step.attribute !== step.attribute) continue
      const decision = decide(step.predicate, branch.step.nodeId)
      if (decision === false) continue
      left.set(JSON.stringify(decision, withoutPosition), decision === true ? undefined : decision)
      const before = found.get(branch.text)
      found.set(branch.text, {
        text: branch.text,
        step: branch.step,
        repeats: branch.repeats,
        owners: new Set([...(before?.owners ?? []), owner]),
        branches: [...(before?.branches ?? []), { archetype, branch }],
      })
    }
  const places = [...found.values()]
  const roots = places.filter(place => isRoot(place.step))
  if (left.size > 1) notPushed(`what is asked of ${step.attribute} differs between node ids`)
  if (roots.length > 0 && roots.length < places.length)
    notPushed(`${step.attribute} leads to archetype roots and to nodes of the same archetype`)
  const [predicate] = left.values()
  const list = places.some(place => place.step.repeats)
  const isMixed = roots.length === 0 && areMixed(places)
  if (roots.length === 0 && use === 'rows') refuseUnordered(places, step.attribute, isMixed)
  return {
    places,
    predicate,
    list,
    several: isMixed || places.some(isSeveral),
    roots: roots.length === 0 ? undefined : entriesOf(roots, archetypeOf),
  }
}

/** The position of a predicate in the text does not change its meaning. */
const withoutPosition = (name: string, node: unknown): unknown => (name === 'at' ? undefined : node)

const isRoot = ({ nodeId }: DictionaryStep): boolean => nodeId !== undefined && !isLocalCode(nodeId)

/**
 * Vectors count siblings of one node id: between two ids they tell neither the order nor one from the other. A row is of one archetype, so that
 * ids may differ between archetypes.
 */
function areMixed(places: readonly Place[]): boolean {
  const ids = new Map<ArchetypeEntry, string | undefined>()
  for (const { step, branches } of places)
    for (const { archetype } of step.repeats ? branches : []) {
      if (ids.has(archetype) && ids.get(archetype) !== step.nodeId) return true
      ids.set(archetype, step.nodeId)
    }
  return false
}

function refuseUnordered(places: readonly Place[], attribute: string, isMixed: boolean): void {
  if (isMixed) notPushed(`members of ${attribute} with different node ids stand in no known order`)
  if (new Set(places.map(place => place.repeats)).size > 1)
    notPushed(`${attribute} is a list in some documents and not in others`)
}

const isSeveral = ({ repeats, branches }: Place): boolean =>
  repeats > 0 &&
  branches.some(({ archetype, branch }) =>
    [...within(branch)].some(({ entry }) => entry && archetype.paths.get(entry)),
  )

function entriesOf(
  roots: readonly Place[],
  archetypeOf: (type: string, id: string) => ArchetypeEntry | undefined,
): readonly ArchetypeEntry[] {
  const entries = roots.map(({ step }) => archetypeOf(step.type ?? '', step.nodeId ?? ''))
  return [...new Set(entries.filter(entry => entry !== undefined))]
}

/** Keys of the paths by which roots hang in theirs. */
export function viaKeys(places: readonly Place[]): readonly number[] {
  const entries = places.flatMap(entriesAt)
  if (entries.some(isNodePath)) notPushed('a path from a node inside an archetype into another archetype')
  return [...new Set(entries.map(entry => entry.key))]
}

/** The leaf at the place itself: of a primitive, or of a node that says only that it is there. */
export function entriesAt({ branches }: Place): readonly PathEntry[] {
  return [...new Set(branches.flatMap(({ branch }) => (branch.entry ? [branch.entry] : [])))]
}

/** The leaf of a primitive attribute below an object; the attributes on the way hold one object each. */
export function leafBelow({ branches }: Place, ...attributes: readonly string[]): PathEntry | undefined {
  for (const { branch } of branches) {
    const below = attributes.reduce<Branch | undefined>(
      (at, attribute) => at && [...at.branches.values()].find(({ step }) => step.attribute === attribute),
      branch,
    )
    if (below?.entry) return below.entry
  }
  return undefined
}

/** Leaves of which one at least is there exactly where the node is. */
export function presenceOf(place: Place): readonly PathEntry[] {
  const { step, branches } = place
  if (step.type === undefined) return entriesAt(place)
  const found = new Set<PathEntry>()
  for (const { branch } of branches) {
    if (branch.entry) found.add(branch.entry)
    for (const below of branch.branches.values()) {
      if (step.nodeId !== undefined) {
        if (below.step.attribute === 'name') addLeaf(found, below.branches.get('value'))
        continue
      }
      for (const { entry, step: last } of within(below)) {
        if (entry && isRoot(last)) notPushed(`${step.attribute} has nothing of its own but archetype roots`)
        if (entry) found.add(entry)
      }
    }
  }
  return [...found]
}

function addLeaf(found: Set<PathEntry>, branch: Branch | undefined): void {
  if (branch?.entry) found.add(branch.entry)
}

/** The primitive type of an attribute in all classes that have it; `undefined` where they do not agree or it is none. */
export function primitiveType({ step, owners }: Place): string | undefined {
  const types = new Set([...owners].map(owner => rmClass(owner)?.attributes.get(step.attribute)?.type))
  const [type] = types
  return types.size === 1 && type !== undefined && !rmClass(type) ? type : undefined
}
