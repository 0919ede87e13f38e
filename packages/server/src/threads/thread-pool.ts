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
  ): Promise<ReturnType<Tasks[Name]>>
  close(): Promise<void>
}

export interface ThreadPoolOptions {
  /** Most threads at once. */
  readonly most: number
  /** Most tasks that wait for a thread. */
  readonly waiting: number
  /** Heap of a thread in megabytes. */
  readonly memory: number
}

interface Job extends ToThread {
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

export function openThreadPool({ most, waiting, memory }: ThreadPoolOptions): ThreadPool {
  const threads = new Set<Thread>()
  const jobs: Job[] = []

  const give = (thread: Thread, job: Job): void => {
    thread.job = job
    thread.worker.ref()
    thread.worker.postMessage({ task: job.task, input: job.input } satisfies ToThread)
  }
  const next = (thread: Thread): void => {
    const job = jobs.shift()
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
      const job = jobs.shift()
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
    run: (task, input) =>
      new Promise((done, failed) => {
        const job: Job = { task, input, done: done as Job['done'], failed }
        const thread = idle()
        if (thread) give(thread, job)
        else if (jobs.length < waiting) jobs.push(job)
        else failed(overloaded())
      }),
    close: async () => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
