/** Starts worker threads, and lowers their priority. */
import { constants, platform, setPriority } from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread from a source file. In dist it runs as it is. In source, Node 20 gives a thread no loader, so the thread registers the loader
 * of the main thread itself.
 */
export function startWorker(source: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL(source.href.replace(/\.ts$/, '.js')), options)
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const entry = JSON.stringify(source.href)
  const start = `import(${loader}).then(tsx => (tsx.register(), import(${entry})))`
  return new Worker(start, { ...options, eval: true })
}

/** Gives the thread that serves requests priority. Only on Linux, where a priority applies to one thread and not to the process. */
export function lowerPriority(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
