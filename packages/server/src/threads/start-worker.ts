/** How a worker thread is started, and how it makes way for the thread that answers requests. */
import { constants, platform, setPriority } from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread of a source file. From dist it is run as it is. From source, Node 20 gives a thread no loader, so the thread gets itself the
 * one that we run under.
 */
export function startWorker(source: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(source.href.replace(/\.ts$/, '.js')), options)
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const entry = JSON.stringify(source.href)
  const start = `import(${loader}).then(tsx => (tsx.register(), import(${entry})))`
  return new Worker(start, { ...options, eval: true })
}

/** Where cores are scarce, the thread that answers requests goes first. On Linux a priority is for one thread, elsewhere for the whole process. */
export function giveWay(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
