/** `cairn serve`: opens everything, listens, and on a signal closes everything in the reverse order. */
import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { checkedVault, firstClient, hasActiveClient } from '../auth/index.ts'
import { type Log, oneProcess, openOutputLog } from '../observe/index.ts'
import { firstInvitation } from '../people/index.ts'
import { type Config, filesNeeded, openFilesLimit } from '../settings/index.ts'
import { banner } from './banner.ts'
import { type Installation, openInstallation } from './installation.ts'
import { serveInProcess } from './processes/server-process.ts'
import { openSupervisor } from './processes/supervisor.ts'
import { startApp } from './running-app.ts'
import { requireSameSettings } from './same-settings.ts'
import { hasReload, reload, reportEnd, requireDurable } from './serving.ts'
import { untilParentEnds, untilSignal } from './signals.ts'
import { VERSION } from './version.ts'

/** Time after which a silent connection no longer keeps the process alive. */
const LINGER_MS = 300

function fewFilesWarning(config: Config): string | undefined {
  const needed = filesNeeded(config)
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

/** The server until it is told to stop. */
interface Serving {
  /** Returns false if not everything had ended in time. */
  close(): Promise<boolean>
}

async function serveAlone(config: Config, installation: Installation, log: Log): Promise<Serving> {
  const app = await startApp(config, installation, { log, processes: oneProcess() })
  if (hasReload(config)) process.on('SIGHUP', () => reload(app, log))
  return app
}

function openTransportWarning({ environment, tlsCert, trustedProxies }: Config): string | undefined {
  return environment === 'production' && tlsCert === undefined && trustedProxies.length === 0
    ? 'passwords and records are sent unencrypted; set CAIRN_TLS_CERT and CAIRN_TLS_KEY, or CAIRN_TRUSTED_PROXIES if a proxy in front has TLS'
    : undefined
}

const NO_CLIENT =
  'no client is registered, so no program can get a token; run "cairn client create --name \'My app\' --scopes api.read,api.write" with the settings of this server'

async function serveByProcesses(config: Config, installation: Installation, log: Log): Promise<Serving> {
  const supervisor = await openSupervisor(config, installation, log)
  // A terminal that is closed sends SIGHUP too, and then the server ends.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => void supervisor.restart())
  return supervisor
}

async function serveOne(config: Config, log: Log, signalled: Promise<string>): Promise<void> {
  const installation = await openInstallation(config, { alone: true, log: message => log.info({}, message) })
  let serving: Serving | undefined
  try {
    const { db, secretKey } = installation
    await requireDurable(db, config, log)
    await requireSameSettings(db, config)
    const vault = await checkedVault(db, secretKey)
    const first = await firstClient(db, vault, config)
    serving = await (config.processes > 1 ? serveByProcesses : serveAlone)(config, installation, log)
    if (config.environment === 'development') {
      // A link that lets somebody in must not be written to a production log; `cairn account first` prints it there.
      const isOwn = config.issuer === undefined && config.authentication === 'on'
      const needs = { db, vault, authUrl: config.authUrl, now: Date.now }
      process.stdout.write(banner(config, first, isOwn ? await firstInvitation(needs) : undefined))
    }
    const needsClient = config.issuer === undefined && !(await hasActiveClient(db))
    if (needsClient) log.warn({}, NO_CLIENT)
    const { processes, baseUrl, authUrl } = config
    log.info({ version: VERSION, baseUrl, authUrl, ...(processes > 1 ? { processes } : {}) }, 'ready')
    const signal = await signalled
    log.info({ signal }, 'stopping')
  } finally {
    const isClosed = serving === undefined || (await serving.close())
    await reportEnd(isClosed, installation.close(), log)
  }
}

export async function serve(
  config: Config,
  args: readonly string[],
  { warnings, startedByNpm }: Start,
): Promise<void> {
  parseArgs({ args: [...args], options: {} })
  if (cluster.isWorker) return serveInProcess(config)
  // Installed first: a signal that arrives during the start stops the server once it has started.
  const endsOnHangup = !hasReload(config)
  const told = untilSignal(endsOnHangup ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'])
  const signalled = startedByNpm ? Promise.race([told, untilParentEnds()]) : told
  const log = openOutputLog(config.logLevel, config.logFormat)
  const found = [fewFilesWarning(config), openTransportWarning(config)].filter(each => each !== undefined)
  for (const warning of [...warnings, ...found]) log.warn({}, warning)
  process.on('unhandledRejection', error => log.error({ error }, 'unhandled promise rejection'))

  try {
    if (config.tenantsUrl === undefined) await serveOne(config, log, signalled)
    else await (await import('./serve-tenants.ts')).serveTenants(config, log, signalled)
  } finally {
    log.flush()
    setTimeout(() => process.exit(), LINGER_MS).unref()
  }
}
