/** Starts the process that keeps the listening sockets of all server processes open, and replaces it if it dies. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../settings/index.ts'
import { BACKLOG } from '../running-app.ts'

export interface HeldSockets {
  /** Connections are refused again once no server process listens. */
  close(): Promise<void>
}

const { href: SOURCE } = new URL('./socket-holder.ts', import.meta.url)
const HOLDER = fileURLToPath(import.meta.url.endsWith('.ts') ? SOURCE : SOURCE.replace(/\.ts$/, '.js'))

/** As the server processes listen, so that they get the same sockets. */
const addressesOf = ({ host, port, authPort, adminPort }: Config) =>
  [port, authPort, adminPort].flatMap(each =>
    each === undefined ? [] : [{ host, port: each, backlog: BACKLOG }],
  )

function forkHolder(config: Config): Worker {
  cluster.setupPrimary({ exec: HOLDER, args: [JSON.stringify(addressesOf(config))] })
  const worker = cluster.fork()
  cluster.setupPrimary({ exec: process.argv[1] ?? '', args: process.argv.slice(2) })
  return worker
}

/** Resolves when the sockets are held. An address that cannot be used is left to the server processes, which tell of it. */
export async function holdSockets(config: Config): Promise<HeldSockets> {
  // All processes take connections from one queue of the operating system. By Node's default the supervisor would pass each connection on, and one
  // that it passes to a process just killed would be neither served nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let worker: Worker
  let isClosing = false
  const hold = async (): Promise<void> => {
    worker = forkHolder(config)
    const ended = once(worker, 'exit')
    const isHeld = await Promise.race([once(worker, 'message').then(() => true), ended.then(() => false)])
    if (isHeld) void ended.then(() => (isClosing ? undefined : hold()))
  }
  await hold()
  return {
    close: async () => {
      isClosing = true
      if (worker.isDead()) return
      worker.process.kill('SIGKILL')
      await once(worker, 'exit')
    },
  }
}
