/** What runs a prepared query; the endpoints know no more of it. */
import type { Prepared } from './prepare.ts'
import type { Running } from './result.ts'

export interface Executor {
  /**
   * Ends early, with the work in the database, when the signal is aborted. Throws `query.timeout` at the time limit,
   * whether in `run` itself or while the rows are read.
   */
  run(prepared: Prepared, signal: AbortSignal): Promise<Running>
  /** The stages of the plan and the SQL, as text for people. */
  explain(prepared: Prepared): Promise<string>
  close(): Promise<void>
}
