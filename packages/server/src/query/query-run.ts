/** One run of a query as log, metrics and statistics are told of it: never its text, its parameters or its rows. */
import { createHash } from 'node:crypto'
import { Problem } from '@cairn-ehr/openehr'
import type { IndexableValue } from './plan/index-use.ts'

/** SQL alone, or the evaluator over documents. */
type ExecutorName = 'sql' | 'documents'

/** `left`: the client did not wait for the end. */
export const OUTCOMES = ['ok', 'failed', 'timeout', 'left'] as const

export type Outcome = (typeof OUTCOMES)[number]

export interface QueryRun {
  readonly requestId: string
  readonly clientId: string
  /** Name and version of a stored query, or the hash of another. */
  readonly query: string
  readonly isStored: boolean
  /** Its text without literals, for the log of slow queries. */
  readonly shape: () => string
  /** Absent where it ended before one was chosen. */
  readonly executor: ExecutorName | undefined
  readonly outcome: Outcome
  /** The reason of an end that came early: a message about a limit, or the code of another problem. Neither has values of the query. */
  readonly reason?: string | undefined
  /** Rows of the answer; absent where it did not come to its end. */
  readonly rows: number | undefined
  /** Values by which SQL ordered or filtered without an index. */
  readonly indexable: readonly IndexableValue[]
  /** From its start to its last row; the time that the client took to read is not in it. */
  readonly milliseconds: number
}

const LITERAL = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/gs

/** The text without its literals: no value can be read from it. */
export const withoutLiterals = (q: string): string => q.replace(LITERAL, '?').replace(/\s+/g, ' ').trim()

/** Hash of a text without its literals: queries that differ in values only share it. */
export const hashOf = (q: string): string =>
  `adhoc:${createHash('sha256').update(withoutLiterals(q)).digest('hex').slice(0, 16)}`

const OUTCOME_OF_CODE: Readonly<Record<string, Outcome>> = {
  'query.timeout': 'timeout',
  'request.timeout': 'timeout',
  'request.aborted': 'left',
}

const outcomeOf = (error: unknown): Outcome =>
  (error instanceof Problem ? OUTCOME_OF_CODE[error.code] : undefined) ?? 'failed'

function reasonOf(error: unknown): string {
  if (!(error instanceof Problem)) return 'an error of the service'
  return Object.hasOwn(OUTCOME_OF_CODE, error.code) ? error.message : error.code
}

/** Told how a run goes; only the first end counts. */
export interface RunWatch {
  /** `indexable`: values by which it orders or filters without an index. */
  chosen(executor: ExecutorName, indexable?: readonly IndexableValue[]): void
  /** `paused`: milliseconds that the reader took. */
  ended(rows: number, paused: number): void
  failed(error: unknown, paused: number): void
  left(paused: number): void
}

export type StartedQuery = Pick<QueryRun, 'requestId' | 'clientId' | 'query' | 'isStored' | 'shape'>

const NO_VALUES: readonly IndexableValue[] = []

export function watchRun(started: StartedQuery, observe: (run: QueryRun) => void): RunWatch {
  const startedAt = performance.now()
  let executor: ExecutorName | undefined
  let indexable = NO_VALUES
  let isOver = false
  const over = (outcome: Outcome, rows: number | undefined, paused: number, reason?: string): void => {
    if (isOver) return
    isOver = true
    const milliseconds = Math.round((performance.now() - startedAt - paused) * 1000) / 1000
    const { requestId, clientId, query, isStored, shape } = started
    // Every member is named: to spread them takes 9 µs.
    observe({
      requestId,
      clientId,
      query,
      isStored,
      shape,
      executor,
      outcome,
      reason,
      rows,
      indexable,
      milliseconds,
    })
  }
  return {
    chosen: (name, values = NO_VALUES) => {
      executor = name
      indexable = values
    },
    ended: (rows, paused) => over('ok', rows, paused),
    failed: (error, paused) => over(outcomeOf(error), undefined, paused, reasonOf(error)),
    left: paused => over('left', undefined, paused),
  }
}
