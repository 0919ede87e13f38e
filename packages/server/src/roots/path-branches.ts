/** The paths of an archetype as a tree, to be walked step by step when a query is planned. */
import type { ArchetypeEntry, PathEntry } from './entries.ts'
import { type DictionaryStep, printDictionaryStep } from './path-text.ts'

export interface Branch {
  readonly step: DictionaryStep
  /** In the notation of the dictionary, from the archetype root. */
  readonly text: string
  readonly steps: readonly DictionaryStep[]
  /** The length of the instance vector of this node. */
  readonly repeats: number
  /** Set if this is a leaf, a node that only marks its presence, or an archetype root. */
  readonly entry?: PathEntry
  readonly branches: ReadonlyMap<string, Branch>
}

type MutableBranch = { -readonly [Key in keyof Branch]: Branch[Key] } & {
  branches: Map<string, MutableBranch>
}

const known = new WeakMap<
  ArchetypeEntry,
  { readonly size: number; readonly top: ReadonlyMap<string, Branch> }
>()

/** Built at the first use, and again when the archetype has more paths. */
export function branchesOf(archetype: ArchetypeEntry): ReadonlyMap<string, Branch> {
  const before = known.get(archetype)
  if (before?.size === archetype.paths.size) return before.top
  const top = new Map<string, MutableBranch>()
  for (const entry of archetype.paths.keys()) addPath(top, entry)
  known.set(archetype, { size: archetype.paths.size, top })
  return top
}

function addPath(top: Map<string, MutableBranch>, entry: PathEntry): void {
  let level = top
  let [text, repeats] = ['', 0]
  entry.steps.forEach((step, depth) => {
    const name = printDictionaryStep(step)
    text = text === '' ? name : `${text}/${name}`
    repeats += step.repeats ? 1 : 0
    const branch = level.get(name) ?? {
      step,
      text,
      steps: entry.steps.slice(0, depth + 1),
      repeats,
      branches: new Map<string, MutableBranch>(),
    }
    level.set(name, branch)
    if (depth === entry.steps.length - 1) branch.entry = entry
    level = branch.branches
  })
}

/** Yields the branch itself and all below it. */
export function* within(branch: Branch): Generator<Branch> {
  yield branch
  for (const next of branch.branches.values()) yield* within(next)
}
