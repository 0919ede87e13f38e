/** Writes the result of each test of a run to a file, a line of JSON for each, beside the calls that the tests made. */
import { appendFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { TestsStream } from 'node:test'
import type { StatementTest } from './statement.ts'

interface Reported {
  readonly name: string
  readonly nesting: number
  readonly file?: string
  readonly skip?: string | boolean
  readonly todo?: string | boolean
  readonly details?: { readonly type?: string }
}

const SEPARATOR = ' > '

/** The titles around a test come before it, level by level, file by file. */
export function recordResults(events: TestsStream, root: string, target: string): void {
  const titles = new Map<string, string[]>()
  events.on('test:start', ({ name, nesting, file = '' }: Reported) => {
    titles.set(file, [...(titles.get(file) ?? []).slice(0, nesting), name])
  })
  const write = (result: StatementTest['result']) => (reported: Reported) => {
    const { name, nesting, file = '', skip, todo, details } = reported
    // A suite says no more than its tests.
    if (name === file || file === '' || details?.type === 'suite') return
    const outer = (titles.get(file) ?? []).slice(0, nesting)
    const line: StatementTest = {
      file: relative(root, file).replaceAll(sep, '/'),
      name: [...outer, name].join(SEPARATOR),
      result: skip === undefined && todo === undefined ? result : 'skipped',
    }
    appendFileSync(target, `${JSON.stringify(line)}\n`)
  }
  events.on('test:pass', write('passed'))
  events.on('test:fail', write('failed'))
}
