/** A live query of this process: its rows, kept up to date as long as somebody reads them. All readers with the same rights share it. */
import { Problem } from '@cairn-ehr/openehr'
import type { WalPosition } from '../db/reads/index.ts'
import type { TouchedDocument, TouchedEhr } from '../events/index.ts'
import type { EhrId } from '../ids/index.ts'
import type { CallInput } from '../query/calls/index.ts'
import { type DocumentRows, hasRows, type NewDocuments, openDocumentRows } from './document-rows.ts'
import { type LivePlan, mayMeet } from './live-plan.ts'
import type { FoundRow } from './row-changes.ts'
import { RowLog } from './row-log.ts'
import { findQueryable, type RunNeeds, runRows, tooLarge } from './run-rows.ts'
import type { Turns } from './turns.ts'

export interface ResultNeeds extends RunNeeds {
  /** Milliseconds between two runs of a query that is run as a whole, at least. */
  readonly interval: number
  /** Live queries do not take all connections, nor the time that commits need. */
  readonly inTurn: Turns['take']
  readonly failed: (error: unknown) => void
  /** Told of each run. */
  readonly ran: (plan: LivePlan) => void
}

/** A query that takes long is run less often. */
const [TIMES_AS_LONG, LONGEST_INTERVAL_MS] = [5, 60_000]

/** Time between two runs in changed EHRs, by the time that a run takes. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 500]

/** If more EHRs have changed than this, the whole query is run instead. */
const MANY_EHRS = 50

/** A run over all EHRs counts as so many in one. */
const WHOLE_RUNS = 5

const RETRY_MS = 1000

