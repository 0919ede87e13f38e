/**
 * Test files that share a process: to load the server and to warm it up takes longer than most files run. Each file is a suite of its
 * own, so that its hooks stay its own, and what it opened is closed when it ends.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CAN_SHARE_A_PROCESS } from './test-turns.ts'

/** Files that change or measure their process as a whole, by path from the root. */
export const ALONE: readonly string[] = [
  'packages/openehr/src/validate/rm.test.ts', // measures the heap
  'packages/openehr/test/library.test.ts', // changes the working directory
  'test/auth/rate-limit.test.ts', // measures the heap
  'test/hard-use/report.test.ts', // sets an environment variable
  'test/query/threads.test.ts', // measures the heap
  'test/walks.test.ts', // counts the functions that run
  'test/rights/random.long.test.ts', // has the database of random.test.ts, which closes it
]

/** Files of one process: with more of them, one core would wait for the other at the end of a run. */
const MOST_TOGETHER = CAN_SHARE_A_PROCESS ? 30 : 1

/** Short ones last, for the same reason: those of one package take seconds, those of the whole service up to a minute. */
const isOfPackage = (file: string): boolean => file.startsWith('packages/')

export interface TestGroups {
  /** Files to run, each in a process of its own. */
  readonly files: readonly string[]
  remove(): void
}

/** Puts files together that load the same: those of a package, and those of the service. `files` are paths from the root with `/`, in the order of the tree. */
export function groupTests(root: string, files: readonly string[]): TestGroups {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-tests-'))
  const together = files.filter(file => !ALONE.includes(file))
  const groups = [
    ...files.filter(file => ALONE.includes(file)).map(file => [file]),
    ...groupsOf(together.filter(file => !isOfPackage(file))),
    ...groupsOf(together.filter(isOfPackage)),
  ]
  return {
    files: groups.map((group, at) => {
      const path = join(folder, `${at}-${partOf(group[0] ?? '').replaceAll('/', '-')}.mjs`)
      writeFileSync(path, groupText(root, group))
      return path
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** `packages/openehr`, or `test`: its files load the whole server, whichever folder they are in, which takes two seconds. */
const partOf = (file: string): string =>
  isOfPackage(file) ? dirname(file).split('/').slice(0, 2).join('/') : 'test'

/**
 * Groups of one part, dealt like cards: neighbours in the tree are slow or fast together, so that groups of neighbours would take
 * from one minute to six, and a core would wait for the last.
 */
function groupsOf(files: readonly string[]): string[][] {
  return [...new Set(files.map(partOf))].flatMap(part => {
    const ofPart = files.filter(file => partOf(file) === part)
    const count = Math.ceil(ofPart.length / MOST_TOGETHER)
    return Array.from({ length: count }, (_, group) => ofPart.filter((_, at) => at % count === group))
  })
}

const groupText = (root: string, files: readonly string[]): string =>
  [
    `import { runInTurn } from ${JSON.stringify(import.meta.resolve('./test-turns.ts'))}`,
    ...files.map(
      file => `runInTurn(${JSON.stringify(file)}, ${JSON.stringify(pathToFileURL(join(root, file)).href)})`,
    ),
  ].join('\n')
