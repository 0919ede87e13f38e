/** A thread pool for work that would block the event loop; threads start on demand and are kept. */
import type { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal/index.ts'
import { errorOf } from './failure.ts'
import type { FromThread, ToThread } from './messages.ts'
import { startWorker } from './start-worker.ts'
import type { Tasks } from './tasks.ts'

export interface ThreadPool {
  run<Name extends keyof Tasks>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
    /** Tasks of different systems take turns. */
    systemId: string,
  ): Promise<ReturnType<Tasks[Name]>>
  close(): Promise<void>
}

export interface ThreadPoolOptions {
  /** Most threads at once. */
  readonly most: number
  /** Most tasks of one system that wait for a thread. */
  readonly waiting: number
  /** Heap of a thread in megabytes. */
  readonly memory: number
}

interface Job extends ToThread {
  readonly systemId: string
  readonly done: (output: unknown) => void
  readonly failed: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  job: Job | undefined
}

const overloaded = () =>
  new Refusal('service.overloaded', 'Too many large requests are being processed; try again.', [], {
    retryAfter: '2',
  })

const tooLarge = () =>
  new Refusal('request.too_large', 'Reading the data takes more memory than is allowed: send less at once.')

/** Jobs that wait: the system whose last turn is the longest ago has the next one. */
function openTurns(most: number) {
  const waiting = new Map<string, Job[]>()
  return {
    /** Returns false if too many jobs of the system wait. */
    add: (job: Job): boolean => {
      const jobs = waiting.get(job.systemId) ?? []
      if (jobs.length >= most) return false
      jobs.push(job)
      waiting.set(job.systemId, jobs)
      return true
    },
    next: (): Job | undefined => {
      for (const [systemId, jobs] of waiting) {
        waiting.delete(systemId)
        const job = jobs.shift()
        if (jobs.length > 0) waiting.set(systemId, jobs)
        return job
      }
      return undefined
    },
  }
}

export function openThreadPool({ most, waiting, memory }: ThreadPoolOptions): ThreadPool {
  const threads = new Set<Thread>()
  const jobs = openTurns(waiting)

  const give = (thread: Thread, job: Job): void => {
    thread.job = job
    thread.worker.ref()
    thread.worker.postMessage({ task: job.task, input: job.input } satisfies ToThread)
  }
  const next = (thread: Thread): void => {
    const job = jobs.next()
    if (job) give(thread, job)
    // An idle thread does not keep the process alive.
    else thread.worker.unref()
  }
  const start = (): Thread => {
    const worker = startWorker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    const thread: Thread = { worker, job: undefined }
    threads.add(thread)
    worker.on('message', (message: FromThread) => {
      const { job } = thread
      thread.job = undefined
      next(thread)
      if ('output' in message) job?.done(message.output)
      else job?.failed(errorOf(message.failure))
    })
    const gone = (error: Error): void => {
      if (!threads.delete(thread)) return
      thread.job?.failed(error)
      const job = jobs.next()
      if (job) give(start(), job)
    }
    worker.on('error', (error: NodeJS.ErrnoException) =>
      gone(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    )
    worker.on('exit', () => gone(new Error('A thread ended.')))
    return thread
  }
  const idle = (): Thread | undefined => {
    for (const thread of threads) if (!thread.job) return thread
    return threads.size < most ? start() : undefined
  }
  return {
    run: (task, input, systemId) =>
      new Promise((done, failed) => {
        const job: Job = { task, input, systemId, done: done as Job['done'], failed }
        const thread = idle()
        if (thread) give(thread, job)
        else if (!jobs.add(job)) failed(overloaded())
      }),
    close: async () => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
