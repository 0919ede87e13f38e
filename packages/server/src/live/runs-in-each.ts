/** Runs one query in many EHRs at once, each by itself: the charts of patients have the same text. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WalPosition } from '../db/reads/index.ts'
import type { EhrId } from '../ids/index.ts'
import { type CallInput, NotInEach } from '../query/calls/index.ts'
import { openPrepare } from '../query/index.ts'
import type { LivePlan } from './live-plan.ts'
import type { FoundRow } from './row-changes.ts'
import { type RunNeeds, runRows } from './run-rows.ts'
import type { Turns } from './turns.ts'

/** A chart that waits for its rows. */
interface WaitingChart {
  /** Called when the run begins, so that changes until then are in it. */
  readonly begin: () => { readonly ehrId: EhrId; readonly after: WalPosition | undefined }
  readonly done: (rows: readonly FoundRow[] | undefined) => void
}

export interface RunsInEach {
  /** Undefined: the query has to be run in the EHR alone. */
  rowsOf(begin: WaitingChart['begin']): Promise<readonly FoundRow[] | undefined>
}

export interface SharedRuns extends RunsInEach {
  /** Called at the end; again, it does nothing. */
  leave(): void
}

/** Most EHRs of one run, and EHRs that cost as much as a run. */
const [MOST_EHRS, EHRS_OF_A_RUN] = [100, 10]

/** Rows of an EHR that come with those of others. */
const MOST_ROWS = 200

const MEMBER = 'live queries'

export interface EachNeeds extends RunNeeds {
  readonly inTurn: Turns['take']
  readonly ran: (plan: LivePlan) => void
  readonly signal: AbortSignal
}

/** The call without its EHR. */
function callWithoutEhr({ parameters, ...call }: CallInput): CallInput {
  const { ehr_id: _, ...typed } = parameters.typed
  return { ...call, ehrId: undefined, parameters: { ...parameters, typed } }
}

const prepareEach = openPrepare({ defaultFetch: MOST_ROWS, maxFetch: MOST_ROWS })

function openRunsInEach(needs: EachNeeds, plan: LivePlan, given: CallInput): RunsInEach {
  const { inTurn, ran, signal } = needs
  const call = callWithoutEhr(given)
  const ofEach: LivePlan = { ...plan, q: plan.each ?? plan.q, hasEhrCell: true }
  const waiting: WaitingChart[] = []
  let isRunning = false
  let isOneByOne = false

  const runIn = async (charts: readonly WaitingChart[]): Promise<void> => {
    const begun = charts.map(({ begin }) => begin())
    const found = new Map<string, FoundRow[]>(begun.map(({ ehrId }) => [ehrId, []]))
    ran(plan)
    const { rows } = await runRows({ ...needs, prepareFew: prepareEach }, ofEach, call, {
      among: { ehrs: begun.map(({ ehrId }) => ehrId), isEach: true },
      after: begun.at(-1)?.after,
      memberId: MEMBER,
      signal,
    })
    for (const row of rows) found.get(row.ehrId ?? '')?.push(row)
    charts.forEach(({ done }, at) => {
      const own = found.get(begun[at]?.ehrId ?? '')
      done(own && own.length <= MOST_ROWS ? own : undefined)
    })
  }
  const runAll = async (): Promise<void> => {
    isRunning = true
    // The other charts that the same look at the feed concerns come in this turn of the event loop.
    await nextTurn()
    while (waiting.length > 0) {
      let charts: readonly WaitingChart[] = []
      const take = (): number => {
        charts = waiting.splice(0, MOST_EHRS)
        return 1 + Math.floor(charts.length / EHRS_OF_A_RUN)
      }
      try {
        await inTurn(take, () => runIn(charts))
      } catch (error) {
        isOneByOne ||= error instanceof NotInEach
        for (const { done } of charts) done(undefined)
      }
    }
    isRunning = false
  }
  return {
    rowsOf: begin =>
      new Promise(done => {
        if (isOneByOne) return done(undefined)
        waiting.push({ begin, done })
        if (!isRunning) void runAll()
      }),
  }
}

/** By the text of the query, its parameters and the rights of its readers. */
export function openSharedRuns() {
  const known = new Map<string, { readonly runs: RunsInEach; users: number }>()
  return (key: string, needs: EachNeeds, plan: LivePlan, call: CallInput): SharedRuns => {
    const shared = known.get(key) ?? { runs: openRunsInEach(needs, plan, call), users: 0 }
    shared.users += 1
    known.set(key, shared)
    let isIn = true
    return {
      ...shared.runs,
      leave: () => {
        if (!isIn) return
        isIn = false
        shared.users -= 1
        if (shared.users === 0) known.delete(key)
      },
    }
  }
}
