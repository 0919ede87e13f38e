/** Keeps several server processes running on one port: starts them, replaces those that die, restarts them one after the other. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../db/index.ts'
import type { Log } from '../../observe/index.ts'
import type { Config } from '../../settings/index.ts'
import type { Installation } from '../installation.ts'
import { FINISH_MS } from '../running-app.ts'
import { endsWithin } from '../signals.ts'
import { holdSockets } from './held-sockets.ts'
import type { FromProcess, ToProcess } from './messages.ts'

export interface Supervisor {
  /** Replaces every process by a new one; requests are served all the time. */
  restart(): Promise<void>
  /** Returns false if a process had to be killed. */
  close(): Promise<boolean>
}

/** Delays before another process is started, as long as none becomes ready. */
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5000

/** A process that is too busy to answer is left out of the figures. */
const COLLECT_MS = 2000

interface ServerProcess {
  readonly worker: Worker
  /** Resolves to undefined when it serves, and to the reason if it cannot. */
  readonly started: Promise<string | undefined>
  readonly ended: Promise<void>
  /** It was told to end, so that it needs no replacement. */
  isStopping: boolean
}

/** Starts all processes; fails if one of them cannot start. */
export async function openSupervisor(
  config: Config,
  installation: Pick<Installation, 'db' | 'url' | 'secretKey'>,
  log: Log,
): Promise<Supervisor> {
  const sockets = await holdSockets(config)
  const processes = new Processes(config, installation, log)
  const close = async () => {
    processes.startNoMore()
    await sockets.close()
    return processes.stopAll()
  }
  const fault = await processes.startAll()
  if (fault !== undefined) {
    await close()
    throw new StartError(fault)
  }
  let restarting: Promise<void> | undefined
  return {
    restart: () => {
      restarting ??= processes.replaceAll().finally(() => {
        restarting = undefined
      })
      return restarting
    },
    close,
  }
}

function tell({ worker }: ServerProcess, message: ToProcess): void {
  if (worker.isConnected()) worker.send(message)
}

/** Starts a process that has not been told yet what to serve. */
function forkProcess(): ServerProcess {
  const worker = cluster.fork()
  const started = new Promise<string | undefined>(done => {
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'ready') done(undefined)
      if (message.kind === 'failed') done(message.message)
    })
    worker.once('exit', (code, signal) =>
      done(`A server process ended while it started (${signal ?? code}).`),
    )
  })
  const ended = new Promise<void>(done => {
    worker.once('exit', () => done())
  })
  return { worker, started, ended, isStopping: false }
}

class Processes {
  readonly #config: Config
  readonly #installation: Pick<Installation, 'db' | 'url' | 'secretKey'>
  readonly #log: Log
  readonly #running = new Set<ServerProcess>()
  readonly #collect = collector(this.#running)
  #isClosing = false
  #delay = 0

  constructor(config: Config, installation: Pick<Installation, 'db' | 'url' | 'secretKey'>, log: Log) {
    this.#config = config
    this.#installation = installation
    this.#log = log
  }

  /** Returns the reason if one of them cannot start. */
  async startAll(): Promise<string | undefined> {
    const started = Array.from({ length: this.#config.processes }, () => this.#start().started)
    return (await Promise.all(started)).find(fault => fault !== undefined)
  }

  startNoMore(): void {
    this.#isClosing = true
  }

  /** Returns false if one of them had to be killed. */
  async stopAll(): Promise<boolean> {
    const stopped = await Promise.all([...this.#running].map(each => this.#stop(each, false)))
    return stopped.every(isEnded => isEnded)
  }

  /** One at a time. */
  async replaceAll(): Promise<void> {
    this.#log.info({}, 'restarting server processes, one at a time')
    for (const old of [...this.#running]) {
      if (this.#isClosing) return
      const fault = await this.#start().started
      if (fault !== undefined)
        return this.#log.error({ fault }, 'new server process failed to start; restart cancelled')
      await this.#stop(old, true)
    }
    this.#log.info({}, 'server processes restarted')
  }

  #start(): ServerProcess {
    const { db, url, secretKey } = this.#installation
    const made = forkProcess()
    const { worker, started } = made
    this.#running.add(made)
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'loaded')
        tell(made, { kind: 'start', url, secretKey, isDistributed: db.isDistributed })
      this.#collect(made, message)
    })
    worker.once('exit', (code, signal) => void this.#replace(made, signal ?? code))
    void started.then(fault => {
      if (fault === undefined) this.#log.info({ process: worker.process.pid }, 'server process ready')
    })
    return made
  }

  async #replace(ended: ServerProcess, reason: number | string): Promise<void> {
    this.#running.delete(ended)
    if (ended.isStopping || this.#isClosing) return
    this.#log.warn({ process: ended.worker.process.pid, reason }, 'server process ended; starting another')
    const wasReady = (await ended.started) === undefined
    this.#delay = wasReady ? 0 : Math.min(LONGEST_DELAY_MS, Math.max(FIRST_DELAY_MS, this.#delay * 2))
    await sleep(this.#delay, undefined, { ref: false })
    if (!this.#isClosing) this.#start()
  }

  async #stop(each: ServerProcess, drain: boolean): Promise<boolean> {
    each.isStopping = true
    tell(each, { kind: 'stop', drain })
    const longest = this.#config.shutdownGrace * (drain ? 2 : 1) + 3 * FINISH_MS
    if (await endsWithin(longest, each.ended)) return true
    each.worker.process.kill('SIGKILL')
    await each.ended
    return false
  }
}

/** Passes on what a process asks the others for. */
function collector(running: ReadonlySet<ServerProcess>) {
  const waiting = new Map<number, (value: unknown) => void>()
  let last = 0
  const ask = (each: ServerProcess, name: string): Promise<unknown> =>
    new Promise(done => {
      last++
      const id = last
      const late = setTimeout(() => answer(undefined), COLLECT_MS)
      const answer = (value: unknown): void => {
        clearTimeout(late)
        waiting.delete(id)
        done(value)
      }
      waiting.set(id, answer)
      tell(each, { kind: 'give', id, name })
    })
  return (from: ServerProcess, message: FromProcess): void => {
    if (message.kind === 'given') waiting.get(message.id)?.(message.value)
    if (message.kind !== 'collect') return
    const { id, name } = message
    void Promise.all([...running].map(each => ask(each, name))).then(values =>
      tell(from, { kind: 'collected', id, values: values.filter(value => value !== undefined) }),
    )
  }
}
