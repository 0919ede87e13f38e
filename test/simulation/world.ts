/** Two server processes over one database with a standby, and proxies on every way between them and their clients. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { type FaultProxy, faultProxy } from '../fault-proxy.ts'
import { serverProgram } from '../http/program.ts'
import { SERVICE_ROLE } from '../postgres.ts'
import { freePort } from '../server.ts'
import { type Clock, clocksIn } from './clock.ts'
import { type SimulatedDatabase, simulatedDatabase } from './database.ts'

export const CLIENT = { id: 'simulation', secret: 'a secret for the simulation only, long enough' }

export interface SimulatedServer {
  /** The address for clients, by way of the proxy. */
  readonly url: string
  /** Between clients and the server. */
  readonly clientNetwork: FaultProxy
  /** Between the server and the database. */
  readonly databaseNetwork: FaultProxy
  readonly clock: Clock | undefined
  /** Starts the process if it does not run, and waits until it is ready. */
  start(): Promise<void>
  /** Sends a signal; for one that ends the process, waits for the end. */
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** How often the process was killed so far: each kill can lose events of reads that were not stored yet. */
  kills(): number
}

export interface World {
  readonly folder: string
  readonly servers: readonly SimulatedServer[]
  readonly database: SimulatedDatabase
  /** Leads the servers to the primary of now. */
  redirect(): void
  /** Undoes every fault, and waits until all is as before. */
  settle(): Promise<void>
  /** `keep`: leaves the logs in the folder. */
  close(keep: boolean): Promise<void>
}

/** Short limits, so that a fault of a second is long. A month of audit events is kept: a wrong clock must not remove them. */
const SETTINGS = {
  CAIRN_SECRET_KEY: 'a secret key that is long enough for a test',
  CAIRN_BOOTSTRAP_CLIENT_ID: CLIENT.id,
  CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
  CAIRN_AUDIT_RETENTION_MONTHS: '1',
  CAIRN_DATABASE_POOL: '6',
  CAIRN_QUERY_POOL: '4',
  CAIRN_QUERY_WORKERS: '1',
  CAIRN_DATABASE_TIMEOUT_MS: '3000',
  CAIRN_SHUTDOWN_GRACE_MS: '3000',
  CAIRN_WAIT_TARGET_MS: '0',
}

interface ServerPlace {
  readonly port: number
  readonly clientNetwork: FaultProxy
  readonly databaseNetwork: FaultProxy
  readonly clock: Clock | undefined
  readonly logFile: string
  readonly settings: Readonly<Record<string, string>>
}

function simulatedServer({
  port,
  clientNetwork,
  databaseNetwork,
  clock,
  logFile,
  settings,
}: ServerPlace): SimulatedServer {
  let child: ChildProcess | undefined
  let kills = 0
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
      answer => answer.ok,
      () => false,
    )
  const launch = () => {
    const { PATH = '', HOME = '' } = process.env
    const log = openSync(logFile, 'a')
    child = spawn(process.execPath, [...serverProgram(true), 'serve'], {
      env: { PATH, HOME, ...SETTINGS, ...settings, ...clock?.env, CAIRN_PORT: String(port) },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
  }
  return {
    url: clientNetwork.url.replace(/\/$/, ''),
    clientNetwork,
    databaseNetwork,
    clock,
    // A start that the database interrupts ends the process: it is started again, as a supervisor does.
    start: () =>
      eventually(`a server is ready, see ${logFile}`, () => {
        if (!isRunning()) launch()
        return isReady()
      }),
    signal: async name => {
      if (!isRunning()) return
      const ended = new Promise(done => child?.once('exit', done))
      child?.kill(name)
      if (name === 'SIGKILL') kills++
      if (name === 'SIGKILL' || name === 'SIGTERM') await ended
    },
    kills: () => kills,
  }
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-simulation-'))
  // PostgreSQL runs as another account than root.
  chmodSync(folder, 0o755)
  const openClock = clocksIn(folder)
  const database = await simulatedDatabase(folder, openClock('database'))
  const places = await Promise.all(
    ['0', '1'].map(async (name): Promise<Omit<ServerPlace, 'settings'>> => {
      const port = await freePort()
      return {
        port,
        clientNetwork: await faultProxy(`http://127.0.0.1:${port}`),
        databaseNetwork: await faultProxy(database.url()),
        clock: openClock(`server-${name}`),
        logFile: join(folder, `server-${name}.log`),
      }
    }),
  )
  const baseUrl = places[0]?.clientNetwork.url.replace(/\/$/, '') ?? ''
  const servers = places.map(place => {
    const { url } = place.databaseNetwork
    const serviceUrl = Object.assign(new URL(url), {
      username: SERVICE_ROLE.name,
      password: SERVICE_ROLE.password,
    }).href
    const settings = {
      CAIRN_BASE_URL: baseUrl,
      CAIRN_DATABASE_URL: serviceUrl,
      CAIRN_DATABASE_OWNER_URL: url,
    }
    return simulatedServer({ ...place, settings })
  })
  const networks = servers.flatMap(({ clientNetwork, databaseNetwork }) => [clientNetwork, databaseNetwork])
  for (const server of servers) await server.start()
  return {
    folder,
    servers,
    database,
    redirect: () => {
      for (const { databaseNetwork } of servers) databaseNetwork.redirect(database.url())
    },
    settle: async () => {
      for (const network of networks) {
        network.resume()
        network.slow(0)
      }
      for (const clock of [database.clock, ...servers.map(server => server.clock)]) clock?.set(0)
      database.emptyDisk()
      await database.start()
      await database.addStandby()
      for (const server of servers) {
        await server.signal('SIGCONT')
        await server.start()
      }
    },
    close: async keep => {
      for (const server of servers) await server.signal('SIGKILL')
      for (const network of networks) await network.close()
      await database.close()
      if (!keep) rmSync(folder, { recursive: true, force: true })
    },
  }
}
