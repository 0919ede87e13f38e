/** Reads the settings from the environment, checks them together, and derives what is left out. */
import { UnexpectedValue } from './config-values.ts'
import { SETTINGS, type Setting } from './table.ts'

type SettingValues = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never
}

/** All settings, read and checked, with the derived ones. */
export interface Config extends Omit<SettingValues, 'baseUrl' | 'authUrl' | 'issuerAudience'> {
  readonly baseUrl: string
  readonly authUrl: string
  readonly issuerAudience: string
  /** `{base_url}/openehr/v1` and, while no base URL is set, its loopback spellings. */
  readonly audiences: readonly string[]
}

/** All faults of the environment together; each line names its variable. */
export class ConfigError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(`The settings cannot be used:\n${lines.map(line => `  ${line}`).join('\n')}`)
    this.lines = lines
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads one setting; a value that cannot be used becomes a fault. */
function readSetting(entry: Setting<unknown>, given: string | undefined, faults: string[]): unknown {
  try {
    return given === undefined ? undefined : entry.read(given)
  } catch (error) {
    if (!(error instanceof UnexpectedValue)) throw error
    const shown = entry.secret ? 'it is not' : `"${given}" is not`
    faults.push(`${entry.variable}: ${shown} ${error.message}`)
    return undefined
  }
}

export function readConfig(environment: Environment): { config: Config; warnings: readonly string[] } {
  const faults: string[] = []
  const read: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries<Setting<unknown>>(SETTINGS))
    read[name] = readSetting(entry, environment[entry.variable] || entry.default, faults)
  const unknown = unknownVariables(environment)
  if (environment['CAIRN_ENV'] === 'production') faults.push(...unknown)
  // A setting that cannot be read is already reported.
  const said = new Set(faults.flatMap(variablesIn))
  const contrary = contradictions(read as unknown as Partial<SettingValues>)
  faults.push(...contrary.filter(line => !variablesIn(line).some(variable => said.has(variable))))
  if (faults.length > 0) throw new ConfigError(faults)
  return { config: derive(read as unknown as SettingValues), warnings: unknown }
}

/** The same settings, with some of them replaced; what is derived from them is derived again. Throws `ConfigError`. */
export function configWith(config: Config, replaced: Environment): Config {
  const faults: string[] = []
  const read: Record<string, unknown> = { ...config, authUrl: undefined, issuerAudience: undefined }
  for (const [name, entry] of Object.entries<Setting<unknown>>(SETTINGS))
    if (Object.hasOwn(replaced, entry.variable))
      read[name] = readSetting(entry, replaced[entry.variable], faults)
  if (faults.length > 0) throw new ConfigError(faults)
  return derive(read as unknown as SettingValues)
}

const variablesIn = (line: string): string[] => line.match(/\bCAIRN_\w+/g) ?? []

/** Read by the command line alone, which is used in the same shell as commands of the operator. */
const OF_THE_COMMAND_LINE = [
  'CAIRN_SERVER_URL',
  'CAIRN_SERVER_AUTH_URL',
  'CAIRN_CLIENT_ID',
  'CAIRN_CLIENT_SECRET',
  'CAIRN_SCOPE',
  'CAIRN_PROFILE',
]

/** `CAIRN_TEST_…` and `CAIRN_CORPUS` belong to the test suite. */
function unknownVariables(environment: Environment): string[] {
  const settings = Object.values<Setting<unknown>>(SETTINGS).map(entry => entry.variable)
  const known = new Set([...settings, ...OF_THE_COMMAND_LINE])
  return Object.keys(environment)
    .filter(name => /^CAIRN_(?!TEST_|CORPUS$)/.test(name) && !known.has(name))
    .map(name => `${name}: there is no such setting; "cairn config" lists them`)
}

/** Finds faults that concern several settings together. */
function contradictions(read: Partial<SettingValues>): string[] {
  const faults: string[] = []
  if ((read.bootstrapClientId === undefined) !== (read.bootstrapClientSecret === undefined))
    faults.push('CAIRN_BOOTSTRAP_CLIENT_ID and CAIRN_BOOTSTRAP_CLIENT_SECRET: set both, or neither')
  if (
    read.queryDefaultFetch !== undefined &&
    read.queryDefaultFetch > (read.queryMaxFetch ?? Number.POSITIVE_INFINITY)
  )
    faults.push('CAIRN_QUERY_DEFAULT_FETCH: at most CAIRN_QUERY_MAX_FETCH')
  if (read.lockTimeout !== undefined && read.lockTimeout > (read.databaseTimeout ?? Number.POSITIVE_INFINITY))
    faults.push('CAIRN_LOCK_TIMEOUT_MS: at most CAIRN_DATABASE_TIMEOUT_MS')
  if ((read.tlsCert === undefined) !== (read.tlsKey === undefined))
    faults.push('CAIRN_TLS_CERT and CAIRN_TLS_KEY: set both, or neither')
  if (read.tenantsUrl !== undefined) faults.push(...contraryToTenants(read))
  if (read.environment !== 'production') return faults
  if (read.authentication === 'off') faults.push('CAIRN_AUTH: authentication cannot be off in production')
  if (read.secretKey === undefined)
    faults.push(
      'CAIRN_SECRET_KEY: production needs a secret of its own, such as "openssl rand -base64 48" prints',
    )
  if (read.databaseUrl === undefined && read.tenantsUrl === undefined)
    faults.push(
      'CAIRN_DATABASE_URL: production needs a PostgreSQL of its own; the embedded one is for trying out',
    )
  if (read.bootstrapClientSecret !== undefined && read.bootstrapClientSecret.length < 32)
    faults.push('CAIRN_BOOTSTRAP_CLIENT_SECRET: at least 32 characters in production')
  return faults
}

