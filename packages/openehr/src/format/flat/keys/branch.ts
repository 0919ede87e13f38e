/** FLAT keys as a tree, which remembers the values that have been read so that the others can be reported. */
import type { Finding } from '../../../problem.ts'
import { parseKey, parseSegment } from './key.ts'

/** A key and its value. */
export type FlatEntry = readonly [key: string, value: unknown]

/** One value of the input, with its key as it was given. */
export interface Leaf {
  readonly key: string
  readonly value: unknown
  used: boolean
}

export interface Branch {
  /** The path up to here as it was given. */
  readonly path: string
  /** By suffix; the value without a suffix under the empty one. */
  readonly leaves: Map<string, Leaf>
  /** By id and index; an absent index is 0. */
  readonly children: Map<string, Map<number, Branch>>
}

export const emptyBranch = (path: string): Branch => ({ path, leaves: new Map(), children: new Map() })

/**
 * The tree of all keys. `null` and the empty text are left out, since forms send them for empty fields; a `null` behind
 * `|raw` means that the attribute is absent.
 */
export function branchOf(entries: Iterable<FlatEntry>, findings: Finding[]): Branch {
  const root = emptyBranch('')
  for (const [key, value] of entries) {
    if (value === undefined || ((value === null || value === '') && !key.endsWith('|raw'))) continue
    const parsed = parseKey(key)
    if (typeof parsed === 'string') {
      findings.push({ path: key, code: 'flat.key', message: `${key}: ${parsed}.`, found: key })
      continue
    }
    let branch = root
    for (const { id, index } of parsed.segments) branch = descend(branch, id, index ?? 0)
    const before = branch.leaves.get(parsed.suffix)
    if (before === undefined) branch.leaves.set(parsed.suffix, { key, value, used: false })
    else
      findings.push({
        path: key,
        code: 'flat.twice',
        message: `${key} says again what ${before.key} says.`,
        found: key,
      })
  }
  return root
}

function descend(branch: Branch, id: string, index: number): Branch {
  let occurrences = branch.children.get(id)
  if (occurrences === undefined) {
    occurrences = new Map()
    branch.children.set(id, occurrences)
  }
  let child = occurrences.get(index)
  if (child === undefined) {
    const segment = index === 0 ? id : `${id}:${index}`
    child = emptyBranch(branch.path === '' ? segment : `${branch.path}/${segment}`)
    occurrences.set(index, child)
  }
  return child
}

/** Takes a value: it counts as read from now on. */
export function take(branch: Branch | undefined, suffix: string): Leaf | undefined {
  const leaf = branch?.leaves.get(suffix)
  if (leaf !== undefined) leaf.used = true
  return leaf
}

/** The leaf at a key relative to the branch, such as `|type` or `/_external_ref|type`, without taking it. */
export function leafAt(branch: Branch, relative: string): Leaf | undefined {
  const bar = relative.indexOf('|')
  if (bar === 0 || relative === '') return branch.leaves.get(relative.slice(1))
  const path = bar < 0 ? relative : relative.slice(0, bar)
  let at: Branch | undefined = branch
  for (const part of path.split('/').slice(1)) {
    const segment = parseSegment(part)
    if (typeof segment === 'string') return undefined
    at = at?.children.get(segment.id)?.get(segment.index ?? 0)
  }
  return at?.leaves.get(bar < 0 ? '' : relative.slice(bar + 1))
}

/** The occurrences of a child in the order of their indices. */
export function occurrences(branch: Branch, id: string): readonly (readonly [number, Branch])[] {
  const found = branch.children.get(id)
  return found === undefined ? [] : [...found].sort(([a], [b]) => a - b)
}

/** Leaves that no reader has taken yet, in tree order. */
export function* unused(branch: Branch): Generator<Leaf> {
  for (const leaf of branch.leaves.values()) if (!leaf.used) yield leaf
  for (const many of branch.children.values()) for (const child of many.values()) yield* unused(child)
}

/** Marks everything at and below the branch as read: an error about the branch speaks for all of it. */
export function takeAll(branch: Branch): void {
  for (const leaf of branch.leaves.values()) leaf.used = true
  for (const many of branch.children.values()) for (const child of many.values()) takeAll(child)
}
