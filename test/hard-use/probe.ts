/** Asks the server again and again whether it lives, from a thread of its own: how long it waits is how long the event loop was busy. */
import { Worker } from 'node:worker_threads'

const PROBING = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { Agent, get } = require('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = []
  let stopped = false
  const ask = () => {
    const began = performance.now()
    const again = () => {
      times.push(performance.now() - began)
      if (stopped) { agent.destroy(); parentPort.postMessage(times) } else setTimeout(ask, 10)
    }
    get(workerData.url, { agent }, answer => { answer.resume(); answer.on('end', again) }).on('error', again)
  }
  parentPort.once('message', () => { stopped = true })
  ask()
`

/** Probes while something is done; the milliseconds that each answer took. */
export async function probing(url: string, work: () => Promise<void>): Promise<number[]> {
  const worker = new Worker(PROBING, { eval: true, workerData: { url: `${url}/health/live` } })
  try {
    await work()
    const times = new Promise<number[]>(done => worker.once('message', done))
    worker.postMessage('stop')
    return await times
  } finally {
    await worker.terminate()
  }
}

/** The value below which a share of all is. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
