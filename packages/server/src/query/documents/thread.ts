/** A worker thread as the main thread sees it: jobs go in, rows come out, and it can be ended whatever it is doing. */
import { MessageChannel } from 'node:worker_threads'
import type { AskTerminology, Question } from '../../terminology/index.ts'
import { errorOf, failureOf, startWorker } from '../../threads/index.ts'
import type { Ending } from '../result.ts'
import type { Job } from './job.ts'
import { ANSWERED, addressOf, ENDING, type FromWorker, type ToWorker, type WorkerStart } from './messages.ts'
import { tooLarge } from './too-large.ts'

export interface ThreadNeeds {
  /** Of the servers to read from, by their numbers. */
  readonly databaseUrls: readonly string[]
  readonly isDistributed: boolean
  /** Heap of the thread in megabytes: a query that needs more is refused, and nothing else suffers. */
  readonly memory: number
  readonly terminology: AskTerminology
  /** Asks a server to stop what a backend does, or to drop the backend. */
  readonly cancel: (server: number, pid: number, how: 'statement' | 'connection') => Promise<void>
}

/** Told of one job. */
interface Listener {
  /** The thread is connected and works. */
  readonly begun: () => void
  readonly rows: (rows: string, ehrs: readonly string[]) => void
  /** Once, with the error if there was one, else with how the page ended; nothing comes after it. */
  readonly over: (error?: Error, ending?: Ending) => void
}

export interface Thread {
  run(job: Job, listener: Listener): RunningJob
  /** False once the thread is gone: another has to be started. */
  readonly alive: boolean
  close(): Promise<void>
}

interface RunningJob {
  /** A piece of rows was taken. */
  more(): void
  /** Resolves when nothing of the job is left, in the thread and in the database. */
  end(): Promise<void>
}

/** Time for a job to end by itself before the database is told to cancel, and before the thread is ended. */
const ASK_DATABASE_MS = 100
const GIVE_UP_MS = 3000

const after = (milliseconds: number) =>
  new Promise<'late'>(done => setTimeout(() => done('late'), milliseconds).unref())

interface Current {
  readonly number: number
  readonly deadline: number
  readonly server: number
  readonly listener: Listener
  readonly over: Promise<void>
  readonly close: () => void
  pid: number
}

export function startThread(needs: ThreadNeeds): Thread {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const { port1: answers, port2 } = new MessageChannel()
  const workerData: WorkerStart = {
    databaseUrls: needs.databaseUrls,
    isDistributed: needs.isDistributed,
    shared,
    answers: port2,
  }
  const worker = startWorker(new URL('./worker.ts', import.meta.url), {
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: needs.memory },
  })
  worker.unref()
  let alive = true
  let count = 0
  let current: Current | undefined

  const say = (message: ToWorker): void => worker.postMessage(message)
  const settle = (error?: Error, ending?: Ending): void => {
    const job = current
    current = undefined
    job?.close()
    job?.listener.over(error, ending)
  }
  const answer = async ({ number, deadline }: Current, question: Question): Promise<void> => {
    const to = addressOf(number, question)
    const found = await needs.terminology(question, deadline).then(
      value => ({ to, answer: value }),
      error => ({ to, failure: failureOf(error) }),
    )
    answers.postMessage(found)
    Atomics.add(shared, ANSWERED, 1)
    Atomics.notify(shared, ANSWERED)
  }
  worker.on('message', (message: FromWorker) => {
    if (!current || message.job !== current.number) return
    if (message.kind === 'begun') {
      current.pid = message.pid
      current.listener.begun()
    } else if (message.kind === 'rows') current.listener.rows(message.rows, message.ehrs)
    else if (message.kind === 'ask') void answer(current, message.question)
    else if (message.kind === 'failed') settle(errorOf(message.failure))
    else settle(undefined, message.ending)
  })
  const gone = (error: Error): void => {
    alive = false
    answers.close()
    const { pid, server } = current ?? { pid: 0, server: 0 }
    if (pid) void needs.cancel(server, pid, 'connection').catch(() => {})
    settle(error)
  }
  worker.on('error', error => gone(deathOf(error)))
  worker.on('exit', () => gone(new Error('A query thread ended.')))

  const end = async (job: Current): Promise<void> => {
    if (current !== job) return
    Atomics.store(shared, ENDING, job.number)
    Atomics.notify(shared, ANSWERED)
    say({ kind: 'end', job: job.number })
    if ((await Promise.race([job.over, after(ASK_DATABASE_MS)])) !== 'late') return
    if (job.pid) await needs.cancel(job.server, job.pid, 'statement').catch(() => {})
    if ((await Promise.race([job.over, after(GIVE_UP_MS)])) !== 'late') return
    await worker.terminate()
  }
  return {
    run: (what, listener) => {
      let close = () => {}
      const over = new Promise<void>(done => {
        close = done
      })
      count += 1
      const { deadline, server } = what
      const job: Current = { number: count, deadline, server, listener, over, close, pid: 0 }
      current = job
      say({ kind: 'run', job: job.number, what })
      return { more: () => say({ kind: 'more', job: job.number }), end: () => end(job) }
    },
    get alive() {
      return alive
    },
    close: async () => {
      if (current) await end(current)
      alive = false
      await worker.terminate()
    },
  }
}

function deathOf(error: Error & { readonly code?: string }): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error
}
