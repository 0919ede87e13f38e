/** `cairn serve`: opens everything, listens, and on a signal closes everything in the reverse order. */
import type { FastifyInstance } from 'fastify'
import { type App, buildApp } from '../app.ts'
import { checkedVault, firstClient } from '../auth/index.ts'
import type { Config } from '../config.ts'
import { openPool, StartError, sql } from '../db/index.ts'
import { openLog, openMetrics } from '../observe/index.ts'
import { openFilesLimit } from '../open-files.ts'
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

/** Uses its own connection, so that full pools do not make the server look unready. */
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

/** One Ctrl-C arrives twice, from the terminal and from npm: only a signal after this time is a second Ctrl-C. */
const IMPATIENT_MS = 1000

function untilSignal(): Promise<string> {
  return new Promise(resolve => {
    let since: number | undefined
    // SIGHUP means that the terminal was closed; it does not reload settings, which are read only at the start.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (since !== undefined && Date.now() - since > IMPATIENT_MS) process.exit(1)
        since ??= Date.now()
        resolve(signal)
      })
  })
}

const LOOK_FOR_PARENT_MS = 500

/** npm passes on only SIGINT and SIGTERM, and a shell in between passes on nothing, so the end of the parent must be noticed here. */
function untilParentEnds(): Promise<string> {
  const parent = process.ppid
  return new Promise(resolve => {
    const looking = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(looking)
      resolve('npm ended')
    }, LOOK_FOR_PARENT_MS)
    looking.unref()
  })
}

/** Time for the audit trail to be written once all requests have ended, and then for the database connections to close. */
const FINISH_MS = 1500
const LINGER_MS = 300

/** Returns false if the work takes longer; it is then not waited for. */
async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let late: NodeJS.Timeout | undefined
  const tooLong = new Promise<boolean>(done => {
    late = setTimeout(() => done(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), tooLong])
  } finally {
    clearTimeout(late)
  }
}

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

/** Open files other than connections: the log, program files, temporary files. */
const OTHER_FILES = 64

function fewFilesWarning({ databasePool, queryPool, queryWorkers, maxRequests }: Config): string | undefined {
  const needed = databasePool + queryPool + queryWorkers + maxRequests + OTHER_FILES
  const limit = openFilesLimit() ?? needed
  return limit < needed
    ? `this process may open ${limit} files, and its settings may need ${needed}: raise the limit ("ulimit -n ${needed}"), or lower CAIRN_MAX_REQUESTS`
    : undefined
}

export interface Start {
  readonly warnings: readonly string[]
  /** The server stops when npm does. */
  readonly startedByNpm: boolean
}

export async function serve(config: Config, { warnings, startedByNpm }: Start): Promise<void> {
  // Installed first: a signal that arrives during the start stops the server once it has started.
  const signalled = startedByNpm ? Promise.race([untilSignal(), untilParentEnds()]) : untilSignal()
  const log = openLog(config.logLevel)
  const say = (message: string) => log.info({}, message)
  for (const warning of [...warnings, fewFilesWarning(config) ?? []].flat()) log.warn({}, warning)
  process.on('unhandledRejection', error => log.error({ error }, 'a promise was rejected and not handled'))

  const installation = await openInstallation(config, { alone: true, log: say })
  const health = readiness(installation.url)
  let app: App | undefined
  try {
    const { db, url: databaseUrl, secretKey } = installation
    const first = await firstClient(db, await checkedVault(db, secretKey), config)
    app = await buildApp({
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
    await listen(app.api, config.host, config.port)
    await listen(app.auth, config.host, config.authPort)
    await listen(app.admin, config.host, config.adminPort)
    if (config.environment === 'development') process.stdout.write(banner(config, first))
    log.info({ version: VERSION, baseUrl: config.baseUrl, authUrl: config.authUrl }, 'ready')
    const signal = await signalled
    log.info({ signal }, 'stopping')
  } finally {
    const isClosed = app === undefined || (await closeApp(app, config.shutdownGrace))
    const closed = Promise.all([health.close(), installation.close()])
    if (isClosed) {
      await closed
      log.info({}, 'stopped')
    } else {
      await endsWithin(FINISH_MS, closed)
      log.error({}, 'stopped before everything had ended: the last audit events may be missing')
      process.exitCode = 1
    }
    log.flush()
    // A silent connection must not keep the process alive.
    setTimeout(() => process.exit(), LINGER_MS).unref()
  }
}
