/** The tests of `npm run test:tenant`: those that have a server of `test/server.ts`. */
import { fileURLToPath } from 'node:url'
import { importsOf, readSources } from '../test/imports.ts'
import { FILES_LEFT_OUT } from '../test/tenants/left-out.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Paths of tests from the root of the repository, with `/`. */
export function tenantTests(): ReadonlySet<string> {
  const sources = readSources(ROOT, ['test'])
  // Files that only take a free port from it have no server.
  const known = new Map<string, boolean>([['test/server.ts', false]])
  const startsServer = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    const text = sources.get(file) ?? ''
    const starts =
      /\btestServer\(/.test(text) ||
      importsOf(file, text).some(({ to }) => sources.has(to) && startsServer(to))
    known.set(file, starts)
    return starts
  }
  const isTest = (file: string) => file.endsWith('.test.ts') && !Object.hasOwn(FILES_LEFT_OUT, file)
  return new Set([...sources.keys()].filter(file => isTest(file) && startsServer(file)))
}
