/** Compositions that a context may find resources in, read by AQL in parts, in the order of the query. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { WalPosition } from '../../db/reads/index.ts'
import { type EhrId, readVersionUid } from '../../ids/index.ts'
import { BARE_CALL, type Executor, type Prepare } from '../../query/index.ts'
import type { ReadyContext } from '../mappings/mapping-set.ts'
import type { VersionOfComposition } from '../resource/resources-of-version.ts'
import type { ContextQuery } from './context-query.ts'

export interface CandidateNeeds {
  readonly executor: Executor
  readonly prepareWhole: Prepare
}

export interface SearchCall {
  readonly patient: EhrId | undefined
  readonly memberId: string
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

/** A composition, and the number of its first row. */
export interface Candidate {
  readonly row: number
  readonly version: VersionOfComposition
  readonly sortKey: string
}

type Row = readonly [ehrId: EhrId, uid: string, committed: string, data: RmObject, key?: unknown]

const identityOf = ([, uid, , , key]: Row): string => `${uid} ${String(key)}`

/** Rows of the same composition and sort key follow each other, and are one candidate. */
export class Candidates {
  readonly context: ReadyContext
  readonly isByTime: boolean
  readonly #needs: CandidateNeeds
  readonly #query: ContextQuery
  readonly #call: SearchCall
  readonly #part: number
  #rows: readonly Row[] = []
  /** The number of the first of `#rows`. */
  #start: number
  #at = 0
  #isLast = false
  #before = ''

  constructor(
    needs: CandidateNeeds,
    context: ReadyContext,
    query: ContextQuery,
    call: SearchCall,
    { row, part }: { readonly row: number; readonly part: number },
  ) {
    this.context = context
    this.isByTime = query.isByTime
    this.#needs = needs
    this.#query = query
    this.#call = call
    this.#start = row
    this.#part = part
  }

  /** The next composition without going past it; undefined at the end. */
  async peek(): Promise<Candidate | undefined> {
    for (;;) {
      for (; this.#at < this.#rows.length; this.#at++) {
        const row = this.#rows[this.#at]
        const id = row && readVersionUid(row[1])
        if (row === undefined || id === undefined || identityOf(row) === this.#before) continue
        const [ehrId, , committed, data, key] = row
        const committedAt = new Date(committed).toISOString()
        const { objectId, version } = id
        return {
          row: this.#start + this.#at,
          version: { ehrId, objectId, version, committedAt, data },
          sortKey: typeof key === 'string' ? key : '',
        }
      }
      if (this.#isLast) return undefined
      await this.#read()
    }
  }

  /** The row of the next composition; a query that has not begun is not run for it. */
  async position(): Promise<number | undefined> {
    return this.#rows.length === 0 && !this.#isLast ? this.#start : (await this.peek())?.row
  }

  /** Goes past the composition that `peek` returned. */
  take(): void {
    const row = this.#rows[this.#at]
    this.#before = row ? identityOf(row) : ''
    this.#at++
  }

  async #read(): Promise<void> {
    const { executor, prepareWhole } = this.#needs
    const { memberId, signal, patient, after } = this.#call
    this.#start += this.#rows.length
    const prepared = prepareWhole(this.#query.q, {
      ...BARE_CALL,
      ehrId: patient,
      offset: this.#start,
      fetch: this.#part,
      parameters: { typed: this.#query.parameters, untyped: {} },
      after,
    })
    const { rows } = await executor.run(prepared, signal, memberId)
    const read: Row[] = []
    for await (const { json } of rows) read.push(...(JSON.parse(`[${json}]`) as Row[]))
    this.#rows = read
    this.#at = 0
    this.#isLast = read.length < this.#part
  }
}
