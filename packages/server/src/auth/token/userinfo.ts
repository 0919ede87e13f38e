/** Facts about the person whom a token is for (OpenID Connect Core, section 5.3). */

import { type Endpoint, endpoint, type Incoming, json } from '../../http/index.ts'
import { BODY_LIMITS, readForm } from '../../http/request/index.ts'
import { badProof, badProofOf, insufficientScope, missingToken, unauthorized } from '../challenges.ts'
import { claimsAbout } from '../id-token.ts'
import { checkedProof } from './dpop.ts'
import { type LiveTokenNeeds, liveAccessToken } from './live-token.ts'
import { proofIn } from './request.ts'

interface UserinfoInput {
  readonly headers: Incoming['headers']
  readonly target: string
  readonly method: 'GET' | 'POST'
}

/** A token that is bound to a key comes with a proof, and no other does (RFC 9449, section 7). */
async function checkBinding(
  needs: LiveTokenNeeds,
  { headers, target, method }: UserinfoInput,
  sent: { readonly token: string; readonly isBound: boolean },
  keyThumbprint: string | undefined,
): Promise<void> {
  if (keyThumbprint === undefined) {
    if (sent.isBound)
      throw unauthorized('The token is not bound to a key: send it as Authorization: Bearer.', 'DPoP')
    return
  }
  if (!sent.isBound)
    throw unauthorized('The token is bound to a key: send it as Authorization: DPoP, with a proof.', 'DPoP')
  const proven = async () => checkedProof(needs, proofIn({ headers, target }, method), sent.token)
  if ((await proven().catch(badProofOf)) !== keyThumbprint)
    throw badProof('The proof was made with another key.')
}

async function userinfo(needs: LiveTokenNeeds, input: UserinfoInput) {
  const { authorization = '' } = input.headers
  const scheme = /^(Bearer|DPoP)\b/i.exec(authorization)?.[1]?.toLowerCase()
  if (scheme === undefined) throw missingToken()
  const isBound = scheme === 'dpop'
  const used = isBound ? 'DPoP' : 'Bearer'
  const token = /^\w+ +([\w.-]+) *$/.exec(authorization)?.[1] ?? ''
  const live = await liveAccessToken(needs, token)
  if (!live) throw unauthorized('The token is not valid.', used)
  const { claims, person, scopes } = live
  await checkBinding(needs, input, { token, isBound }, claims.keyThumbprint)
  if (!person || !scopes.includes('openid')) throw insufficientScope('openid', claims, { scheme: used })
  return { claims, body: claimsAbout(person, scopes) }
}

const userinfoEndpoint = (method: 'GET' | 'POST'): Endpoint<LiveTokenNeeds> =>
  endpoint({
    route: `${method} /oauth/userinfo`,
    action: 'R',
    scope: 'public',
    otherNames: 'ignored',
    produces: ['application/json'],
    ...(method === 'POST'
      ? {
          body: { 'application/x-www-form-urlencoded': readForm },
          bodyOptional: true as const,
          bodyLimit: BODY_LIMITS.form,
        }
      : {}),
    doc: {
      operationId: `userinfo_${method.toLowerCase()}`,
      tag: 'Authorization',
      summary: 'Facts about the person whom a token is for',
      description: 'For a token with the scope `openid`; `profile` and `email` open more.',
      // Its token is one of a person's app, which the clients of this description do not have.
      hidden: true,
      responses: {
        200: {
          description: 'The claims.',
          schema: { type: 'object', required: ['sub'], properties: { sub: { type: 'string' } } },
        },
        401: { description: 'The token is missing or not valid.' },
        403: { description: 'The token lacks the scope `openid`.' },
      },
    },
    read: ({ headers, target }): UserinfoInput => ({ headers, target, method }),
    act: (needs, _caller, input) => userinfo(needs, input),
    reply: ({ claims, body }) => ({
      ...json(200, body),
      clientId: claims.clientId,
      ...(claims.person === undefined ? {} : { person: claims.person }),
    }),
  })

export const userinfoEndpoints = [userinfoEndpoint('GET'), userinfoEndpoint('POST')]
