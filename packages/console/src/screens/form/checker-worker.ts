/** Runs the checker beside the page, so that typing never waits for it. */
import { type Checker, openChecker } from './checker.ts'
import type { Answer, Request, Results, Task } from './worker-messages.ts'

/** The template is compiled once; a worker serves one form. */
const held: { checker?: Checker } = {}

function opened(): Checker {
  if (!held.checker) throw new Error('No template has been opened.')
  return held.checker
}

function run(task: Task): Results[Task['kind']] {
  if (task.kind === 'open') {
    const checker = openChecker(task.opt)
    held.checker = checker
    const { definition, valuesOf } = checker
    return task.composition ? { definition, values: valuesOf(task.composition) } : { definition }
  }
  if (task.kind === 'describe') return opened().describe()
  if (task.kind === 'checkAll') return opened().checkAll(task.compositions)
  if (task.kind === 'check') return opened().check(task.values, task)
  return opened().checkText(task.text, task.format, task)
}

function answerTo({ number, task }: Request): Answer {
  try {
    return { number, result: run(task) }
  } catch (error) {
    return { number, error: error instanceof Error ? error.message : String(error) }
  }
}

addEventListener('message', ({ data }: MessageEvent<Request>) => postMessage(answerTo(data)))
