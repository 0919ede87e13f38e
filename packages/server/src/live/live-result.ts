/** A live query of this process: its rows, kept up to date as long as somebody reads them. All readers with the same rights share it. */
import { Problem } from '@cairn-ehr/openehr'
import type { WalPosition } from '../db/reads/index.ts'
import type { TouchedDocument, TouchedEhr } from '../events/index.ts'
import type { Among, CallInput } from '../query/calls/index.ts'
import { type LivePlan, mayMeet } from './live-plan.ts'
import { PendingChanges } from './pending-changes.ts'
import type { FoundRow } from './row-changes.ts'
import { RowLog } from './row-log.ts'
import { type RunNeeds, runRows, tooLarge } from './run-rows.ts'
import type { SharedRuns } from './runs-in-each.ts'
import type { Turns } from './turns.ts'

export interface ResultNeeds extends RunNeeds {
  /** Milliseconds between two runs of a query that is run as a whole, at least. */
  readonly interval: number
  /** Live queries do not take all connections, nor the time that commits need. */
  readonly inTurn: Turns['take']
  readonly failed: (error: unknown) => void
  /** Of charts of the same text; undefined: the query is run by itself. */
  readonly each: SharedRuns | undefined
  /** Told of each run. */
  readonly ran: (plan: LivePlan) => void
}

/** A whole query takes a twentieth of the time at most, so one that takes long is run less often. */
const [TIMES_AS_LONG, LONGEST_INTERVAL_MS] = [20, 60_000]

/** Time between two runs in changed EHRs: five times as long as a run takes, within these bounds. */
const [PAUSES_AS_LONG, SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 50, 500]

/** If more EHRs have changed than this, the whole query is run instead. */
const MANY_EHRS = 500

/** A run over all EHRs counts as so many runs in a few. */
const WHOLE_RUNS = 5

const RETRY_MS = 1000

/** The name of live queries among the clients whose queries take turns. */
const MEMBER = 'live queries'

/** Problems that pass; all others end the query. */
const PASSING: ReadonlySet<string> = new Set([
  'query.too_many',
  'query.overloaded',
  'query.terminology_failed',
])

export class LiveResult {
  readonly plan: LivePlan
  readonly #needs: ResultNeeds
  readonly #call: CallInput
  readonly #stop = new AbortController()
  readonly #waiting = new Set<() => void>()
  #log: RowLog | undefined
  #failure: Problem | undefined
  #pending = new PendingChanges()
  #after: WalPosition | undefined
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  /** Time between two runs as a whole: at least that of the setting. */
  #interval: number
  #pause = SHORTEST_PAUSE_MS
  /** Milliseconds of the last whole run, and of the last run in one EHR. */
  #wholeMs: number | undefined
  #eachMs: number | undefined
  #ranAt = 0
  #ranWholeAt = 0
  readers = 0

  constructor(needs: ResultNeeds, plan: LivePlan, call: CallInput) {
    this.#needs = needs
    this.plan = plan
    this.#call = call
    this.#interval = needs.interval
  }

