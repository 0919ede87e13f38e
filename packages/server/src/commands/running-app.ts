/** The app on its ports, with its readiness check, and the ways to end it. */
import { Server, type Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type App, buildApp, openReadiness } from '../app/index.ts'
import { StartError } from '../db/index.ts'
import { type AllProcesses, type Log, openMetrics } from '../observe/index.ts'
import type { Config } from '../settings/index.ts'
import type { Installation } from './installation.ts'
import { endsWithin } from './signals.ts'
import { VERSION } from './version.ts'

/** Connections that the system keeps until they are accepted: a client that finds no room there tries again after a second or more. */
export const BACKLOG = 1024

export async function listen(
  server: FastifyInstance | undefined,
  host: string,
  port: number | undefined,
  variable: string,
): Promise<void> {
  if (server === undefined || port === undefined) return
  try {
    await server.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} on ${host} is in use by another program: stop it, or set ${variable} to another port.`,
      )
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`Cannot listen on ${host}:${port} (${code}): set CAIRN_HOST and ${variable}.`)
    throw error
  }
}

/** Time for the audit trail to be written once all requests have ended, and then for the database connections to close. */
export const FINISH_MS = 1500

/** Lets running requests end, and cuts them off after the grace time. */
export async function closeApp(
  app: Pick<App, 'api' | 'admin' | 'close'> & Partial<Pick<App, 'auth'>>,
  grace: number,
): Promise<boolean> {
  const cut = setTimeout(() => {
    for (const server of [app.api, app.auth, app.admin]) server?.server.closeAllConnections()
  }, grace)
  try {
    return await endsWithin(grace + FINISH_MS, app.close())
  } finally {
    clearTimeout(cut)
  }
}

/** Idle connections are closed after this time of draining. A client that uses its connection all the time learns of the end in an answer. */
const IDLE_MS = 2000
const LOOK_MS = 50

const connectionsOf = (server: TcpServer): Promise<number> =>
  new Promise(done => server.getConnections((_error, count) => done(count ?? 0)))

/** Takes no new connections, and ends the open ones between two requests: no request is refused. */
async function drainServer({ server }: FastifyInstance, longest: number): Promise<void> {
  // Not the server's own `close`, which would end idle connections at once, maybe just when a request comes.
  Server.prototype.close.call(server)
  const start = performance.now()
  while ((await connectionsOf(server)) > 0) {
    const passed = performance.now() - start
    if (passed > longest) return
    if (passed > IDLE_MS) server.closeIdleConnections()
    await sleep(LOOK_MS)
  }
}

export interface RunningApp {
  /** Serves those who are connected and takes no new connections; resolves when all have left, or after the grace time. */
  drain(): Promise<void>
  /** Takes the certificate from its files again. */
  reloadCertificate(): void
  /** Returns false if not everything had ended in time. */
  close(): Promise<boolean>
}

export async function startApp(
  config: Config,
  { db, url: databaseUrl, secretKey }: Omit<Installation, 'close'>,
  { log, processes }: { readonly log: Log; readonly processes: AllProcesses },
): Promise<RunningApp> {
  const health = openReadiness(databaseUrl, db.isDistributed)
  let app: App | undefined
  const close = async (): Promise<boolean> => {
    const isClosed = app === undefined || (await closeApp(app, config.shutdownGrace))
    return (await endsWithin(FINISH_MS, health.close())) && isClosed
  }
  try {
    app = await buildApp({
      config,
      db,
      databaseUrl,
      secretKey,
      log,
      metrics: openMetrics(),
      processes,
      version: VERSION,
      unready: health.unready,
      degraded: health.degraded,
      now: Date.now,
    })
    await listen(app.api, config.host, config.port, 'CAIRN_PORT')
    await listen(app.auth, config.host, config.authPort, 'CAIRN_AUTH_PORT')
    await listen(app.admin, config.host, config.adminPort, 'CAIRN_ADMIN_PORT')
  } catch (error) {
    await close()
    throw error
  }
  const { reloadCertificate } = app
  const servers = [app.api, app.auth, app.admin].filter(server => server !== undefined)
  return {
    drain: async () => {
      await Promise.all(servers.map(server => drainServer(server, config.shutdownGrace)))
    },
    reloadCertificate,
    close,
  }
}
