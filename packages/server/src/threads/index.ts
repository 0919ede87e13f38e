/** Threads: work on large inputs beside the event loop. */
import type { Template } from '@cairn/openehr/template'
import { openThreads } from './pool.ts'
import type { Missing, TemplateForThread } from './tasks.ts'

export { errorOf, type Failure, failureOf } from './failure.ts'
export { giveWay, startWorker } from './start-worker.ts'
export { describeTemplate } from './tasks.ts'

/** Bytes or characters from which on an input is worth a thread: below, handing it over takes as long as the work. */
export const LARGE = 64 * 1024

const MOST_THREADS = 2
const MOST_WAITING = 100
const MEMORY_MB = 512

/** One pool for the process: cores are the machine's, not a room's. Nothing is started before there is work. */
export const threads = openThreads({ most: MOST_THREADS, waiting: MOST_WAITING, memory: MEMORY_MB })

/** Runs a task that needs a template: without it first, since the thread may have it from before. */
export async function withTemplateInThread<Output>(
  { key, size, template }: { readonly key: number; readonly size: number; readonly template: Template },
  run: (template: TemplateForThread) => Promise<Output | Missing>,
): Promise<Output> {
  const first = await run({ key, size })
  return (first === 'template' ? await run({ key, size, template }) : first) as Output
}
