/** The rows of docs/reference/compatibility.md as data. */

/** One habit of other software. */
export interface CompatibilityCase {
  /** The habit: what is written or expected, in Markdown. */
  readonly idiom: string
  /** As it is sent, without backticks. */
  readonly example?: string
  readonly does: string
}

/** A case that a test elsewhere shows. */
interface ShownCase extends CompatibilityCase {
  readonly shownBy: readonly [file: string, titleWords: string]
}

interface Table<Case> {
  /** Absent: the table stands right below the heading of its part. */
  readonly heading?: string
  /** The head of the first column. */
  readonly idioms: string
  readonly cases: readonly Case[]
  /** Habits that are not taken, with the reason. */
  readonly notTaken?: string
}

/** A table whose rows name their tests, or a table whose cases one test file runs. */
export type CompatibilityTable =
  | (Table<ShownCase> & { readonly runBy?: undefined })
  | (Table<CompatibilityCase> & { readonly runBy: string })

export interface CompatibilityPart {
  readonly heading: string
  readonly tables: readonly CompatibilityTable[]
}
