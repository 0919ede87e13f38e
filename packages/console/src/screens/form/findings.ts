/** Findings of the validator at the fields of a form. */
import type { Finding } from '@cairn-ehr/openehr'
import type { FormNode } from './definition.ts'
import { type FormValues, hasValues, occurrenceCount, occurrencePath } from './values.ts'

/** Findings of a field or a group itself, by the path that it has in the form. */
export type FindingsByPath = ReadonlyMap<string, readonly Finding[]>

const EMPTY: readonly Finding[] = []

export const findingsAt = (byPath: FindingsByPath, path: string): readonly Finding[] =>
  byPath.get(path) ?? EMPTY

/** Everything that the form shows, by its path. */
export type FormPaths = ReadonlyMap<string, FormNode>

/** The longest path of the form that a finding lies at or below; the root takes what is left. */
export function homeOf(finding: Finding, paths: FormPaths, root: string): string {
  let path = finding.path.replace(/\|.*$/, '')
  while (path !== '' && !paths.has(path)) {
    // The first occurrence may be written without its index, and the other way round.
    if (paths.has(`${path}:0`)) return `${path}:0`
    path = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  }
  return path === '' ? root : path
}

export function findingsByPath(findings: readonly Finding[], paths: FormPaths, root: string): FindingsByPath {
  const byPath = new Map<string, Finding[]>()
  for (const finding of findings) {
    const home = homeOf(finding, paths, root)
    const at = byPath.get(home)
    if (at) at.push(finding)
    else byPath.set(home, [finding])
  }
  return byPath
}

/** Occurrences that are shown of a node: those with values, those that the reader asked for, and those that must be, at least one. */
export function shownCount(node: FormNode, values: FormValues, path: string, asked: number): number {
  return Math.max(1, node.min, occurrenceCount(values, path), asked)
}

/** Every path at which the form shows something, with the number of occurrences that the reader asked for. */
export function formPaths(root: FormNode, values: FormValues, asked: ReadonlyMap<string, number>): FormPaths {
  const paths = new Map<string, FormNode>()
  const add = (node: FormNode, path: string): void => {
    paths.set(path, node)
    if (node.kind === 'slot') return
    for (const child of node.children) {
      const own = `${path}/${child.id}`
      if (child.max === 1) add(child, own)
      else
        for (let index = 0; index < shownCount(child, values, own, asked.get(own) ?? 0); index++)
          add(child, occurrencePath(own, index))
    }
  }
  add(root, root.id)
  return paths
}

/** Above this, groups without values are closed at first, so that a large template can be overlooked. */
const MANY_FIELDS = 60

/** Above this, occurrences with values are closed at first: a browser takes seconds to draw the fields of hundreds. */
const MANY_OCCURRENCES = 100

/** `fields`: of the whole form; `occurrences`: of the node, this one among them. */
export function isOpenAtFirst(
  node: FormNode,
  values: FormValues,
  path: string,
  { fields, occurrences }: { readonly fields: number; readonly occurrences: number },
): boolean {
  if (hasValues(values, path)) return occurrences <= MANY_OCCURRENCES
  return node.min > 0 || fields <= MANY_FIELDS
}
