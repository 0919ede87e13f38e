/** Exports, imports and verifications that this page runs. They go on while other screens are open, and end with the page. */
import { createStore } from '../../store.ts'
import type { VerificationFault } from './verification-lines.ts'

export interface Job {
  readonly id: number
  readonly kind: 'export' | 'import' | 'verification'
  readonly title: string
  readonly startedAt: Date
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  readonly done: number
  /** Undefined until it is known. */
  readonly total?: number
  readonly message?: string
  readonly rejected?: readonly RejectedLine[]
  /** Of a verification that has ended. */
  readonly faults?: readonly VerificationFault[]
  readonly cancel: () => void
}

export interface RejectedLine {
  readonly line: number
  readonly record: string
  readonly id: string
  readonly reason: string
}

export const jobs = createStore<readonly Job[]>([])

export function addJob(job: Omit<Job, 'id' | 'state' | 'done' | 'startedAt'>): number {
  const id = jobs.get().length + 1
  jobs.set([{ ...job, id, state: 'running', done: 0, startedAt: new Date() }, ...jobs.get()])
  return id
}

export const changeJob = (id: number, change: Partial<Job>): void =>
  jobs.set(jobs.get().map(job => (job.id === id ? { ...job, ...change } : job)))

/** 0 to 100; undefined while the end is not known. */
export function percentOf({ done, total, state }: Pick<Job, 'done' | 'total' | 'state'>): number | undefined {
  if (state === 'done') return 100
  if (total === undefined) return undefined
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
}

export type JobOutcome = Job['state'] | 'faults'

/** A verification that found something is done, and not well. */
export const outcomeOf = ({ state, faults = [] }: Pick<Job, 'state' | 'faults'>): JobOutcome =>
  state === 'done' && faults.length > 0 ? 'faults' : state
