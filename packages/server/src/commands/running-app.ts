/** The app on its ports, with its readiness check, and the ways to end it. */
import { Server, type Server as TcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type App, buildApp } from '../app/index.ts'
import { openPool, StartError, sql } from '../db/index.ts'
import { type AllProcesses, type Log, openMetrics } from '../observe/index.ts'
import type { Config } from '../settings/index.ts'
import type { Installation } from './installation.ts'
import { endsWithin } from './signals.ts'
import { VERSION } from './version.ts'

/** Connections that the system keeps until they are accepted: a client that finds no room there tries again after a second or more. */
export const BACKLOG = 1024

async function listen(
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

/** A standby that is not promoted yet answers, and takes no writes: no request could be served, since its audit event could not be stored. */
const ping = sql<{ read_only: boolean }>({
  name: 'health.ping',
  text: `select current_setting('transaction_read_only')::boolean as read_only`,
})

/** Nodes of a cluster that do not answer. */
const missingNodes = sql<{ node: string }>({
  name: 'health.missingNodes',
  text: `select nodename || ':' || nodeport as node from run_command_on_workers('select 1') where not success`,
})

interface Readiness {
  unready(): Promise<string | undefined>
  degraded(): Promise<string | undefined>
  close(): Promise<void>
}

/** Uses its own connection, so that full pools do not make the server look unready. */
function readiness(url: string, isDistributed: boolean): Readiness {
  const db = openPool(url, {
    max: 1,
    applicationName: 'cairn health',
    statementTimeoutMs: 1500,
    waitMs: 1500,
  })
  return {
    unready: () =>
      db.query(ping).then(
        ([state]) => (state?.read_only ? 'The database takes no writes.' : undefined),
        () => 'The database cannot be reached.',
      ),
    degraded: async () => {
      if (!isDistributed) return undefined
      const missing = await db.query(missingNodes).catch(() => [{ node: 'of which none answered in time' }])
      return missing.length === 0
        ? undefined
        : `A part of the database cannot be reached: node ${missing.map(({ node }) => node).join(', ')}.`
    },
    close: () => db.close(),
  }
}

/** Time for the audit trail to be written once all requests have ended, and then for the database connections to close. */
export const FINISH_MS = 1500

/** Lets running requests end, and cuts them off after the grace time. */
async function closeApp(app: App, grace: number): Promise<boolean> {
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
  const health = readiness(databaseUrl, db.isDistributed)
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
