/** Opens the authorization room: keys, clients, authentication and endpoints. */
import type { JWK } from 'jose'
import { type Changes, type Database, earlierTime, StartError } from '../db/index.ts'
import { type Authenticate, type BoundEndpoint, bind, CLIENT_SCOPES } from '../http/index.ts'
import type { Jobs } from '../observe/index.ts'
import type { People } from '../people/index.ts'
import type { Vault } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import { allowEverybody, createAuthenticator } from './authenticate.ts'
import type { LaunchPatients, LaunchRecords } from './authorize/launch-records.ts'
import { callersByBasic } from './basic.ts'
import { isClientScope } from './clients/client.ts'
import { openClientUse } from './clients/client-use.ts'
import { createClient } from './clients/clients.ts'
import { openClientDirectory } from './clients/directory.ts'
import { clientEndpoints } from './clients/endpoints.ts'
import { type OwnScopeNeeds, ownScopesOf } from './clients/own-scopes.ts'
import { clientRequestEndpoints } from './clients/request-endpoints.ts'
import { sweepRequests } from './clients/request-store.ts'
import { findClient, listClients } from './clients/store.ts'
import { sessionEndpoints } from './ehrscape-session.ts'
import {
  type AuthorizationNeeds,
  authorizationEndpoints,
  fhirDiscoveryEndpoints,
  resourceEndpoints,
} from './endpoints.ts'
import { personAppEndpoints } from './grants/endpoints.ts'
import { openRevocations } from './grants/revocations.ts'
import { sweepGrants } from './grants/store.ts'
import { openKeyRing } from './key-ring.ts'
import { deliverNotices } from './logout/deliver.ts'
import { personAccessEndpoints } from './person-access/endpoints.ts'
import { callersOfSession } from './session-caller.ts'
import { type FindStandingCaller, standingCallers } from './standing-caller.ts'
import { openRemoteKeys } from './token/assertion.ts'
import { badAttempts } from './token/bad-attempts.ts'
import { checkedProof } from './token/dpop.ts'
import { proofIn } from './token/request.ts'
import type { OwnTokenNeeds } from './verified-tokens.ts'
import { foreignTokens, ownTokens, type Verify } from './verify-token.ts'

export interface Authorization {
  readonly authenticate: Authenticate
  /** For work that the service does for a caller later. */
  readonly findStandingCaller: FindStandingCaller
  /** For `{auth_url}`; empty when a foreign issuer is trusted instead. */
  readonly publicEndpoints: readonly BoundEndpoint[]
  /** For `{base_url}`: names the server that issues the API's tokens. */
  readonly resourceEndpoints: readonly BoundEndpoint[]
  /** For the address of the FHIR API. */
  readonly fhirEndpoints: readonly BoundEndpoint[]
  readonly adminEndpoints: readonly BoundEndpoint[]
  /** Sessions of EhrScape, for the addresses of its clients; empty when a foreign issuer is trusted instead. */
  readonly sessionEndpoints: readonly BoundEndpoint[]
  /** Writes the last use of clients. */
  close(): Promise<void>
}

export interface AuthorizationOptions {
  readonly config: Config
  readonly db: Database
  readonly changes: Changes
  readonly vault: Vault
  /** Published beside the keys of tokens, so that anybody can check the signature of a version. */
  readonly recordKeys: readonly JWK[]
  readonly people: People
  readonly records: LaunchRecords
  readonly patients: LaunchPatients
  readonly now: () => number
  readonly jobs: Jobs
  readonly failed: (error: unknown) => void
}

/** Finds changes that nobody announced, such as those of an operator in SQL, and keys whose last token has expired. */
const REFRESH_MS = 2000

const SWEEP_MS = 10 * 60 * 1000

/** Apps are told of the end of a session this soon. */
const NOTICES_MS = 1000

const originsOf = (urls: readonly string[]): string[] => [...new Set(urls)]

/** Keys, clients and revocations in memory, which announcements and the refresh keep current. */
async function openTokenState({ config, db, changes, vault, now }: AuthorizationOptions) {
  const longest = Math.max(config.tokenLifetime, config.personTokenLifetime)
  const keys = await openKeyRing(db, vault, { tokenLifetime: longest, now })
  changes.on('keys', keys.refresh)
  const clients = await openClientDirectory(db, changes)
  const revocations = await openRevocations(db, now, (longest + 60) * 1000)
  changes.on('revocations', revocations.refresh)
  return {
    keys,
    clients,
    revocations,
    use: openClientUse(db, now),
    refresh: () => Promise.all([clients.refresh(), keys.refresh(), revocations.refresh()]),
  }
}

type TokenState = Awaited<ReturnType<typeof openTokenState>>
type EndpointNeeds = AuthorizationNeeds & { readonly vault: Vault }

function endpointNeeds(options: AuthorizationOptions, state: TokenState): EndpointNeeds {
  const { config, changes, vault, recordKeys, people, records, patients, now } = options
  const { keys, clients, use, revocations } = state
  const { authUrl, audiences: resources } = config
  return {
    ...people,
    vault,
    keys,
    recordKeys,
    addresses: { baseUrl: config.baseUrl, authUrl: config.issuer ?? authUrl },
    resources,
    clients,
    use,
    revocations,
    verify: ownTokens(keys, { issuer: authUrl, audiences: resources, now }),
    records,
    patients,
    people: people.directory,
    origins: originsOf([authUrl, config.baseUrl, ...resources.map(each => new URL(each).origin)]),
    issuerUrl: authUrl,
    audiences: [authUrl, `${authUrl}/oauth/token`],
    remoteKeys: openRemoteKeys(people.outgoing),
    attempts: badAttempts(config.badAttempts, now, changes),
    issuer: { issuer: authUrl, keys, now },
    tokenLifetime: config.tokenLifetime,
    personTokenLifetime: config.personTokenLifetime,
    refreshTokenLifetime: config.refreshTokenLifetime,
    refreshChainLifetime: config.refreshChainLifetime,
  }
}

