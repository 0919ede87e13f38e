/** What the main thread and a thread for tasks say to each other. */
import type { Failure } from './failure.ts'
import type { Tasks } from './tasks.ts'

export interface ToThread {
  readonly task: keyof Tasks
  readonly input: unknown
}

/** Of the task that was sent last: a thread has one at a time. */
export type FromThread = { readonly output: unknown } | { readonly failure: Failure }
