/** `POST` and `DELETE /session` of EhrScape: a session is an access token under another name, so nothing is stored for it. */

import { type Endpoint, endpoint, type Incoming, json } from '../http/index.ts'
import { BODY_LIMITS, readForm } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { signToken } from './access-token.ts'
import { basicClient } from './basic.ts'
import { revokeToken } from './grants/store.ts'
import { type LiveTokenNeeds, liveAccessToken } from './token/live-token.ts'
import { basicIn, type Credentials } from './token/request.ts'
import { grantedScopes } from './token/requested-grant.ts'

/** `username` and `password` are the id and the secret of a client: in the query string, as EhrScape has them, or in a form. */
function credentialsIn({ query, body, headers }: Incoming): Credentials {
  const basic = headers.authorization === undefined ? undefined : basicIn(headers.authorization)
  if (basic) return basic
  const form = body instanceof URLSearchParams ? body : query
  const [clientId, secret] = [form.get('username'), form.get('password')]
  if (!clientId || !secret)
    throw new Refusal('request.malformed', 'username and password are needed: id and secret of a client.')
  return { clientId, secrets: [secret] }
}

const common = { scope: 'public', produces: ['application/json'], otherNames: 'ignored' } as const

const answer = (action: string, clientId: string, more: object = {}) => ({
  ...json(200, { action, ...more, meta: {} }),
  clientId,
})

export const sessionEndpoints: readonly Endpoint<LiveTokenNeeds>[] = [
  endpoint({
    ...common,
    route: 'POST /session',
    body: { 'application/x-www-form-urlencoded': readForm },
    bodyOptional: true,
    bodyLimit: BODY_LIMITS.form,
    action: 'E',
    clientIn: request => credentialsIn(request).clientId,
    doc: {
      operationId: 'ehrscape_session_create',
      tag: 'EhrScape',
      summary: 'Open a session',
      responses: { 200: { description: 'Opened.' } },
    },
    read: request => ({ credentials: credentialsIn(request), address: request.address }),
    act: async (needs, _caller, { credentials, address }) => {
      const client = await basicClient(needs, credentials, address)
      const facts = {
        clientId: client.clientId,
        audience: needs.resources[0] ?? '',
        scopes: grantedScopes(undefined, client),
        lifetime: needs.tokenLifetime,
      }
      return { sessionId: await signToken(facts, needs.issuer), clientId: client.clientId }
    },
    reply: ({ sessionId, clientId }) => answer('CREATE', clientId, { sessionId }),
  }),
  endpoint({
    ...common,
    route: 'DELETE /session',
    doc: {
      operationId: 'ehrscape_session_delete',
      tag: 'EhrScape',
      summary: 'End a session',
      responses: { 200: { description: 'Ended.' } },
    },
    read: ({ headers }) => String(headers['ehr-session'] ?? ''),
    act: async (needs, _caller, token) => {
      const claims = (await liveAccessToken(needs, token))?.claims
      if (claims?.jti === undefined) return ''
      await revokeToken(needs.db, claims.jti, new Date(claims.expiresAt))
      await needs.changes.announce('revocations')
      return claims.clientId
    },
    reply: clientId => answer('DELETE', clientId),
  }),
]
