/** HTTP Basic with every request, for clients that have it switched on (decision 0091). */

import { Refusal } from '../refusal/index.ts'
import { CLIENT_ID } from '../settings/index.ts'
import { type Callers, callersOf } from './caller-rights.ts'
import type { Client } from './clients/client.ts'
import type { ClientUse } from './clients/client-use.ts'
import { authenticateClient, type ClientAuthenticationNeeds } from './token/client-authentication.ts'
import { BASIC_CHALLENGE, basicIn, type Credentials } from './token/request.ts'
import { grantedScopes } from './token/requested-grant.ts'

export interface BasicNeeds extends ClientAuthenticationNeeds {
  readonly use: Pick<ClientUse, 'note'>
}

/** Names the client in the audit trail; nobody has proved that it is the one. */
const refused = (message: string, clientId = ''): Refusal =>
  new Refusal('auth.basic_refused', message, [], {
    challenge: BASIC_CHALLENGE,
    ...(CLIENT_ID.test(clientId) ? { clientId } : {}),
  })

/** Checks id and secret as the token endpoint does: in constant time, and with the same limit of failures. */
export async function basicClient(
  needs: BasicNeeds,
  credentials: Credentials,
  address: string,
): Promise<Client> {
  const { clientId } = credentials
  const client = await authenticateClient(needs, credentials, address).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'oauth.invalid_client')
      throw refused(error.message, clientId)
    throw error
  })
  if (!client.basicAuth)
    throw refused('HTTP Basic is not switched on for this client: basic_auth of the client.', clientId)
  needs.use.note(client.clientId)
  return client
}

/** Identifies the caller of a request with `Authorization: Basic`; it has the scopes of a token that was asked for without any. */
export async function callersByBasic(
  needs: BasicNeeds,
  authorization: string,
  address: string,
): Promise<Callers> {
  const credentials = basicIn(authorization)
  if (!credentials) throw refused('The Authorization header holds no id and secret.')
  const client = await basicClient(needs, credentials, address)
  const scopes = grantedScopes(undefined, client)
  return callersOf({ clientId: client.clientId, scopes }, client, undefined)
}
