/** The conformance statement as data: rules, and the tests of a run that show them. */

type Result = 'passed' | 'failed' | 'skipped'

export interface StatementTest {
  readonly file: string
  /** The titles from the outermost to the test; empty where all tests of a file count. */
  readonly name: string
  readonly result: Result
}

export interface StatementRule {
  readonly id: string
  readonly sentence: string
  readonly source: string
  readonly result: 'shown' | 'failed' | 'not shown'
  readonly tests: readonly StatementTest[]
}

export interface StatementPart {
  readonly id: string
  readonly title: string
  readonly rules: readonly StatementRule[]
}

export interface ConformanceStatement {
  readonly product: string
  readonly version: string
  /** Undefined until a run was recorded. */
  readonly run?: {
    readonly date: string
    readonly node: string
    readonly tests: number
    readonly passed: number
    readonly failed: number
    readonly skipped: number
  }
  readonly parts: readonly StatementPart[]
}
