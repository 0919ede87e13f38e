/** Reports the result of each test of a run. */
import type { TestsStream } from 'node:test'
import type { StatementTest } from './statement.ts'

interface Reported {
  readonly name: string
  readonly nesting: number
  readonly skip?: string | boolean
  readonly todo?: string | boolean
  readonly details?: { readonly type?: string }
}

const SEPARATOR = ' > '

/**
 * The titles around a test come before it, level by level; the first one is the file, which `scripts/test-turns.ts` makes a suite of. The
 * runner reports one process after the other.
 */
export function recordResults(events: TestsStream, record: (test: StatementTest) => void): void {
  let titles: readonly string[] = []
  events.on('test:start', ({ name, nesting }: Reported) => {
    titles = [...titles.slice(0, nesting), name]
  })
  const report = (result: StatementTest['result']) => (reported: Reported) => {
    const { name, nesting, skip, todo, details } = reported
    // A suite says no more than its tests.
    if (nesting === 0 || details?.type === 'suite') return
    const [file = '', ...outer] = titles.slice(0, nesting)
    record({
      file,
      name: [...outer, name].join(SEPARATOR),
      result: skip === undefined && todo === undefined ? result : 'skipped',
    })
  }
  events.on('test:pass', report('passed'))
  events.on('test:fail', report('failed'))
}
