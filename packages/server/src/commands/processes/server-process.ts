/** One of several server processes; its supervisor starts and stops it. */

import { StartError } from '../../db/index.ts'
import { type AllProcesses, oneProcess, openOutputLog } from '../../observe/index.ts'
import type { Config } from '../../settings/index.ts'
import { joinInstallation } from '../installation.ts'
import { startApp } from '../running-app.ts'
import type { FromProcess, ToProcess } from './messages.ts'
import { shareOut } from './shares.ts'

const send = (message: FromProcess): void => void process.send?.(message)

type Hear = (message: ToProcess) => void

/** Collects figures of all processes through the supervisor. */
function processesBySupervisor(listeners: Hear[]): AllProcesses {
  const own = oneProcess()
  const asked = new Map<number, (values: readonly unknown[]) => void>()
  let last = 0
  listeners.push(message => {
    if (message.kind === 'give')
      void own.collect(message.name).then(([value]) => send({ kind: 'given', id: message.id, value }))
    if (message.kind === 'collected') {
      asked.get(message.id)?.(message.values)
      asked.delete(message.id)
    }
  })
  return {
    provide: own.provide,
    collect: name =>
      new Promise(done => {
        last++
        asked.set(last, done)
        send({ kind: 'collect', id: last, name })
      }),
  }
}

const untilMessage = <Kind extends ToProcess['kind']>(listeners: Hear[], kind: Kind) =>
  new Promise<Extract<ToProcess, { kind: Kind }>>(done => {
    listeners.push(message => {
      if (message.kind === kind) done(message as Extract<ToProcess, { kind: Kind }>)
    })
  })

export async function serveInProcess(config: Config): Promise<void> {
  const log = openOutputLog(config.logLevel, config.logFormat)
  process.on('unhandledRejection', error => log.error({ error }, 'unhandled promise rejection'))
  // A terminal sends these to all its processes: the supervisor decides what they mean.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const listeners: Hear[] = []
  process.on('message', (message: ToProcess) => {
    for (const hear of listeners) hear(message)
  })
  const told = untilMessage(listeners, 'stop')
  const terminated = new Promise<{ readonly drain: boolean }>(done =>
    process.once('SIGTERM', () => done({ drain: true })),
  )
  const startTold = untilMessage(listeners, 'start')
  send({ kind: 'loaded' })
  const installation = joinInstallation(shareOut(config), await startTold)
  try {
    const processes = processesBySupervisor(listeners)
    const app = await startApp(shareOut(config), installation, { log, processes })
    send({ kind: 'ready' })
    const { drain } = await Promise.race([told, terminated])
    if (drain) await app.drain()
    if (!(await app.close())) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof StartError)) log.error({ error }, 'server process failed to start')
    send({ kind: 'failed', message: error instanceof StartError ? error.message : String(error) })
    process.exitCode = 1
  } finally {
    await installation.close()
    log.flush()
    process.exit()
  }
}
