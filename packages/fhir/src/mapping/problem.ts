/** Faults of a run, and its limits: a mapping is written by somebody else, so that none may run without end. */
import { Problem } from '@cairn-ehr/openehr'

export type FhirProblemCode = 'mapping.invalid' | 'mapping.limit' | 'mapping.unfit'

export class FhirProblem extends Problem<FhirProblemCode> {}

export const RUN_LIMITS = { steps: 200_000, depth: 60, elements: 20_000 } as const

/** A step into a list is a search in it: this many elements of the list count as one more step. */
const ELEMENTS_OF_STEP = 256

/** Counts what a run does and ends it at the limits. */
export class Budget {
  readonly #most: number
  #left: number

  constructor(most: number = RUN_LIMITS.steps) {
    this.#most = most
    this.#left = most
  }

  /** `elements`: of the lists that the step searches. */
  spend(mapping: string, elements = 0): void {
    this.#left -= 1 + elements / ELEMENTS_OF_STEP
    if (this.#left < 0)
      throw new FhirProblem('mapping.limit', `The mapping "${mapping}" takes more than ${this.#most} steps`)
  }

  checkDepth(depth: number, mapping: string): void {
    if (depth > RUN_LIMITS.depth)
      throw new FhirProblem(
        'mapping.limit',
        `The mapping "${mapping}" is nested deeper than ${RUN_LIMITS.depth} levels`,
      )
  }
}

/** A value that was mapped: by which mapping, from where, to where. */
export interface Trace {
  readonly mapping: string
  readonly file: string
  readonly line: number
  readonly openehr: string
  readonly fhir: string
  /** The resource of the result that has the value, by its index; absent for a composition. */
  readonly resource?: number
  /** References that were followed to the value; absent without any, and for a resource. */
  readonly via?: readonly string[]
}