/** Throws `ConfigError` if one of these settings contradicts another. */
export function requireConsistent(config: Config, variables: readonly string[]): void {
  const contrary = contradictions({ ...config, tenantsUrl: undefined })
  const faults = contrary.filter(line => variablesIn(line).some(variable => variables.includes(variable)))
  if (faults.length > 0) throw new ConfigError(faults)
}

/** Settings that each tenant has in the registry, or that are for a server of one organisation. */
const OF_ONE_ORGANISATION = [
  'databaseUrl',
  'databaseOwnerUrl',
  'databaseReadUrl',
  'baseUrl',
  'authUrl',
  'authPort',
  'issuer',
  'bootstrapClientId',
  'bootstrapClientSecret',
] as const

function contraryToTenants(read: Partial<SettingValues>): string[] {
  const faults = OF_ONE_ORGANISATION.filter(name => read[name] !== undefined).map(
    name =>
      `${SETTINGS[name].variable}: it cannot be set with CAIRN_TENANTS_URL, since each tenant has its own`,
  )
  if (read.secretKey === undefined)
    faults.push('CAIRN_SECRET_KEY: a server of many tenants needs it; it seals the secrets in the registry')
  if (read.authentication === 'off')
    faults.push('CAIRN_AUTH: authentication cannot be off for tenants, which are kept apart by their tokens')
  if (read.processes !== undefined && read.processes > 1)
    faults.push('CAIRN_PROCESSES: a server of many tenants has one process')
  const share = connectionsOfTenant({ databasePool: 0, queryPool: 0, queryWorkers: 0, ...read })
  if (read.tenantConnections !== undefined && read.tenantConnections < share)
    faults.push(
      `CAIRN_TENANT_CONNECTIONS: at least ${share}, which one tenant may use; lower CAIRN_DATABASE_POOL, CAIRN_QUERY_POOL or CAIRN_QUERY_WORKERS`,
    )
  return faults
}

/** For the audit trail (2), the owner (2), notifications, health checks, and verification (3). */
const OTHER_CONNECTIONS = 9

/** Connections that an open tenant may use at most. */
export const connectionsOfTenant = ({
  databasePool,
  queryPool,
  queryWorkers,
}: Pick<Config, 'databasePool' | 'queryPool' | 'queryWorkers'>): number =>
  databasePool + queryPool + queryWorkers + OTHER_CONNECTIONS

function derive(read: SettingValues): Config {
  const scheme = read.tlsCert === undefined ? 'http' : 'https'
  const baseUrl = read.baseUrl ?? `${scheme}://localhost:${read.port}`
  const authUrl =
    read.authUrl ?? (read.authPort === undefined ? baseUrl : `${scheme}://localhost:${read.authPort}`)
  const audience = `${baseUrl}/openehr/v1`
  const loopback = ['127.0.0.1', '[::1]'].map(host => `${scheme}://${host}:${read.port}/openehr/v1`)
  return {
    ...read,
    baseUrl,
    authUrl,
    issuerAudience: read.issuerAudience ?? audience,
    audiences: read.baseUrl === undefined ? [audience, ...loopback] : [audience],
  }
}

export interface SettingRow {
  readonly name: string
  readonly variable: string
  readonly default: string
  readonly meaning: string
}

/** The table as the documentation prints it. */
export function settingRows(): SettingRow[] {
  return Object.entries<Setting<unknown>>(SETTINGS).map(([name, entry]) => ({
    name,
    variable: entry.variable,
    default: entry.unset ?? (entry.default ? `\`${entry.default}\`` : 'none'),
    meaning: entry.meaning,
  }))
}

/** The values in force, to be printed; of a secret only that it is set. */
export function effectiveSettings(config: Config): { variable: string; value: string }[] {
  return Object.entries<Setting<unknown>>(SETTINGS).map(([name, entry]) => {
    const value = (config as unknown as Record<string, unknown>)[name]
    if (value === undefined) return { variable: entry.variable, value: `(${entry.unset})` }
    if (entry.secret) return { variable: entry.variable, value: '(set, not shown)' }
    return { variable: entry.variable, value: Array.isArray(value) ? value.join(',') : String(value) }
  })
}
