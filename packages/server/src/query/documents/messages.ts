/** Messages between the main thread and a worker. A worker runs one job at a time; `job` is its number. */
import type { MessagePort } from 'node:worker_threads'
import type { TerminologyAnswer } from '@cairn-ehr/openehr/aql'
import type { Question } from '../../terminology/index.ts'
import type { Failure } from '../../threads/index.ts'
import type { Ending } from '../result.ts'
import type { Job } from './job.ts'

export interface WorkerStart {
  /** Of the servers to read from, by their numbers. */
  readonly databaseUrls: readonly string[]
  readonly isDistributed: boolean
  /** Two numbers that both sides see: `ENDING` and `ANSWERED`. */
  readonly shared: Int32Array
  /** The port for answers to questions: a worker that waits for one receives nothing else. */
  readonly answers: MessagePort
}

/** The number of the last job that is to end, whatever it is doing. */
export const ENDING = 0
/** Grows with every answer. */
export const ANSWERED = 1

export type ToWorker =
  | { readonly kind: 'run'; readonly job: number; readonly what: Job }
  /** A piece was taken: one more is welcome. */
  | { readonly kind: 'more'; readonly job: number }
  /** Look at `ENDING`. */
  | { readonly kind: 'end'; readonly job: number }

export type FromWorker =
  | { readonly kind: 'begun'; readonly job: number; readonly pid: number }
  /** `ehrs`: those that the rows are from, as far as no earlier piece had them. */
  | { readonly kind: 'rows'; readonly job: number; readonly rows: string; readonly ehrs: readonly string[] }
  | { readonly kind: 'ask'; readonly job: number; readonly question: Question }
  | { readonly kind: 'done'; readonly job: number; readonly ending: Ending }
  | { readonly kind: 'failed'; readonly job: number; readonly failure: Failure }

/** `to` is the number of the job and the question, since an answer may come when nobody waits for it any more. */
export type Answer = { readonly to: string } & (
  | { readonly answer: TerminologyAnswer }
  | { readonly failure: Failure }
)

export const addressOf = (job: number, question: Question): string => JSON.stringify([job, ...question])

/** Most pieces that a worker sends ahead of the reader. */
export const AHEAD = 4
