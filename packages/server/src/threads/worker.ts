/** A thread that does the tasks it is sent, one after the other. */
import { parentPort } from 'node:worker_threads'
import { failureOf } from './failure.ts'
import type { FromThread, ToThread } from './messages.ts'
import { giveWay } from './start-worker.ts'
import { TASKS } from './tasks.ts'

giveWay()

const say = (message: FromThread): void => parentPort?.postMessage(message)

parentPort?.on('message', ({ task, input }: ToThread) => {
  try {
    say({ output: TASKS[task](input as never) })
  } catch (error) {
    say({ failure: failureOf(error) })
  }
})
