/** Starts worker threads, and lowers their priority. */
import { constants, platform, setPriority } from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** An option of Node: `dist` has been built from the sources that run. `npm test` sets it. */
const BUILT = '--conditions=cairn-built'

const compiled = ({ href }: URL): URL => new URL(href.replace('/src/', '/dist/').replace(/\.ts$/, '.js'))

/**
 * Starts a thread from a source file, or from its compiled form if that is known to be the same. In source, Node 20 gives a thread no loader,
 * so the thread registers the loader of the main thread itself. Loading takes two seconds of processor time then, and a fifth of one otherwise.
 */
export function startWorker(source: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(compiled(source), options)
  // The options of the main thread lead to the sources.
  if (process.execArgv.includes(BUILT)) return new Worker(compiled(source), { ...options, execArgv: [] })
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const entry = JSON.stringify(source.href)
  const start = `import(${loader}).then(tsx => (tsx.register(), import(${entry})))`
  return new Worker(start, { ...options, eval: true })
}

/** Gives the thread that serves requests priority. Only on Linux, where a priority applies to one thread and not to the process. */
export function lowerPriority(): void {
  if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
