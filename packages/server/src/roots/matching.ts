/**
 * Matches the paths of a query with the dictionary: once, when the query is planned, and not once per row.
 *
 * `o/data[at0001]/events[at0006, 'At rest']/data/items[at0004]/value/magnitude` leads to the leaf
 * `data[at0001]|HISTORY/events*[at0006]|POINT_EVENT/data[at0003]|ITEM_TREE/items*[at0004]|ELEMENT/value|DV_QUANTITY/magnitude`,
 * to the same under INTERVAL_EVENT if that occurs, and to others where `data` has another node id; each under the condition
 * that the name of that event is 'At rest'. Each is a match of its own. A row of the result belongs to exactly one
 * of them, so a query takes their union; columns that share steps share the node that these steps lead to, by
 * its text and the places of its vector (vectors that begin alike).
 */
import type { Predicate, Step } from '@cairn/openehr/path'
import { isA, rmClass } from '@cairn/openehr/rm'
import { decide } from './decide-predicate.ts'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import { type Branch, branchesOf, within } from './path-branches.ts'
import { isLocalCode } from './path-text.ts'

interface Condition {
  /** The node that it applies to, in the notation of the dictionary, and the length of its instance vector. */
  readonly text: string
  readonly repeats: number
  readonly predicate: Predicate
  /** Steps below that node lead to its leaves: `matchingBelow`. */
  readonly branch: Branch
}

export interface PathMatch {
  readonly branch: Branch
  /** The class of the value; undefined for a primitive. */
  readonly type: string | undefined
  /** Archetypes under which it occurs. */
  readonly archetypes: readonly ArchetypeEntry[]
  /** True if a row may have several values. */
  readonly several: boolean
  /** Conditions that must be evaluated for each row. */
  readonly conditions: readonly Condition[]
  /** An archetype root: rows whose `parent` is this root's `num` and whose `via` is this path, then `rest` from there. */
  readonly via?: PathEntry
  readonly rest: readonly Step[]
  /** The value itself, where the path says it: `archetype_node_id`. */
  readonly constant?: string
}

/** The archetypes of a class or its descendants, of one id or of all. */
export const archetypesOf = (entries: Entries, type: string, id?: string): readonly ArchetypeEntry[] =>
  [...entries.archetypes()].filter(entry => isA(entry.type, type) && (id === undefined || entry.id === id))

/** Finds the matches of a path from roots of these archetypes. A path without steps has none: it is the row itself. */
export function matchingPaths(
  archetypes: Iterable<ArchetypeEntry>,
  steps: readonly Step[],
): readonly PathMatch[] {
  const found = new Map<string, PathMatch>()
  for (const archetype of archetypes)
    for (const match of follow(branchesOf(archetype), steps, [], archetype)) merge(found, match)
  return [...found.values()]
}

/** Finds the matches of steps from a node that was found before; for a condition, of its own steps. */
export const matchingBelow = (
  from: { readonly branch: Branch },
  archetypes: readonly ArchetypeEntry[],
  steps: readonly Step[],
): readonly PathMatch[] => {
  const found = new Map<string, PathMatch>()
  for (const archetype of archetypes)
    for (const match of follow(from.branch.branches, steps, [], archetype)) merge(found, match)
  return [...found.values()]
}

/** Finds nodes of a class at any depth inside roots of these archetypes: the nodes of CONTAINS that are not archetype roots. */
export function matchingNodes(
  archetypes: Iterable<ArchetypeEntry>,
  type: string,
  predicate?: Predicate,
): readonly PathMatch[] {
  const found = new Map<string, PathMatch>()
  for (const archetype of archetypes)
    for (const top of branchesOf(archetype).values())
      for (const branch of within(top)) {
        if (branch.step.type === undefined || isRoot(branch) || !isA(branch.step.type, type)) continue
        const match = reach(branch, predicate, [], archetype)
        if (match) merge(found, match)
      }
  return [...found.values()]
}

function* follow(
  branches: ReadonlyMap<string, Branch>,
  [step, ...rest]: readonly Step[],
  conditions: readonly Condition[],
  archetype: ArchetypeEntry,
): Generator<PathMatch> {
  if (step === undefined) return
  for (const branch of branches.values()) {
    if (branch.step.attribute !== step.attribute) continue
    const match = reach(branch, step.predicate, conditions, archetype)
    if (!match) continue
    if (rest.length === 0 || match.via !== undefined) yield { ...match, rest }
    else if (rest.length === 1 && rest[0]?.attribute === 'archetype_node_id') {
      if (branch.step.nodeId !== undefined) yield { ...match, constant: branch.step.nodeId }
    } else yield* follow(branch.branches, rest, match.conditions, archetype)
  }
}

function reach(
  branch: Branch,
  predicate: Predicate | undefined,
  conditions: readonly Condition[],
  archetype: ArchetypeEntry,
): PathMatch | undefined {
  const decision = decide(predicate, branch.step.nodeId)
  if (decision === false) return undefined
  const { text, repeats, entry } = branch
  return {
    branch,
    type: branch.step.type,
    archetypes: [archetype],
    several: repeats > 0 && [...within(branch)].some(({ entry }) => entry && archetype.paths.get(entry)),
    conditions:
      decision === true ? conditions : [...conditions, { text, repeats, predicate: decision, branch }],
    ...(entry !== undefined && isRoot(branch) && { via: entry }),
    rest: [],
  }
}

const isRoot = ({ step }: Branch): boolean => step.nodeId !== undefined && !isLocalCode(step.nodeId)

/** Merges the matches of all archetypes that have the path; the leaves below it may differ. */
function merge(found: Map<string, PathMatch>, match: PathMatch): void {
  const before = found.get(match.branch.text)
  if (before === undefined) found.set(match.branch.text, match)
  else
    found.set(match.branch.text, {
      ...before,
      archetypes: [...before.archetypes, ...match.archetypes],
      several: before.several || match.several,
    })
}

/** Returns all leaves below a match, under all its archetypes. */
export function leavesOf({ branch, archetypes }: PathMatch): readonly PathEntry[] {
  const found = new Set<PathEntry>()
  for (const archetype of archetypes) {
    const same = branch.steps.reduce<Branch | undefined>(
      (at, _, depth) => (at ? at.branches : branchesOf(archetype)).get(nameAt(branch, depth)),
      undefined,
    )
    if (same) for (const { entry } of within(same)) if (entry) found.add(entry)
  }
  return [...found]
}

const nameAt = ({ text }: Branch, depth: number): string => text.split('/')[depth] ?? ''

/** Bytes are only in the document: their leaf is null and only marks their presence. */
export function isInDocumentOnly({ steps }: PathEntry): boolean {
  const [owner, last] = steps.slice(-2)
  if (owner?.type === undefined || last === undefined) return false
  return rmClass(owner.type)?.attributes.get(last.attribute)?.type === 'Byte'
}
