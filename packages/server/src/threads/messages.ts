/** Messages between the main thread and a worker thread. */
import type { Failure } from './failure.ts'
import type { Tasks } from './tasks.ts'

export interface ToThread {
  readonly task: keyof Tasks
  readonly input: unknown
}

/** The result of the last task sent: a thread has one task at a time. */
export type FromThread = { readonly output: unknown } | { readonly failure: Failure }
