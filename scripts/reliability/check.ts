/** A check of reliability or security, and the runs that show it. */
import type { StatementTest } from '../conformance/statement.ts'

export interface Check {
  readonly number: number
  /** The requirement in a few words. */
  readonly subject: string
  /** The work of the tests. Empty where they record figures themselves, with their method. */
  readonly method: string
  /** `file`, or `file: words of a title`. Each must be found in a run, and every test that fits must pass. */
  readonly tests: readonly string[]
  /** Files whose tests record their own figures by `test/hard-use/report.ts`. */
  readonly measuredBy: readonly string[]
}

/** A check that tests show by passing. */
export const passing = (
  number: number,
  subject: string,
  method: string,
  ...tests: readonly string[]
): Check => ({
  number,
  subject,
  method,
  tests,
  measuredBy: [],
})

/** A check whose tests record figures. */
export const measured = (number: number, subject: string, ...measuredBy: readonly string[]): Check => ({
  number,
  subject,
  method: '',
  tests: [],
  measuredBy,
})

const partOf = (test: string): { readonly file: string; readonly words: string } => {
  const [file = '', words = ''] = test.split(/: (.*)/s)
  return { file, words }
}

export const testFilesOf = ({ tests }: Check): string[] => [...new Set(tests.map(test => partOf(test).file))]

export const filesOf = (check: Check): string[] => [...testFilesOf(check), ...check.measuredBy]

export interface Passed {
  readonly number: number
  readonly tests: number
  readonly files: number
}

/** Checks of which a run has all tests, each with one that passed and none that failed. */
export function passedIn(run: readonly StatementTest[], checks: readonly Check[]): Passed[] {
  return checks.flatMap(check => {
    const parts = check.tests.map(test => {
      const { file, words } = partOf(test)
      return run.filter(each => each.file === file && each.name.includes(words))
    })
    const isShown =
      parts.length > 0 &&
      parts.every(part => part.some(({ result }) => result === 'passed')) &&
      parts.every(part => part.every(({ result }) => result !== 'failed'))
    const passed = new Set(parts.flat().filter(({ result }) => result === 'passed'))
    const files = new Set([...passed].map(({ file }) => file))
    return isShown ? [{ number: check.number, tests: passed.size, files: files.size }] : []
  })
}
