/** Two server processes over one database with a standby, and proxies on every way between them and their clients. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import { type FaultProxy, faultProxy } from '../fault-proxy.ts'
import { serverProgram } from '../http/program.ts'
import { SERVICE_ROLE } from '../postgres.ts'
import { freePort, SECRET_KEY } from '../server.ts'
import { type Clock, clocksIn, type OpenClock } from './clock.ts'
import { type SimulatedDatabase, simulatedDatabase } from './database.ts'
import { openReceiver, type Receiver } from './receiver.ts'

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
}

export interface World {
  readonly folder: string
  readonly servers: readonly SimulatedServer[]
  readonly database: SimulatedDatabase
  /** Of webhooks. */
  readonly receiver: Receiver
  /** Leads the servers to the primary of now. */
  redirect(): void
  /** Undoes every fault, and waits until all is as before. */
  settle(): Promise<void>
  /** `keep`: leaves the logs in the folder. */
  close(keep: boolean): Promise<void>
}

/** Short limits, so that a fault of a second is long. A month of audit events is kept: a wrong clock must not remove them. */
const SETTINGS = {
  CAIRN_SECRET_KEY: SECRET_KEY,
  CAIRN_BOOTSTRAP_CLIENT_ID: CLIENT.id,
  CAIRN_BOOTSTRAP_CLIENT_SECRET: CLIENT.secret,
  CAIRN_AUDIT_RETENTION_MONTHS: '1',
  CAIRN_DATABASE_POOL: '6',
  CAIRN_QUERY_POOL: '4',
  CAIRN_QUERY_WORKERS: '1',
  CAIRN_DATABASE_TIMEOUT_MS: '3000',
  CAIRN_SHUTDOWN_GRACE_MS: '3000',
  CAIRN_WAIT_TARGET_MS: '0',
  CAIRN_PRIVATE_ADDRESSES: '127.0.0.1',
}

interface ServerPlace {
  readonly port: number
  readonly clientNetwork: FaultProxy
  readonly databaseNetwork: FaultProxy
  readonly clock: Clock | undefined
  /** The disk of its machine, with events that the database does not have yet. */
  readonly dataDir: string
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
      const isEnd = name === 'SIGKILL' || name === 'SIGTERM'
      const ended = isEnd ? new Promise(done => child?.once('exit', done)) : undefined
      child?.kill(name)
      await ended
    },
  }
}

/** Addresses of one server, and the proxies before and behind it. */
async function placeOf(
  name: string,
  { folder, database, openClock }: { folder: string; database: SimulatedDatabase; openClock: OpenClock },
): Promise<Omit<ServerPlace, 'settings'>> {
  const port = await freePort()
  return {
    port,
    clientNetwork: await faultProxy(`http://127.0.0.1:${port}`),
    databaseNetwork: await faultProxy(database.url()),
    clock: openClock(name),
    dataDir: join(folder, name),
    logFile: join(folder, `${name}.log`),
  }
}

/** The server owns no table, as in production. */
const databaseSettings = ({ databaseNetwork: { url } }: Pick<ServerPlace, 'databaseNetwork'>) => {
  const { name: username, password } = SERVICE_ROLE
  return {
    CAIRN_DATABASE_URL: Object.assign(new URL(url), { username, password }).href,
    CAIRN_DATABASE_OWNER_URL: url,
  }
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-simulation-'))
  // PostgreSQL runs as another account than root.
  chmodSync(folder, 0o755)
  const openClock = clocksIn(folder)
  const database = await simulatedDatabase(folder, openClock('database'))
  const places = await Promise.all(
    ['server-0', 'server-1'].map(name => placeOf(name, { folder, database, openClock })),
  )
  const baseUrl = places[0]?.clientNetwork.url.replace(/\/$/, '') ?? ''
  const servers = places.map(place =>
    simulatedServer({
      ...place,
      settings: { CAIRN_BASE_URL: baseUrl, CAIRN_DATA_DIR: place.dataDir, ...databaseSettings(place) },
    }),
  )
  const receiver = await openReceiver()
  const networks = servers.flatMap(({ clientNetwork, databaseNetwork }) => [clientNetwork, databaseNetwork])
  const close = async (keep: boolean) => {
    for (const server of servers) await server.signal('SIGKILL')
    for (const network of networks) await network.close()
    receiver.close()
    await database.close()
    if (!keep) rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const server of servers) await server.start()
  } catch (error) {
    await close(true)
    throw error
  }
  return {
    folder,
    servers,
    database,
    receiver,
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
    close,
  }
}
