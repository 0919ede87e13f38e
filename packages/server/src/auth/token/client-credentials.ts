/** The grant of backends, which act for themselves (docs/interface.md, section 4.1). */
import { Refusal } from '../../refusal/index.ts'
import { signToken } from '../access-token.ts'
import type { Client } from '../clients/client.ts'
import { checkedProof } from './dpop.ts'
import type { TokenNeeds } from './needs.ts'
import type { TokenRequest } from './request.ts'
import { grantedAudience, grantedScopes } from './requested-grant.ts'

export async function grantToBackend(needs: TokenNeeds, client: Client, request: TokenRequest) {
  if (client.kind !== 'backend')
    throw new Refusal(
      'oauth.unauthorized_client',
      'Only a backend can act for itself: people sign in to this client.',
    )
  const audience = grantedAudience(request.audience, needs.resources)
  const scopes = grantedScopes(request.scope, client)
  const isBound = client.requiresDpop || request.proof.proof !== undefined
  const keyThumbprint = isBound ? await checkedProof(needs, request.proof) : undefined
  const { tokenLifetime: lifetime } = needs
  return {
    access_token: await signToken(
      { clientId: client.clientId, audience, scopes, lifetime, keyThumbprint },
      needs.issuer,
    ),
    token_type: isBound ? 'DPoP' : 'Bearer',
    expires_in: lifetime,
    scope: scopes.join(' '),
  }
}
