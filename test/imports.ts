/** Reads the imports of TypeScript sources and holds them against rules: which folder may import which, and no loops. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'

/** Path from the root of the repository, with `/`, to text. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  readonly from: string
  /** A path in the repository, or the name of a package. */
  readonly to: string
}

/** Comments may quote an import as an example; strings that hold `//` keep their quotes, so they stay whole. */
const COMMENT = /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g

/** `import x from 'y'`, `import 'y'`, `export … from 'y'`, `import('y')`; types count. */
const IMPORT =
  /(?:^|[\n;}])\s*(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(.+?)\1|(?:^|[\n;])\s*import\s*(['"])(.+?)\3|\bimport\s*\(\s*(['"`])(.+?)\5/g

export const withoutComments = (text: string): string =>
  text.replace(COMMENT, (_whole, kept?: string) => kept ?? ' ')

export function importsOf(file: string, text: string): Import[] {
  const code = withoutComments(text)
  return [...code.matchAll(IMPORT)].map(match => {
    const named = match[2] ?? match[4] ?? match[6] ?? ''
    return { from: file, to: named.startsWith('.') ? posix.join(posix.dirname(file), named) : named }
  })
}

export const allImports = (sources: Sources): Import[] =>
  [...sources].flatMap(([file, text]) => importsOf(file, text))

/** Every loop once, as the files on the way; found by walking depth-first and looking for a file still on the path. */
export function loopsIn(sources: Sources): string[][] {
  const next = new Map<string, string[]>()
  for (const { from, to } of allImports(sources))
    if (sources.has(to)) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const loops: string[][] = []
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      loops.push([...path.slice(at), file])
      return
    }
    if (done.has(file)) return
    for (const each of next.get(file) ?? []) walk(each, [...path, file])
    done.add(file)
  }
  for (const file of [...next.keys()].sort()) walk(file, [])
  return loops
}

/** All TypeScript files under the given folders. */
export function readSources(root: string, folders: readonly string[]): Sources {
  const sources = new Map<string, string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'dist') visit(path)
      else if (/\.tsx?$/.test(entry.name)) {
        const name = relative(root, path).split(sep).join('/')
        sources.set(name, readFileSync(path, 'utf8'))
      }
    }
  }
  for (const folder of folders) visit(join(root, folder))
  return sources
}
