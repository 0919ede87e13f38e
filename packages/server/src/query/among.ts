/** The EHRs, or versions, that a call narrows a query of all EHRs to. */
import type { EhrId } from '../ids/index.ts'

/** Some of the EHRs that the query sees. */
export interface Among {
  readonly ehrs: readonly EhrId[]
  /** Only these versions in them, for a query whose rows are of one version each. */
  readonly commits?: readonly number[]
  /**
   * The query is run in each of these EHRs, as a call that names the EHR runs it: ORDER BY, LIMIT and `fetch` are of each. Its last column is the id
   * of the EHR, by which the caller tells the rows apart. One statement of SQL does it, or nobody.
   */
  readonly isEach?: boolean
}

/** The query cannot be run in many EHRs by one statement. */
export class NotInEach extends Error {}
