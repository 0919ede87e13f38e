/** The input and the result of the evaluator. */
import type { RmObject } from '../../rm/index.ts'

/**
 * One EHR: its identity and every version of everything in it. EHR_STATUS, the directory's FOLDER and COMPOSITIONs are
 * all versioned objects and stand together in `versions`.
 */
export interface EhrData {
  readonly ehr_id: string
  readonly system_id: string
  /** ISO 8601 date-time. */
  readonly time_created: string
  /**
   * Canonical JSON of ORIGINAL_VERSION or IMPORTED_VERSION, in the order of their commits, which is the order of
   * rows where a query asks for none. `uid` says which object and which version it is; a deleted version has no
   * `data`. The root object in `data` carries its own `uid`, as it was stored.
   */
  readonly versions: readonly RmObject[]
  /**
   * The versions that the references of the EHR lead to (`ehrLinks`), where `versions` are only some of those that it has. FROM
   * does not search them. Absent: the references lead to `versions`.
   */
  readonly linked?: readonly RmObject[]
}

/** A code that a terminology service names; a code without terminology matches in any. */
export interface TerminologyCode {
  readonly terminology?: string
  readonly code: string
}

export type TerminologyAnswer = string | number | boolean | null | readonly (string | TerminologyCode)[]

/**
 * Answers TERMINOLOGY(operation, service, parameters), and `terminology://service/operation?parameters`. It is asked
 * synchronously and must be pure for the length of one evaluation: whoever has to wait for an answer throws, gets it,
 * and evaluates again.
 */
export type TerminologyFunction = (
  operation: string,
  service: string,
  parameters: string,
) => TerminologyAnswer

export interface EvaluateOptions {
  /** The instant of NOW() and its kin: ISO 8601 date-time with offset, the same for all rows. */
  readonly now: string
  /** Absent: a query that needs it is refused. */
  readonly terminology?: TerminologyFunction
  /** Called for every candidate and every row: whoever has no more time throws in it. */
  readonly tick?: () => void
  /** The EHR in whose context the query runs. Without it, EHRs whose status is not queryable are left out. */
  readonly ehr?: string
  /** The part of the rows that is wanted, counted after TOP and LIMIT. Absent: all. */
  readonly page?: Page
}

export interface Page {
  readonly offset: number
  readonly count: number
}

export interface ResultColumn {
  /** The alias, else `#` and the column's position from 0. */
  readonly name: string
  /** As written, where the column is a path. */
  readonly path?: string
}

/** A cell is a JSON primitive, or an RM object as canonical JSON with `_type`, or null. */
export interface ResultSet {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly unknown[])[]
}
