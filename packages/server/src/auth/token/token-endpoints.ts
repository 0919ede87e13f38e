/** Introspection (RFC 7662) and revocation (RFC 7009). */

import { type Endpoint, endpoint, type Incoming, json } from '../../http/index.ts'
import { BODY_LIMITS, readForm } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Client, INTROSPECT } from '../clients/client.ts'
import { lockRefreshToken, revokeGrant, revokeToken } from '../grants/store.ts'
import { macOfRefreshToken } from './answer.ts'
import { authenticateClient } from './client-authentication.ts'
import {
  type LiveAccessToken,
  type LiveRefreshToken,
  type LiveTokenNeeds,
  liveAccessToken,
  liveRefreshToken,
} from './live-token.ts'
import { OAUTH_ERROR, refuseAsOauth } from './oauth-error.ts'
import {
  type Credentials,
  claimedClientIn,
  credentialsIn,
  missingCredentials,
  refuseCredentialsInUrl,
  singleValue,
} from './request.ts'
import { userinfoEndpoints } from './userinfo.ts'

interface AboutToken {
  readonly credentials: Credentials
  readonly token: string
  readonly address: string
}

const readAboutToken =
  (isPublicAllowed: boolean) =>
  (request: Incoming): AboutToken => {
    refuseCredentialsInUrl(request)
    const form = request.body as URLSearchParams
    const credentials = credentialsIn(form, request.headers.authorization, isPublicAllowed)
    if (!credentials) throw missingCredentials()
    const token = singleValue(form, 'token')
    if (token === undefined) throw new Refusal('oauth.invalid_request', 'The parameter "token" is missing.')
    return { credentials, token, address: request.address }
  }

const INACTIVE = { active: false }

const maySee = (client: Client, ownerId: string) =>
  client.clientId === ownerId || client.scopes.includes(INTROSPECT)

const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000)

const bindingOf = (keyThumbprint: string | undefined) =>
  keyThumbprint === undefined ? {} : { cnf: { jkt: keyThumbprint } }

const accessTokenFacts = ({ claims, scopes }: LiveAccessToken) => {
  const { clientId, person, personName, launched, keyThumbprint, jti, exp, iat, aud } = claims
  return {
    active: true,
    scope: scopes.join(' '),
    client_id: clientId,
    sub: person ?? clientId,
    ...(person === undefined ? {} : { username: person, name: personName }),
    token_type: keyThumbprint === undefined ? 'Bearer' : 'DPoP',
    exp,
    iat,
    aud,
    jti,
    ...launched,
    ...bindingOf(keyThumbprint),
  }
}

/** A refresh token is issued with the last access token of its grant. */
const refreshTokenFacts = ({ grant, scopes, expiresAt }: LiveRefreshToken) => ({
  active: true,
  scope: scopes.join(' '),
  client_id: grant.clientId,
  sub: grant.personId,
  username: grant.personId,
  exp: secondsOf(expiresAt),
  iat: secondsOf(grant.refreshedAt.getTime()),
  aud: grant.audience,
  ...bindingOf(grant.keyThumbprint),
})

async function introspect(
  needs: LiveTokenNeeds,
  { credentials, token, address }: AboutToken,
): Promise<object> {
  const client = await authenticateClient(needs, credentials, address)
  const { issuer: iss } = needs.issuer
  const access = await liveAccessToken(needs, token)
  if (access) return maySee(client, access.claims.clientId) ? { ...accessTokenFacts(access), iss } : INACTIVE
  const refresh = await liveRefreshToken(needs, token)
  if (refresh && maySee(client, refresh.grant.clientId)) return { ...refreshTokenFacts(refresh), iss }
  return INACTIVE
}

/** A token that is not known, or of another client, is none of the client's business: the answer is the same. */
async function revoke(needs: LiveTokenNeeds, { credentials, token, address }: AboutToken): Promise<void> {
  const client = await authenticateClient(needs, credentials, address)
  const access = await liveAccessToken(needs, token)
  if (access) {
    const { claims } = access
    if (claims.clientId === client.clientId && claims.jti !== undefined)
      await revokeToken(needs.db, claims.jti, new Date(claims.expiresAt))
    return needs.changes.announce('revocations')
  }
  await needs.db.transaction(async queries => {
    const stored = await lockRefreshToken(queries, macOfRefreshToken(needs, token))
    if (stored?.grant.clientId === client.clientId) await revokeGrant(queries, stored.grant.grantId)
  })
  await needs.changes.announce('revocations')
}

const FORM = {
  action: 'E',
  otherNames: 'ignored',
  scope: 'public',
  produces: ['application/json'],
  body: { 'application/x-www-form-urlencoded': readForm },
  bodyLimit: BODY_LIMITS.form,
  clientIn: claimedClientIn,
  refuse: refuseAsOauth,
} as const

const TOKEN_FORM = {
  type: 'object',
  required: ['token'],
  properties: {
    token: { type: 'string', description: 'An access token or a refresh token.' },
    token_type_hint: { type: 'string', description: 'Not needed.' },
    client_id: { type: 'string', description: 'Only where HTTP Basic is not used.' },
    client_secret: { type: 'string', description: 'Only where HTTP Basic is not used.' },
    client_assertion_type: { type: 'string', description: 'For `private_key_jwt`.' },
    client_assertion: { type: 'string', description: 'For `private_key_jwt`.' },
  },
}

const REFUSED = {
  400: { description: '`invalid_request`.', schema: OAUTH_ERROR },
  401: { description: '`invalid_client`.', schema: OAUTH_ERROR },
}

export const tokenInfoEndpoints: readonly Endpoint<LiveTokenNeeds>[] = [
  endpoint({
    ...FORM,
    route: 'POST /oauth/introspect',
    doc: {
      operationId: 'introspect',
      tag: 'Authorization',
      summary: 'Is a token good, and for what? (RFC 7662)',
      description: 'A client sees its own tokens; with the scope `introspect` it sees those of others too.',
      body: TOKEN_FORM,
      responses: {
        200: {
          description: 'Facts about the token, or that it is not active.',
          schema: { type: 'object', required: ['active'], properties: { active: { type: 'boolean' } } },
        },
        ...REFUSED,
      },
    },
    read: readAboutToken(false),
    act: (needs, _caller, input) => introspect(needs, input),
    reply: (body, { credentials }) => ({ ...json(200, body), clientId: credentials.clientId }),
  }),
  endpoint({
    ...FORM,
    route: 'POST /oauth/revoke',
    doc: {
      operationId: 'revoke',
      tag: 'Authorization',
      summary: 'Revoke a token (RFC 7009)',
      description:
        'With a refresh token, everything that came of the same sign-in ends, in all servers of the installation.',
      body: TOKEN_FORM,
      responses: { 200: { description: 'The token is not good, now or before.' }, ...REFUSED },
    },
    read: readAboutToken(true),
    act: (needs, _caller, input) => revoke(needs, input),
    reply: (_done, { credentials }) => ({ status: 200, clientId: credentials.clientId }),
  }),
  ...userinfoEndpoints,
]
