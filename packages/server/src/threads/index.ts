/** Worker threads for large inputs, so that the event loop stays free. */
import cluster from 'node:cluster'
import type { Template } from '@cairn-ehr/openehr/template'
import type { MissingTemplate, TemplateForThread } from './tasks.ts'
import { openThreadPool } from './thread-pool.ts'

export { errorOf, type Failure, failureOf } from './failure.ts'
export { readSimplified } from './read-simplified.ts'
export { lowerPriority, startWorker } from './start-worker.ts'
export { describeTemplate } from './tasks.ts'

/** Bytes or characters from which an input is worth a thread; below, copying it takes as long as the work. */
export const LARGE = 64 * 1024

/** A server of several processes has one thread in each. */
const MOST_THREADS = cluster.isWorker ? 1 : 2
const MOST_WAITING = 100
const MEMORY_MB = 512

/** One pool for the process, since all rooms share the cores. No thread starts before there is work. */
export const threads = openThreadPool({ most: MOST_THREADS, waiting: MOST_WAITING, memory: MEMORY_MB })

/** The database's own key names another template in another database, and one process may serve several (decision 0124). */
const keys = new WeakMap<Template, number>()
let lastKey = 0

function keyOf(template: Template): number {
  const known = keys.get(template)
  if (known !== undefined) return known
  lastKey += 1
  keys.set(template, lastKey)
  return lastKey
}

/** Runs a task that needs a template: first without sending it, since the thread may have it in its cache. */
export async function withTemplateInThread<Output>(
  { size, template }: { readonly size: number; readonly template: Template },
  run: (template: TemplateForThread) => Promise<Output | MissingTemplate>,
): Promise<Output> {
  const key = keyOf(template)
  const first = await run({ key, size })
  return (first === 'template' ? await run({ key, size, template }) : first) as Output
}