/** The name of live queries among the clients whose queries take turns. */
const CLIENT = 'live queries'

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
  /** Undefined: rows cannot be found in a document alone. */
  readonly #rowsIn: DocumentRows | undefined
  #log: RowLog | undefined
  #failure: Problem | undefined
  /** EHRs to run the query in; `all`: the whole query. */
  #pending: Set<EhrId> | 'all' = new Set()
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
    const { kept, ofDocument } = plan
    this.#rowsIn = kept === 'ehrs' && ofDocument ? openDocumentRows(ofDocument) : undefined
  }

  /** Runs the query for the first time, for a client. `about`: columns and warnings, as JSON. */
  async start(clientId: string, after: WalPosition | undefined, about: string): Promise<void> {
    const { kept } = this.plan
    const { rows, shown } = await runRows(this.#needs, this.plan, this.#call, {
      ehrId: undefined,
      after,
      clientId,
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
  #took(started: number, ehrs: readonly EhrId[] | undefined): void {
    this.#ranAt = performance.now()
    const took = this.#ranAt - started
    const slow = TIMES_AS_LONG * took
    this.#pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, slow))
    if (ehrs) {
      this.#eachMs = took / Math.max(1, ehrs.length)
      return
    }
    this.#wholeMs = took
    this.#ranWholeAt = this.#ranAt
    this.#interval = Math.max(this.#needs.interval, Math.min(LONGEST_INTERVAL_MS, slow))
  }

  /** True if the change may change a row; else the documents that a row may come from. */
  #touchOf({ ehrId, documents, isOther, isReplaced }: TouchedEhr): boolean | readonly TouchedDocument[] {
    const { kept, demand } = this.plan
    if (kept === 'ehr') return ehrId === this.plan.ehrId
    if (demand === undefined || isOther || !this.#log) return true
    const mayGo = kept === 'ehrs' ? this.#log.has(ehrId) : isReplaced
    return mayGo || documents.filter(document => mayMeet(demand, document))
  }

  /** New versions to be read before it is told of the changes: where an EHR has no rows, only these can bring some. */
  documentsIn(touched: readonly TouchedEhr[]): readonly { readonly ehrId: EhrId; readonly commit: number }[] {
    if (!this.#rowsIn) return []
    return touched.flatMap(each => {
      const of = this.#touchOf(each)
      return typeof of === 'boolean' ? [] : of.map(({ commit }) => ({ ehrId: each.ehrId, commit }))
    })
  }

  #isTouchedBy(touched: TouchedEhr, documents: NewDocuments): boolean {
    const of = this.#touchOf(touched)
    const rowsIn = this.#rowsIn
    if (typeof of === 'boolean') return of
    if (!rowsIn) return of.length > 0
    return of.some(({ commit }) => {
      const document = documents.get(commit)
      return document === undefined || hasRows(rowsIn, touched.ehrId, document)
    })
  }

  /** `after`: the state of the database that has these changes. */
  touch(touched: readonly TouchedEhr[], after: WalPosition | undefined, documents: NewDocuments): void {
    if (touched.length > 0) this.#after = after
    for (const each of touched) {
      if (!this.#isTouchedBy(each, documents)) continue
      if (this.plan.kept !== 'ehrs') this.#pending = 'all'
      else if (this.#pending !== 'all') this.#pending.add(each.ehrId)
    }
    if (this.plan.isTimed && performance.now() - this.#ranWholeAt >= this.#interval) this.#pending = 'all'
    this.#schedule()
  }

  get #hasPending(): boolean {
    return this.#pending === 'all' || this.#pending.size > 0
  }

  #schedule(): void {
    const isBusy = this.#isRunning || this.#timer !== undefined || this.#stop.signal.aborted
    if (isBusy || !this.#hasPending || !this.#log) return
    const wait = this.plan.kept === 'query' ? this.#interval : this.#pause
    const due = Math.max(0, this.#ranAt + wait - performance.now())
    this.#timer = setTimeout(() => void this.#runAgain(), due)
  }

  async #runAgain(): Promise<void> {
    this.#timer = undefined
    this.#isRunning = true
    let pending = this.#pending
    const runs = () => {
      // Changes that came while this run waited for its turn are part of it.
      pending = this.#pending
      this.#pending = new Set()
      return this.#ehrsIn(pending)?.length ?? (this.plan.kept === 'ehr' ? 1 : WHOLE_RUNS)
    }
    try {
      await this.#needs.inTurn(runs, () => this.#renew(pending))
    } catch (error) {
      await this.#failed(error, pending)
    }
    this.#isRunning = false
    this.#schedule()
  }

  /** The EHRs to run the query in; undefined: a whole run is shorter. */
  #ehrsIn(pending: ReadonlySet<EhrId> | 'all'): readonly EhrId[] | undefined {
    if (pending === 'all' || pending.size > MANY_EHRS) return undefined
    const [whole = Number.POSITIVE_INFINITY, each = 0] = [this.#wholeMs, this.#eachMs]
    return pending.size * each > whole ? undefined : [...pending]
  }

  async #renew(pending: ReadonlySet<EhrId> | 'all'): Promise<void> {
    const log = this.#log
    if (this.#stop.signal.aborted || !log) return
    const started = performance.now()
    const before = log.number
    const ehrs = this.#ehrsIn(pending)
    if (!ehrs) {
      const { rows, shown } = await this.#run(undefined)
      log.replaceAll(rows, shown)
      this.#took(started, undefined)
    } else {
      log.replace(await this.#runIn(ehrs))
      this.#took(started, ehrs)
    }
    if (log.count > this.#needs.mostRows) throw tooLarge(this.#needs.mostRows)
    if (log.number > before) this.#wake()
  }

  #run(ehrId: EhrId | undefined) {
    this.#needs.ran(this.plan)
    const options = { ehrId, after: this.#after, clientId: CLIENT, signal: this.#stop.signal }
    return runRows(this.#needs, this.plan, this.#call, options)
  }

  async #runIn(ehrs: readonly EhrId[]): Promise<ReadonlyMap<string, readonly FoundRow[]>> {
    const queryable = await findQueryable(this.#needs.db, ehrs)
    const found = new Map<string, readonly FoundRow[]>()
    for (const ehrId of ehrs) {
      const isSeen = queryable.has(ehrId) || this.plan.named.has(ehrId)
      found.set(ehrId, isSeen ? (await this.#run(ehrId)).rows : [])
    }
    return found
  }

  /** Errors that pass leave the rows as they were, until the query can be run again. */
  async #failed(error: unknown, pending: ReadonlySet<EhrId> | 'all'): Promise<void> {
    if (this.#stop.signal.aborted) return
    if (error instanceof Problem && !PASSING.has(error.code)) {
      this.#failure = error
      this.#stop.abort()
      this.#wake()
      return
    }
    this.#needs.failed(error)
    if (pending === 'all' || this.#pending === 'all') this.#pending = 'all'
    else for (const ehrId of pending) this.#pending.add(ehrId)
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
    clearTimeout(this.#timer)
    this.#wake()
  }
}
