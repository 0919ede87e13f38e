/** Everything that the token endpoint needs. */
import type { Changes } from '../../db/index.ts'
import type { PeopleNeeds, PersonDirectory } from '../../people/index.ts'
import type { Issuer } from '../access-token.ts'
import type { ClientUse } from '../clients/client-use.ts'
import type { ClientAuthenticationNeeds } from './client-authentication.ts'
import type { ProofNeeds } from './dpop.ts'

export interface TokenNeeds extends ClientAuthenticationNeeds, ProofNeeds {
  readonly changes: Changes
  readonly use: Pick<ClientUse, 'note'>
  readonly issuer: Issuer
  /** Addresses of the API that tokens can be for. */
  readonly resources: readonly string[]
  readonly tokenLifetime: number
  readonly personTokenLifetime: number
  readonly refreshTokenLifetime: number
  readonly refreshChainLifetime: number
  readonly people: PersonDirectory
  readonly sessions: PeopleNeeds['sessions']
  readonly secondFactor: PeopleNeeds['secondFactor']
}
