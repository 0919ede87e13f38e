/** Starts the postmaster and waits until it answers, through a crash recovery if there has to be one. */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, cleanEnvironment } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { answers, type Postmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'
import { settingArguments } from './settings.ts'
import { canHaveSocket, removeSockets } from './socket.ts'

const READY_WITHIN_MS = 60_000
/** Children of a killed postmaster hold its memory until they notice, and a chosen port may be taken meanwhile. */
const RETRY_WITHIN_MS = 15_000
const WORTH_A_RETRY = /is still in use|already exists|could not bind|Address already in use/
const LOG_LIMIT_BYTES = 1_000_000

export interface Start {
  readonly cluster: Cluster
  readonly account: Account
  readonly binaries: Binaries
  readonly settings: Readonly<Record<string, string>>
  /** Any free one, unless it is given. */
  readonly port?: number | undefined
  readonly log: (message: string) => void
}

export async function startPostmaster(start: Start): Promise<Postmaster> {
  const { cluster, log } = start
  if (existsSync(cluster.log) && statSync(cluster.log).size > LOG_LIMIT_BYTES) {
    renameSync(cluster.log, `${cluster.log}.1`)
  }
  const retryUntil = Date.now() + RETRY_WITHIN_MS
  for (;;) {
    const from = existsSync(cluster.log) ? statSync(cluster.log).size : 0
    const postmaster = await launch(start)
    if (await untilReady(cluster, postmaster, log)) return postmaster
    const said = readFileSync(cluster.log).subarray(from).toString('utf8').trim()
    if (!WORTH_A_RETRY.test(said) || Date.now() > retryUntil) {
      const tail = said.split('\n').slice(-5).join(' | ')
      throw new EmbeddedError(`The embedded database did not start: ${tail || `see ${cluster.log}`}`)
    }
    await sleep(250)
  }
}

/** True when it accepts connections, false when it ended. */
export async function untilReady(
  cluster: Cluster,
  { pid, port }: Postmaster,
  log: (message: string) => void,
): Promise<boolean> {
  const begun = Date.now()
  let told = false
  while (isAlive(pid)) {
    if ((await answers(cluster, port)) === 'ready') return true
    const waited = Date.now() - begun
    if (waited > READY_WITHIN_MS) {
      throw new EmbeddedError(
        `The embedded database (process ${pid}) does not answer after ${READY_WITHIN_MS / 1000} s: see ${cluster.log}`,
      )
    }
    if (waited > 3_000 && !told) {
      told = true
      log('The embedded database is recovering from an unclean stop; waiting for it')
    }
    await sleep(30)
  }
  return false
}

async function launch({ cluster, account, binaries, settings, port: given }: Start): Promise<Postmaster> {
  const port = given ?? (await freePort())
  removeSockets(cluster.home)
  const hasSocket = await canHaveSocket(cluster.home, port)
  const socketFolder = hasSocket ? cluster.home : undefined
  const args = ['-D', cluster.data, ...settingArguments({ port, socketFolder }, settings)]
  const [command = binaries.postgres, ...rest] = [...account.prefix, binaries.postgres, ...args]
  const output = openSync(cluster.log, 'a', 0o600)
  try {
    // In a process group of its own: Ctrl-C at the terminal is for us, and we stop the database after the last request.
    const child = spawn(command, rest, {
      ...account.ids,
      cwd: cluster.home,
      env: cleanEnvironment(),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output, output],
    })
    const pid = await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('spawn', () => resolve(child.pid ?? 0))
    })
    child.unref()
    return { pid, port, hasSocket }
  } finally {
    closeSync(output)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
