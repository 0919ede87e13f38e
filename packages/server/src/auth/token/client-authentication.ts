/** Identifies the client of a request to the authorization server: by secret, by assertion, or, if it is public, by its word. */
import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '../../refusal/index.ts'
import type { Vault } from '../../seals/index.ts'
import { CLIENT_ID } from '../../settings/index.ts'
import { type Client, hasKeys } from '../clients/client.ts'
import { findClientWithMacs } from '../clients/store.ts'
import { type AssertionNeeds, isAssertionOf } from './assertion.ts'
import type { BadAttempts } from './bad-attempts.ts'
import { type Credentials, failedAuthentication } from './request.ts'

export interface ClientAuthenticationNeeds extends AssertionNeeds {
  readonly vault: Vault
  readonly attempts: BadAttempts
}

/** Compared for an unknown client, so that it takes as long as a wrong secret. */
const NO_MAC = Buffer.alloc(32)

/** Both slots are always compared, used or not, so that the time reveals nothing. */
function hasSecret(vault: Vault, secrets: readonly string[], macs: readonly Buffer[]): boolean {
  let isRight = false
  for (const secret of secrets) {
    const mac = vault.mac(secret)
    for (const slot of [0, 1]) isRight = timingSafeEqual(mac, macs[slot] ?? NO_MAC) || isRight
  }
  return isRight
}

async function authenticate(needs: ClientAuthenticationNeeds, credentials: Credentials): Promise<Client> {
  const { clientId } = credentials
  // An id that no client can have is looked up too, so that the time reveals nothing.
  const stored = await findClientWithMacs(needs.db, CLIENT_ID.test(clientId) ? clientId : '')
  const client = stored?.client
  let isRight: boolean
  if ('secrets' in credentials) isRight = hasSecret(needs.vault, credentials.secrets, stored?.macs ?? [])
  else if ('assertion' in credentials)
    isRight =
      client !== undefined && hasKeys(client) && (await isAssertionOf(needs, client, credentials.assertion))
  else isRight = client?.kind === 'public'
  if (!isRight || !client || client.disabled) throw failedAuthentication()
  return client
}

/** A right secret is accepted even after too many failures, so nobody can lock out a client by guessing. */
export async function authenticateClient(
  needs: ClientAuthenticationNeeds,
  credentials: Credentials,
  address: string,
): Promise<Client> {
  try {
    return await authenticate(needs, credentials)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // An id that no client can have needs no protection, and may be megabytes long.
    const client = CLIENT_ID.test(credentials.clientId) ? [`client ${credentials.clientId}`] : []
    const keys = [...client, `address ${address}`]
    const wait = needs.attempts.retryAfter(keys)
    if (wait === undefined) {
      needs.attempts.count(keys)
      throw error
    }
    throw new Refusal(
      'oauth.too_many_attempts',
      `Too many failed attempts; try again in ${wait} seconds.`,
      [],
      {
        retryAfter: String(wait),
      },
    )
  }
}
