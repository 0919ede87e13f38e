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

export async function openSupervisor(
  config: Config,
  { db, url, secretKey }: Pick<Installation, 'db' | 'url' | 'secretKey'>,
  log: Log,
): Promise<Supervisor> {
  const sockets = await holdSockets(config)
  const running = new Set<ServerProcess>()
  let isClosing = false
  let delay = 0

  const tell = ({ worker }: ServerProcess, message: ToProcess): void => {
    if (worker.isConnected()) worker.send(message)
  }
  const collect = collector(running, tell)
  const start = (): ServerProcess => {
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
    const made: ServerProcess = { worker, started, ended, isStopping: false }
    running.add(made)
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'loaded')
        tell(made, { kind: 'start', url, secretKey, isDistributed: db.isDistributed })
      collect(made, message)
    })
    worker.once('exit', (code, signal) => void replace(made, signal ?? code))
    void started.then(fault => {
      if (fault === undefined) log.info({ process: worker.process.pid }, 'server process ready')
    })
    return made
  }
  const replace = async (ended: ServerProcess, reason: number | string): Promise<void> => {
    running.delete(ended)
    if (ended.isStopping || isClosing) return
    log.warn({ process: ended.worker.process.pid, reason }, 'server process ended; starting another')
    const wasReady = (await ended.started) === undefined
    delay = wasReady ? 0 : Math.min(LONGEST_DELAY_MS, Math.max(FIRST_DELAY_MS, delay * 2))
    await sleep(delay, undefined, { ref: false })
    if (!isClosing) start()
  }
  const stop = async (each: ServerProcess, drain: boolean): Promise<boolean> => {
    each.isStopping = true
    tell(each, { kind: 'stop', drain })
    const longest = config.shutdownGrace * (drain ? 2 : 1) + 3 * FINISH_MS
    if (await endsWithin(longest, each.ended)) return true
    each.worker.process.kill('SIGKILL')
    await each.ended
    return false
  }
  const close = async (): Promise<boolean> => {
    isClosing = true
    await sockets.close()
    return (await Promise.all([...running].map(each => stop(each, false)))).every(isEnded => isEnded)
  }
  const restartAll = async (): Promise<void> => {
    log.info({}, 'restarting server processes, one at a time')
    for (const old of [...running]) {
      if (isClosing) return
      const fault = await start().started
      if (fault !== undefined)
        return log.error({ fault }, 'new server process failed to start; restart cancelled')
      await stop(old, true)
    }
    log.info({}, 'server processes restarted')
  }

  for (let count = 0; count < config.processes; count++) start()
  const faults = await Promise.all([...running].map(({ started }) => started))
  const fault = faults.find(each => each !== undefined)
  if (fault !== undefined) {
    await close()
    throw new StartError(fault)
  }
  let restarting: Promise<void> | undefined
  return {
    restart: () => {
      restarting ??= restartAll().finally(() => {
        restarting = undefined
      })
      return restarting
    },
    close,
  }
}

/** Passes on what a process asks the others for. */
function collector(
  running: ReadonlySet<ServerProcess>,
  tell: (to: ServerProcess, message: ToProcess) => void,
) {
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
