/** Opens the authorization room: keys, clients, authentication and endpoints. */
import type { JWK } from 'jose'
import type { Config } from '../config.ts'
import { type Changes, type Database, StartError } from '../db/index.ts'
import { type Authenticate, type BoundEndpoint, bind } from '../http/index.ts'
import { repeatAtInterval } from '../interval.ts'
import { openVault, type Vault } from '../vault.ts'
import { allowEverybody, createAuthenticator } from './authenticate.ts'
import { badAttempts } from './bad-attempts.ts'
import { type ClientDirectory, openClientDirectory } from './client-directory.ts'
import { clientEndpoints } from './client-endpoints.ts'
import { createClient } from './clients.ts'
import { authorizationEndpoints, resourceEndpoints } from './endpoints.ts'
import { type KeyRing, openKeyRing } from './key-ring.ts'
import { findClient, listClients, secretKeyCheck } from './store.ts'
import { foreignTokens, ownTokens } from './verify-token.ts'

export interface Authorization {
  readonly authenticate: Authenticate
  /** For `{auth_url}`; empty when a foreign issuer is trusted instead. */
  readonly publicEndpoints: readonly BoundEndpoint[]
  /** For `{base_url}`: names the server that issues the API's tokens. */
  readonly resourceEndpoints: readonly BoundEndpoint[]
  readonly adminEndpoints: readonly BoundEndpoint[]
  close(): void
}

export interface AuthorizationOptions {
  readonly config: Config
  readonly db: Database
  readonly changes: Changes
  readonly vault: Vault
  /** Published beside the keys of tokens, so that anybody can check the signature of a version. */
  readonly recordKeys: readonly JWK[]
  readonly now: () => number
  readonly failed: (error: unknown) => void
}

/** Finds changes that nobody announced, such as those of an operator in SQL, and keys whose last token has expired. */
const REFRESH_MS = 2000

export async function checkedVault(db: Database, secretKey: string): Promise<Vault> {
  const vault = openVault(secretKey)
  if (!vault.check.equals(await secretKeyCheck(db, vault.check)))
    throw new StartError(
      'CAIRN_SECRET_KEY is not the one that this database was set up with: use that one again.',
    )
  return vault
}

function authenticateWith(
  { config, now }: AuthorizationOptions,
  keys: KeyRing,
  clients: ClientDirectory,
): Authenticate {
  if (config.authentication === 'off') return allowEverybody
  if (config.issuer !== undefined) {
    const expected = { issuer: config.issuer, audiences: [config.issuerAudience], now }
    return createAuthenticator({
      verify: foreignTokens(config.issuerJwksUri, expected),
      clients: undefined,
      now,
    })
  }
  const expected = { issuer: config.authUrl, audiences: config.audiences, now }
  return createAuthenticator({ verify: ownTokens(keys, expected), clients, now })
}

export async function openAuthorization(options: AuthorizationOptions): Promise<Authorization> {
  const { config, db, changes, vault, recordKeys, now, failed } = options
  const keys = await openKeyRing(db, vault, { tokenLifetime: config.tokenLifetime, now })
  changes.on('keys', keys.refresh)
  const clients = await openClientDirectory(db, changes)
  const close = repeatAtInterval(REFRESH_MS, () => Promise.all([clients.refresh(), keys.refresh()]), failed)
  const addresses = { baseUrl: config.baseUrl, authUrl: config.issuer ?? config.authUrl }
  const needs = {
    db,
    changes,
    vault,
    keys,
    recordKeys,
    addresses,
    audiences: config.audiences,
    attempts: badAttempts(config.badAttempts, now, changes),
    issuer: { issuer: config.authUrl, tokenLifetime: config.tokenLifetime, keys, now },
  }
  return {
    authenticate: authenticateWith(options, keys, clients),
    publicEndpoints: config.issuer === undefined ? bind(authorizationEndpoints(addresses), needs) : [],
    resourceEndpoints: bind(resourceEndpoints(addresses), addresses),
    adminEndpoints: bind(clientEndpoints, needs),
    close,
  }
}

/** Creates the first client of an installation, with all scopes; does nothing when there are clients already. */
export async function firstClient(
  db: Database,
  vault: Vault,
  { bootstrapClientId, bootstrapClientSecret, environment }: Config,
): Promise<{ clientId: string; secret: string | undefined } | undefined> {
  const wanted = { name: 'First client', scopes: ['api.read', 'api.write', 'api.admin'] as const }
  if (bootstrapClientId !== undefined) {
    if (await findClient(db, bootstrapClientId)) return undefined
    await createClient(db, vault, { ...wanted, clientId: bootstrapClientId, secret: bootstrapClientSecret })
    return { clientId: bootstrapClientId, secret: undefined }
  }
  // A secret must not be written to a production log; `cairn client create` makes the first client there.
  if (environment === 'production' || (await listClients(db)).length > 0) return undefined
  const { client, secret } = await createClient(db, vault, wanted)
  return { clientId: client.clientId, secret }
}
