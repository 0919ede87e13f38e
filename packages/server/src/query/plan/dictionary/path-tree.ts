/**
 * The paths of a query as one tree a variable, as the reference evaluator has them, with what the dictionary knows of each
 * step: a node that several paths share is one node, so that what hangs on it stays together.
 */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { type Predicate, printPredicate, printStep, type Step } from '@cairn-ehr/openehr/path'
import type { ArchetypeEntry, Entries } from '../../../roots/index.ts'
import { notPushed } from '../not-pushed.ts'
import { type Found, follow, type Place, type StepUse } from './follow.ts'
import type { Source } from './sources.ts'

export interface PathNode {
  readonly id: number
  readonly parent: PathNode | undefined
  /** In the order in which the query first has them, which is the order of rows. */
  readonly children: Map<string, PathNode>
  /** As it is written. */
  readonly text: string
  readonly what: What
}

/** The kind of a node of the tree. */
export type What =
  /** Rows of their own; `via` where they hang in those of the parent, `status` and `data` where they are joined to it. */
  | {
      readonly kind: 'root'
      readonly archetypes: readonly ArchetypeEntry[]
      readonly by: 'variable' | 'status' | 'data' | { readonly via: readonly Place[] }
      readonly predicate: Predicate | undefined
    }
  /** Inside a row. `several`: a node of the parent may have more than one. */
  | {
      readonly kind: 'inside'
      readonly places: readonly Place[]
      readonly several: boolean
      readonly predicate: Predicate | undefined
    }
  /** The node id of the parent. */
  | { readonly kind: 'nodeId' }
  /** Attributes of an EHR or a VERSION, which have columns: names from the variable on. */
  | { readonly kind: 'column'; readonly of: 'ehr' | 'version'; readonly names: readonly string[] }

export interface PathTree {
  /** By variable and predicate, in the order of the query. */
  readonly tops: readonly (PathNode & { readonly variable: string })[]
  readonly ends: ReadonlyMap<Aql.Path, PathNode>
}

export type Variables = ReadonlyMap<string, Exclude<Source, { readonly kind: 'all' | 'any' }>>

export function resolvePaths(paths: readonly Aql.Path[], variables: Variables, entries: Entries): PathTree {
  const tops = new Map<string, PathNode & { readonly variable: string }>()
  const ends = new Map<Aql.Path, PathNode>()
  let count = 0
  for (const path of paths) {
    const text = path.variable + (path.predicate ? printPredicate(path.predicate) : '')
    const top = tops.get(text) ?? {
      id: count++,
      parent: undefined,
      children: new Map(),
      text,
      what: topOf(path, variables),
      variable: path.variable,
    }
    tops.set(text, top)
    let end: PathNode = top
    for (const step of path.steps) {
      const written = printStep(step)
      const next: PathNode = end.children.get(written) ?? {
        id: count++,
        parent: end,
        children: new Map(),
        text: written,
        what: whatIs(end.what, step, entries),
      }
      end.children.set(written, next)
      end = next
    }
    ends.set(path, end)
  }
  return { tops: [...tops.values()], ends }
}

export function topOf({ variable, predicate }: Aql.Path, variables: Variables): What {
  const source = variables.get(variable)
  if (source === undefined) return notPushed(`${variable} is no variable of FROM`)
  if (source.kind === 'root')
    return { kind: 'root', archetypes: source.archetypes, by: 'variable', predicate }
  if (source.kind === 'node')
    return { kind: 'root', archetypes: [source.nodes.entry], by: 'variable', predicate }
  if (predicate) notPushed(`a predicate on ${variable}, which is no archetype root`)
  return { kind: 'column', of: source.kind, names: [] }
}

export function whatIs(from: What, step: Step, entries: Entries, use: StepUse = 'rows'): What {
  switch (from.kind) {
    case 'nodeId':
      return notPushed('archetype_node_id has no attributes')
    case 'column':
      return columnBelow(from, step, entries)
    case 'root':
      if (step.attribute === 'archetype_node_id') return { kind: 'nodeId' }
      return below(follow({ roots: from.archetypes }, step, entries.archetype, use))
    case 'inside':
      if (step.attribute === 'archetype_node_id') return { kind: 'nodeId' }
      return below(follow({ places: from.places }, step, entries.archetype, use))
  }
}

const below = ({ places, predicate, list, several, roots }: Found): What =>
  roots === undefined
    ? { kind: 'inside', places, several: list && several, predicate }
    : { kind: 'root', archetypes: roots, by: { via: places }, predicate }

function columnBelow({ of, names }: Extract<What, { kind: 'column' }>, step: Step, entries: Entries): What {
  if (step.predicate) notPushed(`a predicate on ${step.attribute} of an EHR or VERSION`)
  if (names.length === 0 && (of === 'ehr' ? 'ehr_status' : 'data') === step.attribute) {
    const archetypes = [...entries.archetypes()].filter(
      ({ type }) => of === 'version' || type === 'EHR_STATUS',
    )
    return { kind: 'root', archetypes, by: of === 'ehr' ? 'status' : 'data', predicate: undefined }
  }
  return { kind: 'column', of, names: [...names, step.attribute] }
}

/** A line a step, with what it leads to in the dictionary; a star where it makes rows. */
export function printTree({ tops }: PathTree): string {
  const lines: string[] = []
  const visit = (node: PathNode, depth: number): void => {
    lines.push(`${'  '.repeat(depth)}${node.text}${printWhat(node.what)}`)
    for (const child of node.children.values()) visit(child, depth + 1)
  }
  for (const top of tops) visit(top, 0)
  return lines.join('\n')
}

function printWhat(what: What): string {
  switch (what.kind) {
    case 'root':
      return ` → rows of ${what.archetypes.map(({ type, id }) => `${type} ${id}`).join(', ') || 'nothing'}`
    case 'inside': {
      const texts = what.places.map(({ text }) => text)
      return `${what.several ? ' *' : ''} → ${texts.join(', ') || 'nothing'}`
    }
    case 'nodeId':
      return ' → its node id'
    case 'column':
      return ` → ${what.of}`
  }
}
