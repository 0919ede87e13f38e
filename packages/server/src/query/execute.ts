/** The executors of prepared queries, as the endpoints see them. */

import type { RowLimit } from '../access/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Prepared } from './prepare.ts'
import type { RunWatch } from './query-run.ts'
import type { Running } from './result.ts'

type Chosen = RunWatch['chosen']

/**
 * Every executor gives rows that ask for no order in the order of `plan/row-order.ts`: by `commit_number` across EHRs where
 * `isDocumentwise(query.from)`, else by EHR (`created_at`, `ehr_id`) and inside each as the reference evaluator does.
 * Versions of kind EHR_ACCESS and EPISODE are no documents to a query. `NOW()` is one instant for all rows.
 */
export interface Executor {
  /**
   * `chosen` is told who runs the query, before the work begins. Ends early, with the work in the database, when the signal is
   * aborted. Throws `query.timeout` at the time limit, whether in `run` itself or while the rows are read, and `query.too_many`
   * if too many of this member wait (`memberIdOf`).
   */
  run(prepared: Prepared, signal: AbortSignal, memberId: string, chosen?: Chosen): Promise<Running>
  /** The stages of the plan and the SQL, as text for people. */
  explain(prepared: Prepared): Promise<string>
  /** The same for a caller with limited rights: records out of their reach are not there. */
  limitedTo(limit: RowLimit): Executor
  /** Runs queries of parties, and no others: of all parties, or of those within a limit. */
  ofParties(limit: RowLimit | undefined): Executor
  close(): Promise<void>
}

/** An executor that runs some queries, and says of the others that it does not: `undefined`, before any work is done. */
export interface PartialExecutor {
  run(
    prepared: Prepared,
    signal: AbortSignal,
    memberId: string,
    chosen?: Chosen,
  ): Promise<Running | undefined>
  /** For a query that it does not run, why not. */
  explain(prepared: Prepared): Promise<{ readonly runs: boolean; readonly text: string }>
  limitedTo(limit: RowLimit): PartialExecutor
  ofParties(limit: RowLimit | undefined): PartialExecutor
  close(): Promise<void>
}

/** The first where it can, else the second, which can always. */
export const firstOf = (first: PartialExecutor, second: Executor): Executor => ({
  run: async (...asked) => (await first.run(...asked)) ?? (await second.run(...asked)),
  explain: async prepared => {
    const { runs, text } = await first.explain(prepared)
    return runs ? text : `${text}\n\n${await second.explain(prepared)}`
  },
  limitedTo: limit => firstOf(first.limitedTo(limit), second.limitedTo(limit)),
  ofParties: limit => firstOf(first.ofParties(limit), second.ofParties(limit)),
  close: async () => {
    await Promise.all([first.close(), second.close()])
  },
})

/** Rights on records say nothing about parties: a query of parties runs by `ofParties` alone, whoever hands it over. */
export const ofRecords = (executor: Executor): Executor => ({
  ...executor,
  run: async (prepared, ...rest) => {
    if (prepared.form.isOfParties)
      throw new Refusal(
        'query.of_parties',
        'This operation takes a query of EHRs, and this one is of parties.',
      )
    return executor.run(prepared, ...rest)
  },
  limitedTo: limit => ofRecords(executor.limitedTo(limit)),
})
