/** Settings of a tenant: those of the server, with some that each tenant may have different. */
import { join } from 'node:path'
import {
  type Config,
  ConfigError,
  configWith,
  effectiveSettings,
  requireConsistent,
  settingRows,
} from '../settings/index.ts'
import type { TenantAccess } from './registry.ts'
import type { Tenant } from './tenant.ts'

/** Settings that may differ between tenants: limits, life of tokens and sessions, and what depends on the organisation. */
export const OWN_SETTINGS: readonly string[] = [
  'CAIRN_AUDIT_RETENTION_MONTHS',
  'CAIRN_AUTH_BAD_ATTEMPTS',
  'CAIRN_BODY_LIMIT',
  'CAIRN_CHANGE_READERS_PER_CLIENT',
  'CAIRN_CORS_ORIGINS',
  'CAIRN_DRAFT_DAYS',
  'CAIRN_IDENTITY_PROVIDERS',
  'CAIRN_LIVE_MAX',
  'CAIRN_LIVE_MAX_ROWS',
  'CAIRN_LIVE_PER_CLIENT',
  'CAIRN_MAX_CHANGE_READERS',
  'CAIRN_MAX_DATABASE_SIZE',
  'CAIRN_MAX_EHRS',
  'CAIRN_MAX_FINDINGS',
  'CAIRN_MAX_FOLDERS',
  'CAIRN_MAX_OBJECTS',
  'CAIRN_MAX_REQUESTS',
  'CAIRN_MAX_VERSIONS',
  'CAIRN_PATHS_PER_TEMPLATE',
  'CAIRN_PERSON_MATCH_WEIGHTS',
  'CAIRN_PERSON_TOKEN_LIFETIME',
  'CAIRN_QUERY_DEFAULT_FETCH',
  'CAIRN_QUERY_MAX_FETCH',
  'CAIRN_QUERY_PER_CLIENT',
  'CAIRN_QUERY_POOL',
  'CAIRN_QUERY_TIMEOUT_MS',
  'CAIRN_QUERY_WAITING',
  'CAIRN_REFRESH_CHAIN_LIFETIME',
  'CAIRN_REFRESH_TOKEN_LIFETIME',
  'CAIRN_SECOND_FACTOR',
  'CAIRN_SECURITY_CONTACT',
  'CAIRN_SESSION_FRESH',
  'CAIRN_SESSION_IDLE',
  'CAIRN_SESSION_LIFETIME',
  'CAIRN_TERMINOLOGY_URL',
  'CAIRN_TERRITORY',
  'CAIRN_TOKEN_LIFETIME',
  'CAIRN_WIRE_PROFILE',
]

interface OwnSetting {
  readonly variable: string
  readonly meaning: string
  /** Of the server: tenants that set no other have it. */
  readonly value: string
}

export function listOwnSettings(config: Config): readonly OwnSetting[] {
  const values = new Map(effectiveSettings(config).map(({ variable, value }) => [variable, value]))
  return settingRows()
    .filter(({ variable }) => OWN_SETTINGS.includes(variable))
    .map(({ variable, meaning }) => ({ variable, meaning, value: values.get(variable) ?? '' }))
}

/** A tenant with a path has the addresses for other clients below it too. */
const prefixesBelow = ({ prefixes, numberedPrefixes }: Config, baseUrl: string) => {
  const path = new URL(baseUrl).pathname.replace(/\/$/, '')
  const below = (all: readonly string[]) => all.map(prefix => path + prefix)
  return { prefixes: below(prefixes), numberedPrefixes: below(numberedPrefixes) }
}

/** The part of a tenant that its settings are made of. */
type Configured = Pick<Tenant, 'tenantId' | 'baseUrl' | 'systemId' | 'settings'>

/** The settings of a plain server that would serve the tenant alone. Throws `ConfigError`. */
export function tenantConfig(
  config: Config,
  { tenantId, baseUrl, systemId, settings }: Configured,
  access?: TenantAccess,
): Config {
  const own = configWith(config, {
    ...settings,
    CAIRN_BASE_URL: baseUrl,
    CAIRN_SYSTEM_ID: systemId,
    CAIRN_SECRET_KEY: access?.secretKey,
    CAIRN_DATABASE_URL: access?.databaseUrl,
    CAIRN_DATABASE_OWNER_URL: access?.ownerUrl,
  })
  return {
    ...own,
    ...prefixesBelow(config, baseUrl),
    // Each open tenant counts with the connections of the server's settings.
    queryPool: Math.min(own.queryPool, config.queryPool),
    dataDir: join(config.dataDir, 'tenants', tenantId),
    // Erasures of one tenant must not be repeated in another.
    erasureLog: config.erasureLog === undefined ? undefined : `${config.erasureLog}.${tenantId}`,
    adminPort: undefined,
    tenantsUrl: undefined,
  }
}

/** Refuses settings that a tenant cannot have, or that contradict others. Throws `ConfigError`. */
export function requireOwnSettings(config: Config, tenant: Configured): void {
  const variables = Object.keys(tenant.settings)
  const others = variables.filter(variable => !OWN_SETTINGS.includes(variable))
  if (others.length > 0)
    throw new ConfigError(
      others.map(
        variable => `${variable}: it is no setting of a tenant, which are ${OWN_SETTINGS.join(', ')}`,
      ),
    )
  if (Number(tenant.settings['CAIRN_QUERY_POOL']) > config.queryPool)
    throw new ConfigError([`CAIRN_QUERY_POOL: at most ${config.queryPool}, the value of the server`])
  requireConsistent(tenantConfig(config, tenant), variables)
}
