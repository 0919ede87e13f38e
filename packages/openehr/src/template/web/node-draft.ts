/** A web template node before its siblings are known: then ids get their numbers, and paths become references. */

import type { ObjectConstraint } from '../model.ts'
import { idOf, uniqueIds } from './ids.ts'
import type { WebTemplateCardinality, WebTemplateNode } from './model.ts'

/** A node with the id its name suggests; what it depends on, and its cardinalities, still as path prefixes. */
export interface NodeDraft
  extends Omit<WebTemplateNode, 'id' | 'aliases' | 'dependsOn' | 'cardinalities' | 'children'> {
  /** Present where the id is not made from the name: alternatives of a choice. */
  readonly givenId?: string
  readonly aliases?: readonly string[]
  readonly dependsOn: readonly string[]
  readonly cardinalities: readonly CardinalityDraft[]
  readonly children: readonly NodeDraft[]
}

export interface CardinalityDraft {
  readonly min: number
  readonly max: number
  readonly path: string
}

/** The occurrences of an object; -1 where there is no upper bound. */
export function countOf({ occurrences }: ObjectConstraint): { readonly min: number; readonly max: number } {
  return { min: occurrences.lower ?? 0, max: occurrences.upper ?? -1 }
}

/** The finished node; `id` is unique among its siblings. */
export function finish(draft: NodeDraft, id: string, alias?: string): WebTemplateNode {
  const { givenId: _, aliases = [], dependsOn: __, cardinalities, children: drafts, ...rest } = draft
  const ids = uniqueIds(drafts.map(child => child.givenId ?? idOf(child.name)))
  const dependencies = dependencyFinder(drafts, ids)
  const children = drafts.map((child, at) => {
    const node = finish(child, ids[at]?.id ?? '', ids[at]?.alias)
    const dependsOn = dependencies(child.dependsOn)
    return dependsOn.length === 0 ? node : { ...node, dependsOn }
  })
  const resolved = cardinalities.flatMap(one => resolve(one, children))
  return {
    ...rest,
    id,
    aliases: alias === undefined ? aliases : [...aliases, alias],
    ...(resolved.length === 0 ? {} : { cardinalities: resolved }),
    children,
  }
}

/** Longer lists are left out: the document would grow with the square of its nodes. */
const MOST_DEPENDENCIES = 1_000

/** Paths → ids of the siblings at or below them; siblings with the same paths get the same list. */
function dependencyFinder(
  siblings: readonly NodeDraft[],
  ids: readonly { readonly id: string }[],
): (paths: readonly string[]) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return paths => {
    const key = paths.join('\n')
    const before = known.get(key)
    if (before !== undefined) return before
    const found = siblings.flatMap((sibling, at) =>
      sibling.inContext !== true && paths.some(path => startsWith(sibling.aqlPath, path))
        ? (ids[at]?.id ?? [])
        : [],
    )
    const kept = found.length > MOST_DEPENDENCIES ? [] : found
    known.set(key, kept)
    return kept
  }
}

function resolve(
  { min, max, path }: CardinalityDraft,
  children: readonly WebTemplateNode[],
): readonly WebTemplateCardinality[] {
  const ids = children.filter(child => startsWith(child.aqlPath, path)).map(child => child.id)
  return ids.length === 0 ? [] : [{ min, max, ids }]
}

/** True when a path lies at or below another: `/data[at0001]` is below `/data`, `/database` is not. */
function startsWith(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || /[/[]/.test(path.charAt(prefix.length)))
}
