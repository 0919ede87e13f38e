/** Runs a verification in a thread of its own, and streams its progress and its result as lines. */
import { PassThrough } from 'node:stream'
import { errorOf, startWorker } from '../../threads/index.ts'
import type { FromWorker, WorkerStart } from './messages.ts'

const MEMORY_MB = 512

const lineOf = (message: Extract<FromWorker, { kind: 'progress' | 'result' }>): string => {
  if (message.kind === 'result') return `${JSON.stringify({ record: 'result', ...message.body })}\n`
  const { part, done, total } = message
  return `${JSON.stringify({ record: 'progress', part, done, total })}\n`
}

/**
 * Resolves when the work has begun; an error after that cuts the lines off, so that they have no result. The thread ends when the reader leaves.
 */
export function startVerification(workerData: WorkerStart): Promise<PassThrough> {
  const worker = startWorker(new URL('./worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  worker.unref()
  const body = new PassThrough()
  // A reader that leaves is no error of ours.
  body.on('error', () => {})
  body.once('close', () => void worker.terminate())
  return new Promise((begun, failed) => {
    const fail = (error: Error): void => {
      failed(error)
      body.destroy(error)
    }
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'begun') begun(body)
      else if (message.kind === 'failed') fail(errorOf(message.failure))
      else body.write(lineOf(message))
      if (message.kind === 'result') body.end()
    })
    worker.on('error', fail)
    worker.on('exit', () => {
      if (!body.writableEnded) fail(new Error('The thread of a verification ended.'))
    })
  })
}
