/** Finding parts of a tree without naming every kind of node. */
import type { Exists, Path } from './tree.ts'

/** Calls `visit` for every node of a tree; what it refuses is not looked into. */
export function visitNodes(tree: unknown, visit: (node: { readonly kind: string }) => boolean): void {
  if (Array.isArray(tree)) {
    for (const item of tree) visitNodes(item, visit)
  } else if (typeof tree === 'object' && tree !== null) {
    if ('kind' in tree && typeof tree.kind === 'string' && !visit(tree as { readonly kind: string })) return
    for (const child of Object.values(tree)) visitNodes(child, visit)
  }
}

/** The identified paths that make rows: all but those of EXISTS, which asks a row and makes none. */
export function pathsIn(trees: readonly unknown[]): readonly Path[] {
  const paths: Path[] = []
  visitNodes(trees, node => {
    if (node.kind === 'path') paths.push(node as Path)
    return node.kind !== 'exists'
  })
  return paths
}

/** The paths that EXISTS asks for. */
export function existsPathsIn(tree: unknown): readonly Path[] {
  const paths: Path[] = []
  visitNodes(tree, node => {
    if (node.kind === 'exists') paths.push((node as Exists).path)
    return node.kind !== 'exists'
  })
  return paths
}
