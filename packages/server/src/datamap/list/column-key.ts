/** The key that a column is ordered and filtered by, and its path in the store: archetype roots, then leaves. */
import { baseType } from '@cairn-ehr/openehr/rm'
import {
  type ArchetypeEntry,
  type Branch,
  branchesOf,
  type Entries,
  NUMBER,
  type PathEntry,
} from '../../roots/index.ts'
import type { DatamapStep, ValueColumn } from '../model.ts'
import { branchesAt, isRootStep, nameEntries } from './leaves.ts'

/** The order of keys: numbers by size, texts by code point. */
export type KeyKind = 'number' | 'text' | 'boolean'

interface KeyLeaf {
  readonly kind: KeyKind
  readonly below: readonly string[]
}

const number = (...below: readonly string[]): KeyLeaf => ({ kind: 'number', below })
const text = (...below: readonly string[]): KeyLeaf => ({ kind: 'text', below })

/** The leaf that a class is compared by. Classes without a row have no order. */
const KEY_LEAVES: Readonly<Record<string, KeyLeaf>> = {
  DV_TEXT: text('value'),
  DV_CODED_TEXT: text('value'),
  DV_URI: text('value'),
  DV_EHR_URI: text('value'),
  DV_IDENTIFIER: text('id'),
  DV_PARSABLE: text('value'),
  DV_BOOLEAN: { kind: 'boolean', below: ['value'] },
  DV_QUANTITY: number('magnitude'),
  DV_COUNT: number('magnitude'),
  DV_ORDINAL: number('value'),
  DV_SCALE: number('value'),
  DV_PROPORTION: number(NUMBER),
  DV_DATE: number(NUMBER),
  DV_TIME: number(NUMBER),
  DV_DATE_TIME: number(NUMBER),
  DV_DURATION: number(NUMBER),
  CODE_PHRASE: text('code_string'),
  PARTY_IDENTIFIED: text('name'),
  PARTY_RELATED: text('name'),
  String: text(),
  Integer: number(),
  Integer64: number(),
  Real: number(),
  Double: number(),
  Boolean: { kind: 'boolean', below: [] },
}

/** Of a coded value the code as well: who filters may give either. */
const CODE_LEAVES: Readonly<Record<string, readonly string[]>> = {
  DV_CODED_TEXT: ['defining_code', 'code_string'],
  DV_ORDINAL: ['symbol', 'defining_code', 'code_string'],
  DV_SCALE: ['symbol', 'defining_code', 'code_string'],
}

/** True if values of the column can also be found by a code. */
export const isCoded = ({ types }: ValueColumn): boolean =>
  types.some(({ type }) => Object.hasOwn(CODE_LEAVES, type))

const keyLeafOf = (type: string): KeyLeaf | undefined =>
  Object.hasOwn(KEY_LEAVES, baseType(type)) ? KEY_LEAVES[baseType(type)] : undefined

/** The leaf that an object of this class is compared by, and that of its code; empty for a class without an order. */
export const leavesOfType = (
  type: string,
): { readonly key: readonly string[] | undefined; readonly code: readonly string[] | undefined } => ({
  key: keyLeafOf(type)?.below,
  code: Object.hasOwn(CODE_LEAVES, type) ? CODE_LEAVES[type] : undefined,
})

/** Undefined where the classes that the template allows have no order, or not one in common. */
export function keyKindOf({ types }: ValueColumn): KeyKind | undefined {
  const kinds = new Set(types.map(({ type }) => keyLeafOf(type)?.kind))
  const [kind] = kinds
  return kinds.size === 1 ? kind : undefined
}

/** A name that picks the first node that has it: by the leaves that hold names, at so many places of the vector. */
export interface NameCondition {
  readonly entries: readonly PathEntry[]
  readonly places: number
  readonly name: string
}

/** From one root to the next: by these paths, and under these names of nodes on the way. */
export interface Hop {
  readonly archetype: ArchetypeEntry
  readonly via: readonly PathEntry[]
  readonly names: readonly NameCondition[]
  /** Of the root itself. */
  readonly name?: NameCondition
}

