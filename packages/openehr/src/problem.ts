/** Findings are returned, all of them. A problem is thrown, with a stable code, where a call has no answer. */

/** Every code that a function of this library throws. A code is never renamed or reused. */
export const PROBLEM_CODES = [
  'id.malformed',
  'time.malformed',
  'path.malformed',
  'json.malformed',
  'xml.malformed',
  'format.invalid',
  'template.invalid',
  'template.unsatisfiable',
  'aql.malformed',
  'aql.invalid',
] as const

export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** One thing that is wrong with data: its path, the broken rule, and a sentence that a person can act on. */
export interface Finding {
  /** An openEHR path, a FLAT path, or an XML path, by the format of the data. */
  readonly path: string
  /** Beside a FLAT path: the same place as a path of the reference model. */
  readonly rm_path?: string
  /** The rule that was broken, such as `occurrences.lower` or `C_DV_QUANTITY.units`. */
  readonly code: string
  readonly message: string
  readonly found?: string
  readonly expected?: string
  /** Line and column in the text that was read, where the format keeps them. */
  readonly line?: number
  readonly column?: number
}

/** Texts for programs beside the sentence, such as the id of the latest version. */
export type Facts = Readonly<Record<string, string>>

/** A call that cannot be answered. It knows nothing of HTTP: the server gives each code its status. */
export class Problem<Code extends string = ProblemCode> extends Error {
  readonly code: Code
  readonly findings: readonly Finding[]
  readonly facts: Facts

  constructor(code: Code, message: string, findings: readonly Finding[] = [], facts: Facts = {}) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.findings = findings
    this.facts = facts
  }
}
