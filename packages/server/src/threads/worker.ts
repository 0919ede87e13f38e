/** The entry of a worker thread: runs tasks one after the other. */
import { parentPort } from 'node:worker_threads'
import { failureOf } from './failure.ts'
import type { FromThread, ToThread } from './messages.ts'
import { lowerPriority } from './start-worker.ts'
import { TASKS } from './tasks.ts'

lowerPriority()

const say = (message: FromThread): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ task, input }: ToThread) => {
  try {
    say({ output: TASKS[task](input as never) })
  } catch (error) {
    say({ failure: failureOf(error) })
  }
})
