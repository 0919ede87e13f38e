/** Asks the worker that checks a form. */
import type { Answer, Request, Results, Task } from './worker-messages.ts'

export interface CheckingWorker {
  ask<T extends Task>(task: T): Promise<Results[T['kind']]>
  close(): void
}

export function startWorker(): CheckingWorker {
  const worker = new Worker(new URL('./checker-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void }>()
  let count = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    waiting.get(data.number)?.done(data)
    waiting.delete(data.number)
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { failed } of waiting.values()) failed(new Error(message))
    waiting.clear()
  })
  return {
    ask: async task => {
      const number = ++count
      const answer = await new Promise<Answer>((done, failed) => {
        waiting.set(number, { done, failed })
        const request: Request = { number, task }
        worker.postMessage(request)
      })
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.result as Results[(typeof task)['kind']]
    },
    close: () => worker.terminate(),
  }
}