  /** Runs the query for the first time, for a client. `about`: columns and warnings, as JSON. */
  async start(memberId: string, after: WalPosition | undefined, about: string): Promise<void> {
    const { kept } = this.plan
    const { rows, shown } = await runRows(this.#needs, this.plan, this.#call, {
      among: undefined,
      after,
      memberId,
      signal: this.#stop.signal,
    })
    this.#ranAt = performance.now()
    this.#ranWholeAt = this.#ranAt
    const named = kept === 'query' || this.plan.isTimed ? `,"interval_ms":${this.#needs.interval}` : ''
    this.#log = new RowLog(kept !== 'ehrs', `"kept":"${kept}"${named},${about}`)
    this.#log.replaceAll(rows, shown)
    this.#schedule()
  }

  /** Sets the time until the next run. The first run does not count: it may have waited for connections, plans and threads. */
  #took(started: number, ehrs: number | 'whole'): void {
    this.#ranAt = performance.now()
    const took = this.#ranAt - started
    this.#pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, PAUSES_AS_LONG * took))
    if (ehrs !== 'whole') {
      if (ehrs > 0) this.#eachMs = took / ehrs
      return
    }
    this.#wholeMs = took
    this.#ranWholeAt = this.#ranAt
    this.#interval = Math.max(this.#needs.interval, Math.min(LONGEST_INTERVAL_MS, TIMES_AS_LONG * took))
  }

  /** True if the change may change a row; else the documents that a row may come from. */
  #touchOf({ ehrId, documents, isOther, isReplaced }: TouchedEhr): boolean | readonly TouchedDocument[] {
    const { kept, demand } = this.plan
    if (demand === undefined || isOther || !this.#log) return true
    const mayGo = kept === 'ehrs' ? this.#log.has(ehrId) : isReplaced
    return mayGo || documents.filter(document => mayMeet(demand, document))
  }

  #add(touched: TouchedEhr): void {
    const of = this.#touchOf(touched)
    if (typeof of === 'boolean' ? !of : of.length === 0) return
    const { kept, ofDocument } = this.plan
    const isOfVersions = typeof of !== 'boolean' && ofDocument !== undefined
    if (kept !== 'ehrs') this.#pending.addWhole()
    else this.#pending.addEhr(touched.ehrId, isOfVersions ? of.map(({ commit }) => commit) : undefined)
  }

  /** `after`: the state of the database that has these changes. */
  touch(touched: ReadonlyMap<string, TouchedEhr>, after: WalPosition | undefined): void {
    const { kept, ehrId = '' } = this.plan
    if (touched.size > 0) this.#after = after
    if (kept === 'ehr') {
      if (touched.has(ehrId)) this.#pending.addWhole()
    } else for (const each of touched.values()) this.#add(each)
    if (this.plan.isTimed && performance.now() - this.#ranWholeAt >= this.#interval) this.#pending.addWhole()
    this.#schedule()
  }

  #schedule(): void {
    const isBusy = this.#isRunning || this.#timer !== undefined || this.#stop.signal.aborted
    if (isBusy || this.#pending.isEmpty || !this.#log) return
    const wait = this.plan.kept === 'query' ? this.#interval : this.#pause
    const due = Math.max(0, this.#ranAt + wait - performance.now())
    this.#timer = setTimeout(() => void this.#runAgain(), due)
  }

  async #runAgain(): Promise<void> {
    this.#timer = undefined
    this.#isRunning = true
    const pending = new PendingChanges()
    // Called when the turn has come: changes that came while the run waited are part of it.
    const take = () => {
      pending.addAll(this.#pending)
      this.#pending = new PendingChanges()
    }
    const runs = () => {
      take()
      return this.plan.kept !== 'ehr' && this.#partsOf(pending) === undefined ? WHOLE_RUNS : 1
    }
    try {
      if (!(await this.#renewWithOthers(take))) await this.#needs.inTurn(runs, () => this.#renew(pending))
    } catch (error) {
      await this.#failed(error, pending)
    }
    this.#isRunning = false
    this.#schedule()
  }

  /** Returns false if the query has to be run by itself. */
  async #renewWithOthers(take: () => void): Promise<boolean> {
    const { ehrId } = this.plan
    const { each } = this.#needs
    if (!each || ehrId === undefined) return false
    const begin = () => {
      take()
      return { ehrId, after: this.#after }
    }
    const rows = await each.rowsOf(begin)
    const log = this.#log
    if (!rows || !log) return false
    this.#ranAt = performance.now()
    this.#ranWholeAt = this.#ranAt
    if (!this.#stop.signal.aborted) this.#show(log, () => log.replaceAll(rows, undefined))
    return true
  }

  /** Undefined: a whole run is shorter. */
  #partsOf(pending: PendingChanges): ReturnType<PendingChanges['parts']> | undefined {
    if (pending.isWhole) return undefined
    const parts = pending.parts(ehrId => this.#log?.has(ehrId) === true)
    const count = parts.ehrs.length
    const [whole = Number.POSITIVE_INFINITY, each = 0] = [this.#wholeMs, this.#eachMs]
    return count > MANY_EHRS || count * each > whole ? undefined : parts
  }

  async #renew(pending: PendingChanges): Promise<void> {
    const log = this.#log
    if (this.#stop.signal.aborted || !log) return
    const started = performance.now()
    const parts = this.#partsOf(pending)
    if (!parts) {
      const { rows, shown } = await this.#run(undefined)
      this.#took(started, 'whole')
      this.#show(log, () => log.replaceAll(rows, shown))
      return
    }
    const { ehrs, versions } = parts
    const found = new Map([...(await this.#runAmong({ ehrs })), ...(await this.#runAmong(versions))])
    this.#took(started, ehrs.length)
    this.#show(log, () => log.replace(found))
  }

  #show(log: RowLog, replace: () => void): void {
    const before = log.number
    replace()
    if (log.count > this.#needs.mostRows) throw tooLarge(this.#needs.mostRows)
    if (log.number > before) this.#wake()
  }

  #run(among: Among | undefined) {
    this.#needs.ran(this.plan)
    const options = { among, after: this.#after, memberId: MEMBER, signal: this.#stop.signal }
    return runRows(this.#needs, this.plan, this.#call, options)
  }

  /** The rows of each of these EHRs. */
  async #runAmong(among: Among): Promise<ReadonlyMap<string, readonly FoundRow[]>> {
    const found = new Map<string, FoundRow[]>(among.ehrs.map(ehrId => [ehrId, []]))
    if (found.size === 0) return found
    for (const row of (await this.#run(among)).rows) found.get(row.ehrId ?? '')?.push(row)
    return found
  }

  /** Errors that pass leave the rows as they were, until the query can be run again. */
  async #failed(error: unknown, pending: PendingChanges): Promise<void> {
    if (this.#stop.signal.aborted) return
    if (error instanceof Problem && !PASSING.has(error.code)) {
      this.#failure = error
      this.#stop.abort()
      this.#wake()
      return
    }
    this.#needs.failed(error)
    this.#pending.addAll(pending)
    await new Promise(done => setTimeout(done, RETRY_MS))
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  /** Throws once the query has failed for good. */
  get log(): RowLog {
    if (this.#failure) throw this.#failure
    if (!this.#log) throw new Error('a live query is read before it was run')
    return this.#log
  }

  /** Resolves when there are rows after a change, when the query has failed, after `milliseconds`, or when the signal is aborted. */
  until(number: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise(done => {
      const end = (): void => {
        clearTimeout(late)
        signal.removeEventListener('abort', end)
        this.#waiting.delete(end)
        done()
      }
      const late = setTimeout(end, milliseconds)
      if (signal.aborted || this.#failure || this.#log?.number !== number) return end()
      signal.addEventListener('abort', end)
      this.#waiting.add(end)
    })
  }

  get isOver(): boolean {
    return this.#stop.signal.aborted
  }

  close(): void {
    this.#stop.abort()
    this.#needs.each?.leave()
    clearTimeout(this.#timer)
    this.#wake()
  }
}
