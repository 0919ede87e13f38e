/** `cairn serve`: opens everything, listens, and on a signal closes everything in the reverse order. */
import type { FastifyInstance } from 'fastify'
import { type App, buildApp } from '../app.ts'
import { checkedVault, firstClient } from '../auth/index.ts'
import type { Config } from '../config.ts'
import { openPool, StartError, sql } from '../db/index.ts'
import { openLog, openMetrics } from '../observe/index.ts'
import { banner } from './banner.ts'
import { openInstallation } from './installation.ts'
import { VERSION } from './version.ts'

async function listen(
  server: FastifyInstance | undefined,
  host: string,
  port: number | undefined,
): Promise<void> {
  if (server === undefined || port === undefined) return
  try {
    await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} on ${host} is in use by another program: stop it, or set another port.`,
      )
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`Cannot listen on ${host}:${port} (${code}): set CAIRN_HOST and CAIRN_PORT.`)
    throw error
  }
}

const ping = sql({ name: 'health.ping', text: 'select 1' })

/** One connection of its own: full pools are no reason to be taken out of service. */
function readiness(url: string): { unready(): Promise<string | undefined>; close(): Promise<void> } {
  const db = openPool(url, {
    max: 1,
    applicationName: 'cairn health',
    statementTimeoutMs: 1500,
    waitMs: 1500,
  })
  return {
    unready: () =>
      db.execute(ping).then(
        () => undefined,
        () => 'The database cannot be reached.',
      ),
    close: () => db.close(),
  }
}

/** One Ctrl-C arrives twice, from the terminal and passed on by npm: only a later one is somebody who will not wait. */
const IMPATIENT_MS = 1000

function untilSignal(): Promise<string> {
  return new Promise(resolve => {
    let since: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (since !== undefined && Date.now() - since > IMPATIENT_MS) process.exit(1)
        since ??= Date.now()
        resolve(signal)
      })
  })
}

/** Requests under way may end; after the grace, they are cut off. */
async function closeWithin(app: App, milliseconds: number): Promise<void> {
  const late = setTimeout(() => {
    for (const server of [app.api, app.auth, app.admin]) server?.server.closeAllConnections()
  }, milliseconds).unref()
  await app.close()
  clearTimeout(late)
}

export async function serve(config: Config, warnings: readonly string[]): Promise<void> {
  // From the first moment: a signal that comes while things are being opened is heeded once they are, and closes them.
  const signalled = untilSignal()
  const log = openLog(config.logLevel)
  const say = (message: string) => log.info({}, message)
  for (const warning of warnings) log.warn({}, warning)
  process.on('unhandledRejection', error => log.error({ error }, 'a promise was left to fail'))

  const installation = await openInstallation(config, { alone: true, log: say })
  const health = readiness(installation.url)
  const closing = [() => installation.close(), () => health.close()]
  try {
    const { db, url: databaseUrl, secretKey } = installation
    const first = await firstClient(db, await checkedVault(db, secretKey), config)
    const app = await buildApp({
      config,
      db,
      databaseUrl,
      secretKey,
      log,
      metrics: openMetrics(),
      version: VERSION,
      unready: health.unready,
      now: Date.now,
    })
    closing.push(() => closeWithin(app, config.shutdownGrace))
    await listen(app.api, config.host, config.port)
    await listen(app.auth, config.host, config.authPort)
    await listen(app.admin, config.host, config.adminPort)
    if (config.environment === 'development') process.stdout.write(banner(config, first))
    log.info({ version: VERSION, baseUrl: config.baseUrl, authUrl: config.authUrl }, 'ready')
    const signal = await signalled
    log.info({ signal }, 'stopping')
  } finally {
    for (const close of closing.reverse()) await close()
    log.info({}, 'stopped')
    log.flush()
  }
}
