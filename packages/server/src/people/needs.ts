/** Everything that the endpoints for people need. */
import type { Changes, Database } from '../db/index.ts'
import type { Outgoing } from '../http/index.ts'
import type { Vault } from '../seals/index.ts'
import type { PersonDirectory } from './accounts/directory.ts'
import type { PasswordCost } from './accounts/password.ts'
import type { ContextOf } from './pages/layout.ts'
import type { Providers } from './providers/providers.ts'
import type { SecondFactorRule } from './second-factor/rule.ts'
import type { Delays } from './sessions/delays.ts'
import type { IsOwnOrigin } from './sessions/origins.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface PeopleNeeds {
  readonly db: Database
  readonly changes: Changes
  readonly vault: Vault
  readonly now: () => number
  readonly passwordCost: PasswordCost
  readonly authUrl: string
  readonly sessions: Sessions
  /** Seconds without a request after which a session ends. */
  readonly idleSeconds: number
  readonly directory: PersonDirectory
  readonly delays: Delays
  readonly secondFactor: SecondFactorRule
  readonly contextOf: ContextOf
  readonly isOwnOrigin: IsOwnOrigin
  readonly providers: Providers
  readonly outgoing: Outgoing
  /** Called when something fails that an operator should look at. */
  readonly failed: (error: unknown, message: string) => void
}
