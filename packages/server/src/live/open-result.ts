/** From a request to the rows that it reads: the query, the rights of the caller, and the result that others with the same rights share. */
import { limitOf, RIGHTS, type RowLimit } from '../access/index.ts'
import type { Database } from '../db/index.ts'
import type { SelectQuery } from '../definitions/index.ts'
import { type Identity, memberIdOf } from '../http/index.ts'
import { type CallInput, textWarnings, type Warnings } from '../query/calls/index.ts'
import { type Executor, openPrepare } from '../query/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type LivePlan, planLive } from './live-plan.ts'
import type { LiveQueries } from './live-queries.ts'
import { LiveResult } from './live-result.ts'
import { openSharedRuns } from './runs-in-each.ts'

export interface LiveNeeds {
  readonly db: Database
  readonly live: LiveQueries
  readonly executor: Executor
  readonly selectQuery: SelectQuery
  readonly warnings: Warnings
  /** Milliseconds that a reader may take nothing. */
  readonly stall: number
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
  readonly failed: (error: unknown) => void
}

/** The query of a request: its text, or the name of a stored one. */
export type LiveSource =
  | { readonly q: string }
  | { readonly name: string; readonly version: string | undefined }

export interface LiveRequest {
  readonly source: LiveSource
  readonly call: CallInput
  /** The last event that the client has. */
  readonly lastId: string | undefined
}

/** The rows that a reader follows, and by which rights. */
export interface OpenedResult {
  readonly result: LiveResult
  readonly limit: RowLimit | undefined
  /** SHA-256 of the query, by which the audit trail knows it. */
  readonly digest: string
}

/** The rows that a caller may see: those of queries. */
export const liveLimit = ({ rights }: Identity): RowLimit | undefined =>
  rights === undefined ? undefined : limitOf(rights, RIGHTS.runQuery)

export const isSameLimit = (a: RowLimit | undefined, b: RowLimit | undefined): boolean =>
  a?.setting === b?.setting && a?.kind === b?.kind && a?.deidentified === b?.deidentified

/** Patients are assigned without a change of their records. */
const isByAssignment = (limit: RowLimit | undefined): boolean =>
  limit?.setting.includes('"assigned"') === true

/** Changes of EHRs alone are followed. */
const ofParties = (): Refusal =>
  new Refusal('query.of_parties', 'A live query is of EHRs, and this one is of parties.')

/** Rows that come in one round trip. */
const FEW_ROWS = 2000

/** Queries are prepared for all rows that a live query may have. */
export function openResults(needs: LiveNeeds) {
  const { db, live, executor, selectQuery, failed } = needs
  const { mostRows, interval } = live.settings
  const limitsOf = (most: number) => ({ defaultFetch: most, maxFetch: most })
  const [prepareAll, prepareFew] = [openPrepare(limitsOf(mostRows)), openPrepare(limitsOf(FEW_ROWS))]
  const sharedRuns = openSharedRuns()
  const textOf = async (source: LiveSource, limit: RowLimit | undefined): Promise<string> =>
    'q' in source
      ? source.q
      : (await selectQuery(limit ? db.limitedTo(limit) : db, source.name, source.version)).q

  return async (identity: Identity, { source, call }: LiveRequest): Promise<OpenedResult> => {
    const limit = liveLimit(identity)
    const q = await textOf(source, limit)
    const prepared = prepareAll(q, call)
    if (prepared.form.isOfParties) throw ofParties()
    const planned = planLive(prepared, limit?.deidentified === true)
    const plan = { ...planned, isTimed: planned.isTimed || isByAssignment(limit) }
    const warnings = await (limit ? textWarnings : needs.warnings)(prepared)
    const about = `"columns":${JSON.stringify(prepared.form.columns)}${
      warnings.always.length > 0 ? `,"warnings":${JSON.stringify(warnings.always)}` : ''
    }`
    const key = JSON.stringify([q, call.ehrId, call.parameters.typed, limit])
    const make = () => {
      const runNeeds = {
        executor: limit ? executor.limitedTo(limit) : executor,
        prepareAll,
        prepareFew,
        mostRows,
        inTurn: live.inTurn,
        ran: ({ kept }: LivePlan) => live.ran(kept),
      }
      const { ehr_id: _, ...others } = call.parameters.typed
      const eachKey = JSON.stringify([q, others, limit])
      const each =
        plan.each === undefined
          ? undefined
          : sharedRuns(eachKey, { ...runNeeds, signal: needs.stopping }, plan, call)
      return new LiveResult({ ...runNeeds, interval, failed, each }, plan, call)
    }
    const result = await live.join(key, make, (made, after) => made.start(memberIdOf(identity), after, about))
    return { result, limit, digest: prepared.text.digest }
  }
}

export type OpenResult = ReturnType<typeof openResults>