/** Finds the key of a column. */
export interface ColumnKey {
  readonly kind: KeyKind
  /** From the composition down; none: the leaves are its own. */
  readonly hops: readonly Hop[]
  /** The root that has the leaves. */
  readonly archetype: ArchetypeEntry
  /** One for each class that was ever seen there. */
  readonly leaves: readonly PathEntry[]
  readonly codes: readonly PathEntry[]
  readonly names: readonly NameCondition[]
}

interface Reached {
  readonly branch: Branch
  readonly names: readonly NameCondition[]
}

type Level = ReadonlyMap<string, Branch>

function nameCondition({ name }: DatamapStep, level: Level, places: number): readonly NameCondition[] {
  return name === undefined ? [] : [{ entries: nameEntries(level), places, name }]
}

/** Follows steps inside one root, to its end or to the roots below it. */
function inside(
  archetype: ArchetypeEntry,
  steps: readonly DatamapStep[],
): {
  readonly reached: readonly Reached[]
  readonly rest: readonly DatamapStep[]
  readonly last?: DatamapStep
} {
  let reached: readonly Reached[] = []
  for (const [at, step] of steps.entries()) {
    const levels =
      at === 0
        ? [{ level: branchesOf(archetype), names: [] as readonly NameCondition[] }]
        : reached.map(({ branch, names }) => ({ level: branch.branches, names }))
    const next = levels.flatMap(({ level, names }) =>
      branchesAt(level, step).map(branch => ({ branch, names })),
    )
    if (next.some(({ branch }) => isRootStep(branch)))
      return { reached: next, rest: steps.slice(at + 1), last: step }
    reached = next.map(({ branch, names }) => ({
      branch,
      names: [...names, ...nameCondition(step, branch.branches, branch.repeats)],
    }))
  }
  return { reached, rest: [] }
}

/** All names must be the same for all branches, but for the leaves that hold them. */
function namesOf(reached: readonly Reached[]): readonly NameCondition[] {
  const [first] = reached
  return (first?.names ?? []).map((condition, at) => ({
    ...condition,
    entries: [...new Set(reached.flatMap(({ names }) => names[at]?.entries ?? []))],
  }))
}

function below({ branch }: Reached, attributes: readonly string[]): readonly PathEntry[] {
  const ends = attributes.reduce<readonly Branch[]>(
    (branches, attribute) =>
      branches.flatMap(each =>
        [...each.branches.values()].filter(({ step }) => step.attribute === attribute),
      ),
    [branch],
  )
  return ends.flatMap(({ entry }) => entry ?? [])
}

const codesBelow = (end: Reached, type: string): readonly PathEntry[] =>
  Object.hasOwn(CODE_LEAVES, type) ? below(end, CODE_LEAVES[type] ?? []) : []

/** A primitive has no class of its own: the template says what it is. */
const typeAt = ({ branch }: Reached, { types }: ValueColumn): string =>
  branch.step.type ?? types[0]?.type ?? ''

/** Undefined where nothing that was ever stored has a value there. */
export function columnKey(
  column: ValueColumn,
  kind: KeyKind,
  top: ArchetypeEntry,
  entries: Pick<Entries, 'archetype'>,
): ColumnKey | undefined {
  const hops: Hop[] = []
  let archetype = top
  let { reached, rest, last } = inside(top, column.steps)
  while (last) {
    const roots = reached.filter(({ branch }) => isRootStep(branch))
    const { type = '', nodeId = '' } = roots[0]?.branch.step ?? {}
    const child = entries.archetype(type, nodeId)
    if (!child) return undefined
    const via = [...new Set(roots.flatMap(({ branch }) => branch.entry ?? []))]
    const [name] = nameCondition(last, branchesOf(child), 0)
    hops.push({ archetype: child, via, names: namesOf(roots), ...(name && { name }) })
    archetype = child
    ;({ reached, rest, last } = inside(child, rest))
  }
  const ends = reached.filter(each => keyLeafOf(typeAt(each, column))?.kind === kind)
  const leaves = [...new Set(ends.flatMap(end => below(end, keyLeafOf(typeAt(end, column))?.below ?? [])))]
  if (leaves.length === 0) return undefined
  const codes = [...new Set(ends.flatMap(end => codesBelow(end, typeAt(end, column))))]
  return { kind, hops, archetype, leaves, codes, names: namesOf(ends) }
}
