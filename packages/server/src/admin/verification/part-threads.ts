/** Threads that check parts of the records, several at once: signatures and comparisons take processor time. */
import { errorOf, type Failure, startWorker } from '../../threads/index.ts'
import type { CheckedPart, CheckPart, TellVersions } from './part.ts'

export interface PartWorkerStart {
  readonly databaseUrl: string
  readonly isDistributed: boolean
  readonly stateKey: Uint8Array
}

/** The digits of a part are sent to a thread, which answers with these. */
export type FromPartWorker =
  | { readonly kind: 'versions'; readonly versions: number }
  | { readonly kind: 'part'; readonly part: CheckedPart }
  | { readonly kind: 'failed'; readonly failure: Failure }

const MEMORY_MB = 512

interface Job {
  readonly told: TellVersions
  readonly done: (part: CheckedPart) => void
  readonly failed: (error: Error) => void
}

interface Thread {
  readonly check: CheckPart
  end(): Promise<unknown>
}

function startThread(workerData: PartWorkerStart): Thread {
  let job: Job | undefined
  const worker = startWorker(new URL('./part-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  worker.on('message', (message: FromPartWorker) => {
    if (message.kind === 'versions') job?.told(message.versions)
    else if (message.kind === 'part') job?.done(message.part)
    else job?.failed(errorOf(message.failure))
  })
  worker.on('error', error => job?.failed(error))
  worker.on('exit', () => job?.failed(new Error('A thread of the verification ended.')))
  return {
    check: (digits, told) =>
      new Promise((done, failed) => {
        job = { told, done, failed }
        worker.postMessage(digits)
      }),
    end: () => worker.terminate(),
  }
}

export interface PartThreads {
  readonly checks: readonly CheckPart[]
  close(): Promise<void>
}

export function startPartThreads(count: number, workerData: PartWorkerStart): PartThreads {
  const threads = Array.from({ length: count }, () => startThread(workerData))
  return {
    checks: threads.map(({ check }) => check),
    close: async () => {
      await Promise.all(threads.map(({ end }) => end()))
    },
  }
}
