/** Threads that check parts of the records and of the audit trail, several at once: signatures and comparisons take processor time. */
import type { CheckedSeals, SealRange } from '../../audit/index.ts'
import { errorOf, type Failure, startWorker } from '../../threads/index.ts'
import type { Checker } from './checker.ts'
import type { CheckedPart } from './part.ts'

export interface PartWorkerStart {
  readonly databaseUrl: string
  readonly isDistributed: boolean
  readonly stateKey: Uint8Array
}

/** The digits of a part of the records, or seals of the audit trail. */
export type ToPartWorker = string | SealRange

export type FromPartWorker =
  | { readonly kind: 'checked'; readonly count: number }
  | { readonly kind: 'done'; readonly result: CheckedPart | CheckedSeals }
  | { readonly kind: 'failed'; readonly failure: Failure }

const MEMORY_MB = 512

interface Job {
  readonly told: (count: number) => void
  readonly done: (result: CheckedPart | CheckedSeals) => void
  readonly failed: (error: Error) => void
}

interface Thread extends Checker {
  end(): Promise<unknown>
}

function startThread(workerData: PartWorkerStart): Thread {
  let job: Job | undefined
  const worker = startWorker(new URL('./part-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  worker.on('message', (message: FromPartWorker) => {
    if (message.kind === 'checked') job?.told(message.count)
    else if (message.kind === 'done') job?.done(message.result)
    else job?.failed(errorOf(message.failure))
  })
  worker.on('error', error => job?.failed(error))
  worker.on('exit', () => job?.failed(new Error('A thread of the verification ended.')))
  const ask = (message: ToPartWorker, told: Job['told']) =>
    new Promise<CheckedPart | CheckedSeals>((done, failed) => {
      job = { told, done, failed }
      worker.postMessage(message)
    })
  return {
    records: (digits, told) => ask(digits, told) as Promise<CheckedPart>,
    seals: (range, told) => ask(range, told) as Promise<CheckedSeals>,
    end: () => worker.terminate(),
  }
}

export interface PartThreads {
  readonly checkers: readonly Checker[]
  close(): Promise<void>
}

export function startPartThreads(count: number, workerData: PartWorkerStart): PartThreads {
  const threads = Array.from({ length: count }, () => startThread(workerData))
  return {
    checkers: threads,
    close: async () => {
      await Promise.all(threads.map(({ end }) => end()))
    },
  }
}
