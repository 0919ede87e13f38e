/** Opens the room of people: accounts, sessions, and the pages to sign in on. */

import { type Changes, type Database, earlierTime, StartError } from '../db/index.ts'
import { type BoundEndpoint, bind, type Outgoing, openOutgoing } from '../http/index.ts'
import type { Jobs } from '../observe/index.ts'
import type { Vault } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import { accountRoutes } from './accounts/account-endpoints.ts'
import { openPersonDirectory, type PersonDirectory } from './accounts/directory.ts'
import { endEndpoints } from './accounts/end-endpoints.ts'
import { personEndpoints } from './accounts/endpoints.ts'
import { PASSWORD_COST, type PasswordCost } from './accounts/password.ts'
import type { KeepAdministrator } from './accounts/people.ts'
import { assignmentEndpoints } from './assignments/endpoints.ts'
import type { PeopleNeeds } from './needs.ts'
import { pageEndpoints } from './page-endpoint.ts'
import { pageContexts } from './pages/layout.ts'
import { passkeyRoutes } from './passkeys/endpoints.ts'
import { providerRoutes } from './providers/endpoints.ts'
import { type ProviderSettings, readProviderFile } from './providers/provider-file.ts'
import { missingRoles } from './providers/provider-roles.ts'
import { openProviders } from './providers/providers.ts'
import { roleEndpoints } from './roles/endpoints.ts'
import type { OwnScopesOf } from './roles/own-roles.ts'
import { secondFactorRoutes } from './second-factor/endpoints.ts'
import { secondFactorRule } from './second-factor/rule.ts'
import { confirmRoutes } from './sessions/confirm-endpoints.ts'
import { openDelays } from './sessions/delays.ts'
import { signInRoutes } from './sessions/endpoints.ts'
import { ownOrigins } from './sessions/origins.ts'
import { openSessions } from './sessions/sessions.ts'
import { sweepPeople } from './sessions/store.ts'

export interface PeopleOptions {
  readonly config: Config
  readonly db: Database
  readonly changes: Changes
  readonly vault: Vault
  readonly now: () => number
  readonly passwordCost?: PasswordCost | undefined
  readonly jobs: Jobs
  readonly keepAdministrator: KeepAdministrator
  readonly failed: (error: unknown, message: string) => void
}

export interface People extends PeopleNeeds {
  /** Pages, for `{auth_url}`. */
  readonly pageEndpoints: readonly BoundEndpoint[]
  /** The authorization room says what a caller could use. */
  adminEndpoints(ownScopesOf: OwnScopesOf): readonly BoundEndpoint[]
  close(): void
}

/** Finds changes that nobody announced, such as those of an operator in SQL. */
const REFRESH_MS = 2000

const SWEEP_MS = 10 * 60 * 1000

/** Refuses to start with a provider that could not be called. */
function callable(all: readonly ProviderSettings[], { faultOf }: Outgoing): readonly ProviderSettings[] {
  for (const { name, issuer } of all) {
    const fault = faultOf(issuer)
    if (fault !== undefined) throw new StartError(`CAIRN_IDENTITY_PROVIDERS: ${name}: ${fault}.`)
  }
  return all
}

const sessionSettings = ({ authUrl, sessionIdle, sessionLifetime, sessionFresh }: Config) => ({
  idleSeconds: sessionIdle,
  lifeSeconds: sessionLifetime,
  freshSeconds: sessionFresh,
  isSecure: authUrl.startsWith('https:'),
  cookieSuffix: new URL(authUrl).pathname.replace(/\/+$/, '').replace(/[^\w-]/g, '-'),
})

const sessionNeeds = (config: Config, needs: Pick<PeopleNeeds, 'db' | 'changes' | 'vault' | 'now'>) => ({
  sessions: openSessions({ ...needs, settings: sessionSettings(config) }),
  idleSeconds: config.sessionIdle,
})

const ROUTES = [
  ...signInRoutes,
  ...confirmRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...providerRoutes,
  ...accountRoutes,
]

/** Refreshes the directory and removes ended sessions. Returns a function that stops both. */
function keepPeople({ jobs, db, now, failed }: PeopleOptions, { refresh }: PersonDirectory): () => void {
  const stops = [
    jobs.repeat({
      name: 'people_refresh',
      milliseconds: REFRESH_MS,
      work: refresh,
      failed: error => failed(error, 'failed to refresh people'),
    }),
    jobs.repeat({
      name: 'sessions_sweep',
      milliseconds: SWEEP_MS,
      work: async () => sweepPeople(db, await earlierTime(db, now())),
      failed: error => failed(error, 'failed to remove ended sessions'),
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

export async function openPeople(options: PeopleOptions): Promise<People> {
  const { config, db, changes, vault, now, passwordCost = PASSWORD_COST, failed } = options
  const { authUrl, identityProviders } = config
  const directory = await openPersonDirectory(db)
  changes.on('people', directory.refresh)
  const contextOf = pageContexts(authUrl)
  const outgoing = openOutgoing(config.privateAddresses)
  const providers =
    identityProviders === undefined ? [] : callable(readProviderFile(identityProviders), outgoing)
  for (const message of await missingRoles(db, providers)) failed(undefined, message)
  const needs: PeopleNeeds = {
    db,
    changes,
    vault,
    now,
    passwordCost,
    authUrl,
    ...sessionNeeds(config, { db, changes, vault, now }),
    directory,
    delays: openDelays(now),
    secondFactor: secondFactorRule(config.secondFactor),
    contextOf,
    isOwnOrigin: ownOrigins(config),
    outgoing,
    providers: openProviders(providers, outgoing),
    failed,
  }
  return {
    ...needs,
    pageEndpoints: bind(pageEndpoints(contextOf, ROUTES), needs),
    adminEndpoints: ownScopesOf => [
      ...bind([...personEndpoints, ...endEndpoints, ...roleEndpoints], {
        ...needs,
        keepAdministrator: options.keepAdministrator,
        ownScopesOf,
      }),
      ...bind(assignmentEndpoints, needs, () => needs),
    ],
    close: keepPeople(options, directory),
  }
}
