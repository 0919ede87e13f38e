/** Everything that the authorization endpoint needs. */
import type { PeopleNeeds } from '../../people/index.ts'
import type { ClientDirectory } from '../clients/directory.ts'
import type { ClientAuthenticationNeeds } from '../token/client-authentication.ts'
import type { LaunchPatients, LaunchRecords } from './launch-records.ts'

export interface AuthorizeNeeds extends PeopleNeeds, Omit<ClientAuthenticationNeeds, 'db' | 'vault' | 'now'> {
  readonly clients: ClientDirectory
  readonly records: LaunchRecords
  readonly patients: LaunchPatients
  /** Addresses of the API that tokens can be for. */
  readonly resources: readonly string[]
  readonly issuerUrl: string
  readonly personTokenLifetime: number
  readonly refreshChainLifetime: number
}