/** Starts the background jobs. Returns a function that stops them. */
function keepAuthorization(
  { db, now, jobs, failed }: AuthorizationOptions,
  { refresh, use }: TokenState,
  needs: EndpointNeeds,
): () => void {
  const repeat = (name: string, milliseconds: number, work: () => Promise<unknown>) =>
    jobs.repeat({ name, milliseconds, work, failed })
  const stops = [
    repeat('authorization_refresh', REFRESH_MS, () => Promise.all([refresh(), use.write()])),
    repeat('grants_sweep', SWEEP_MS, async () => {
      await sweepGrants(db, await earlierTime(db, now()))
      await sweepRequests(db)
    }),
    repeat('logout_notices', NOTICES_MS, () => deliverNotices(needs)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Needs of the check of the service's own tokens. */
const ownTokenNeeds = (
  { changes, people }: AuthorizationOptions,
  { refresh, clients, use, revocations }: TokenState,
  needs: EndpointNeeds,
): OwnTokenNeeds => ({
  isCurrent: changes.isCurrent,
  refresh: () => Promise.all([refresh(), people.directory.refresh()]),
  clients,
  use,
  people: people.directory,
  revocations,
  checkProof: async ({ headers, method, url }, token) => {
    const { proof } = proofIn({ headers, target: url }, method)
    return checkedProof(needs, { proof, method, url }, token)
  },
  callersByBasic: (authorization, address) => callersByBasic(needs, authorization, address),
  callersOfSession: callersOfSession(people),
})

const callersAre = ({ authentication, issuer }: Config): OwnScopeNeeds['callersAre'] =>
  authentication === 'off' ? 'everybody' : issuer === undefined ? 'registered' : 'token'

function adminEndpoints({ config, people }: AuthorizationOptions, needs: EndpointNeeds): BoundEndpoint[] {
  const own: OwnScopeNeeds = {
    clients: needs.clients,
    people: people.directory,
    callersAre: callersAre(config),
  }
  return [
    ...bind([...clientEndpoints, ...clientRequestEndpoints], { ...needs, own }),
    ...bind(personAppEndpoints, needs),
    ...bind(personAccessEndpoints, { ...needs, sessionIdle: config.sessionIdle }),
    ...people.adminEndpoints(async caller => {
      const has = await ownScopesOf(own, caller)
      return scope => isClientScope(scope) && has(scope)
    }),
  ]
}

export async function openAuthorization(options: AuthorizationOptions): Promise<Authorization> {
  const { config, people, failed } = options
  const state = await openTokenState(options)
  const needs = endpointNeeds(options, state)
  const { addresses, verify } = needs
  const issuesTokens = config.issuer === undefined
  const own = ownTokenNeeds(options, state, needs)
  const authenticate = authenticateWith(options, verify, own)
  const stopJobs = keepAuthorization(options, state, needs)
  return {
    authenticate,
    findStandingCaller: standingCallers({ db: options.db, callersAre: callersAre(config), own }),
    publicEndpoints: issuesTokens
      ? bind(authorizationEndpoints(addresses, people.contextOf), needs, () => needs)
      : [],
    resourceEndpoints: bind(resourceEndpoints(addresses), addresses),
    fhirEndpoints: bind(fhirDiscoveryEndpoints, addresses),
    adminEndpoints: adminEndpoints(options, needs),
    sessionEndpoints: issuesTokens ? bind(sessionEndpoints, needs) : [],
    close: async () => {
      stopJobs()
      await state.use.write(true).catch(failed)
    },
  }
}

function authenticateWith(
  { config, now, people }: AuthorizationOptions,
  verify: Verify,
  own: OwnTokenNeeds,
): Authenticate {
  if (config.authentication === 'off') return allowEverybody
  const freshSeconds = config.sessionFresh
  if (config.issuer === undefined) return createAuthenticator({ verify, own, now, freshSeconds })
  const named = { CAIRN_AUTH_ISSUER: config.issuer, CAIRN_AUTH_JWKS_URI: config.issuerJwksUri }
  for (const [variable, url] of Object.entries(named)) {
    const fault = url === undefined ? undefined : people.outgoing.faultOf(url)
    if (fault !== undefined) throw new StartError(`${variable}: ${fault}.`)
  }
  const expected = { issuer: config.issuer, audiences: [config.issuerAudience], now }
  const foreign = {
    jwksUri: config.issuerJwksUri,
    outgoing: people.outgoing,
    failed: (error: unknown) => people.failed(error, 'failed to fetch the keys of the foreign issuer'),
  }
  return createAuthenticator({ verify: foreignTokens(foreign, expected), own: undefined, now, freshSeconds })
}

/** True if a client can get a token. */
export const hasActiveClient = async (db: Database): Promise<boolean> =>
  (await listClients(db)).some(({ disabled }) => !disabled)

/** Creates the first client of an installation, with all scopes of clients; does nothing when there are clients already. */
export async function firstClient(
  db: Database,
  vault: Vault,
  { bootstrapClientId, bootstrapClientSecret, environment }: Config,
): Promise<{ clientId: string; secret: string | undefined } | undefined> {
  const wanted = { name: 'First client', scopes: CLIENT_SCOPES }
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
