/** A worker thread as the main thread sees it: jobs go in, rows come out, and it can be ended whatever it is doing. */
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
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

export const startThread = (needs: ThreadNeeds): Thread => new WorkerThread(needs)

class WorkerThread implements Thread {
  readonly #needs: ThreadNeeds
  readonly #shared = new Int32Array(new SharedArrayBuffer(8))
  readonly #answers: MessagePort
  readonly #worker: Worker
  #count = 0
  #current: Current | undefined
  alive = true

  constructor(needs: ThreadNeeds) {
    const { databaseUrls, isDistributed, memory } = needs
    const { port1, port2 } = new MessageChannel()
    const workerData: WorkerStart = { databaseUrls, isDistributed, shared: this.#shared, answers: port2 }
    this.#needs = needs
    this.#answers = port1
    this.#worker = startWorker(new URL('./worker.ts', import.meta.url), {
      workerData,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    this.#worker.unref()
    this.#worker.on('message', (message: FromWorker) => this.#hear(message))
    this.#worker.on('error', error => this.#gone(deathOf(error)))
    this.#worker.on('exit', () => this.#gone(new Error('A query thread ended.')))
  }

  run(what: Job, listener: Listener): RunningJob {
    let close = () => {}
    const over = new Promise<void>(done => {
      close = done
    })
    this.#count += 1
    const { deadline, server } = what
    const job: Current = { number: this.#count, deadline, server, listener, over, close, pid: 0 }
    this.#current = job
    this.#say({ kind: 'run', job: job.number, what })
    return { more: () => this.#say({ kind: 'more', job: job.number }), end: () => this.#end(job) }
  }

  async close(): Promise<void> {
    if (this.#current) await this.#end(this.#current)
    this.alive = false
    await this.#worker.terminate()
  }

  #say(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromWorker): void {
    const current = this.#current
    if (!current || message.job !== current.number) return
    if (message.kind === 'begun') {
      current.pid = message.pid
      current.listener.begun()
    } else if (message.kind === 'rows') current.listener.rows(message.rows, message.ehrs)
    else if (message.kind === 'ask') void this.#answer(current, message.question)
    else if (message.kind === 'failed') this.#settle(errorOf(message.failure))
    else this.#settle(undefined, message.ending)
  }

  async #answer({ number, deadline }: Current, question: Question): Promise<void> {
    const to = addressOf(number, question)
    const found = await this.#needs.terminology(question, deadline).then(
      value => ({ to, answer: value }),
      error => ({ to, failure: failureOf(error) }),
    )
    this.#answers.postMessage(found)
    Atomics.add(this.#shared, ANSWERED, 1)
    Atomics.notify(this.#shared, ANSWERED)
  }

  #settle(error?: Error, ending?: Ending): void {
    const job = this.#current
    this.#current = undefined
    job?.close()
    job?.listener.over(error, ending)
  }

  #gone(error: Error): void {
    this.alive = false
    this.#answers.close()
    const { pid, server } = this.#current ?? { pid: 0, server: 0 }
    if (pid) void this.#needs.cancel(server, pid, 'connection').catch(() => {})
    this.#settle(error)
  }

  async #end(job: Current): Promise<void> {
    if (this.#current !== job) return
    Atomics.store(this.#shared, ENDING, job.number)
    Atomics.notify(this.#shared, ANSWERED)
    this.#say({ kind: 'end', job: job.number })
    if ((await Promise.race([job.over, after(ASK_DATABASE_MS)])) !== 'late') return
    if (job.pid) await this.#needs.cancel(job.server, job.pid, 'statement').catch(() => {})
    if ((await Promise.race([job.over, after(GIVE_UP_MS)])) !== 'late') return
    await this.#worker.terminate()
  }
}

function deathOf(error: Error & { readonly code?: string }): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error
}
