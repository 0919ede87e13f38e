/** Starts the database again when its main process has died while the server runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

const LOOK_EVERY_MS = 500
const RETRY_MS = 2000

export interface Supervision {
  /** The main process now. */
  postmaster(): Postmaster
  /** Starts nothing any more; resolves when a start that was under way has ended. */
  stop(): Promise<void>
}

/** `start` resolves to the new main process, which must listen where the old one did. */
export function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  log: (message: string) => void,
): Supervision {
  let current = first
  let isStopped = false
  let starting: Promise<void> = Promise.resolve()

  const startAgain = async (): Promise<void> => {
    log('The embedded database stopped unexpectedly; restarting it')
    while (!isStopped)
      try {
        current = await start()
        return log('The embedded database is running again')
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await sleep(RETRY_MS, undefined, { ref: false })
      }
  }
  const look = (): void => {
    if (isStopped) return
    if (!isAlive(current.pid)) starting = startAgain()
    void starting.then(() => setTimeout(look, LOOK_EVERY_MS).unref())
  }
  setTimeout(look, LOOK_EVERY_MS).unref()
  return {
    postmaster: () => current,
    stop: async () => {
      isStopped = true
      await starting
    },
  }
}
