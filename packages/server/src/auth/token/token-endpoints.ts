/** Introspection (RFC 7662), revocation (RFC 7009) and userinfo (OpenID Connect Core, section 5.3). */
import { BODY_LIMITS, type Endpoint, endpoint, type Incoming, json, readForm } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Client, INTROSPECT } from '../clients/client.ts'
import type { Revocations } from '../grants/revocations.ts'
import { type AppGrant, lockRefreshToken, revokeGrant, revokeToken } from '../grants/store.ts'
import { claimsAbout } from '../id-token.ts'
import type { Claims, Verify } from '../verify-token.ts'
import { macOfRefreshToken } from './answer.ts'
import { authenticateClient } from './client-authentication.ts'
import { checkedProof } from './dpop.ts'
import type { TokenNeeds } from './needs.ts'
import { OAUTH_ERROR, refuseAsOauth } from './oauth-error.ts'
import {
  type Credentials,
  claimedClientIn,
  credentialsOf,
  type ProofInRequest,
  proofIn,
  refuseCredentialsInUrl,
  singleValue,
} from './request.ts'

export interface TokenInfoNeeds extends TokenNeeds {
  readonly verify: Verify
  readonly revocations: Revocations
}

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
    const token = singleValue(form, 'token')
    if (token === undefined) throw new Refusal('oauth.invalid_request', 'The parameter "token" is missing.')
    const credentials = credentialsOf(form, request.headers.authorization, isPublicAllowed)
    return { credentials, token, address: request.address }
  }

/** The claims of an access token that is good now. */
async function claimsOf(
  { verify, revocations, people }: TokenInfoNeeds,
  token: string,
): Promise<Claims | undefined> {
  if (token.split('.').length !== 3) return undefined
  await revocations.refresh()
  const claims = await verify(token).catch(() => undefined)
  if (!claims || revocations.isRevoked(claims.jti, claims.grantId)) return undefined
  const person = claims.person === undefined ? undefined : await people.find(claims.person)
  return claims.person !== undefined && (!person || person.disabled) ? undefined : claims
}

interface LiveRefreshToken {
  readonly grant: AppGrant
  readonly expiresAt: Date
}

async function refreshTokenOf(needs: TokenInfoNeeds, token: string): Promise<LiveRefreshToken | undefined> {
  const stored = await needs.db.transaction(queries =>
    lockRefreshToken(queries, macOfRefreshToken(needs, token)),
  )
  const isLive =
    stored && !stored.isUsed && !stored.grant.isRevoked && stored.expiresAt.getTime() > needs.now()
  return isLive ? stored : undefined
}

const INACTIVE = { active: false }

const maySee = (client: Client, ownerId: string) =>
  client.clientId === ownerId || client.scopes.includes(INTROSPECT)

async function introspect(
  needs: TokenInfoNeeds,
  { credentials, token, address }: AboutToken,
): Promise<object> {
  const client = await authenticateClient(needs, credentials, address)
  const claims = await claimsOf(needs, token)
  const iss = needs.issuer.issuer
  if (claims) {
    const { clientId, person, personName, launched, keyThumbprint, jti } = claims
    if (!maySee(client, clientId)) return INACTIVE
    return {
      active: true,
      scope: claims.scopes.join(' '),
      client_id: clientId,
      sub: person ?? clientId,
      ...(person === undefined ? {} : { username: person, name: personName }),
      token_type: keyThumbprint === undefined ? 'Bearer' : 'DPoP',
      exp: Math.floor(claims.expiresAt / 1000),
      iss,
      jti,
      ...launched,
      ...(keyThumbprint === undefined ? {} : { cnf: { jkt: keyThumbprint } }),
    }
  }
  const refresh = await refreshTokenOf(needs, token)
  if (!refresh || !maySee(client, refresh.grant.clientId)) return INACTIVE
  const { grant, expiresAt } = refresh
  return {
    active: true,
    scope: grant.scopes.join(' '),
    client_id: grant.clientId,
    sub: grant.personId,
    username: grant.personId,
    exp: Math.floor(expiresAt.getTime() / 1000),
    iss,
  }
}

/** A token that is not known, or of another client, is none of the client's business: the answer is the same. */
async function revoke(needs: TokenInfoNeeds, { credentials, token, address }: AboutToken): Promise<void> {
  const client = await authenticateClient(needs, credentials, address)
  const claims = await claimsOf(needs, token)
  if (claims) {
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

interface UserinfoInput {
  readonly authorization: string | undefined
  readonly proof: ProofInRequest
}

const invalidToken = () =>
  new Refusal('auth.token_invalid', 'The token is not valid, or is not one with the scope openid.', [], {
    challenge: 'Bearer realm="cairn", error="invalid_token"',
  })

async function userinfo(needs: TokenInfoNeeds, { authorization = '', proof }: UserinfoInput) {
  const [, scheme = '', token = ''] = /^(Bearer|DPoP) +([\w.-]+)$/i.exec(authorization) ?? []
  const claims = await claimsOf(needs, token)
  const person = claims?.person === undefined ? undefined : await needs.people.find(claims.person)
  if (!claims || !person || !claims.scopes.includes('openid')) throw invalidToken()
  const isBound = scheme.toLowerCase() === 'dpop'
  if (isBound !== (claims.keyThumbprint !== undefined)) throw invalidToken()
  if (isBound && (await checkedProof(needs, proof, token)) !== claims.keyThumbprint) throw invalidToken()
  return { claims, body: claimsAbout(person, claims.scopes) }
}

const userinfoEndpoint = (method: 'GET' | 'POST'): Endpoint<TokenInfoNeeds> =>
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
        401: { description: 'The token is not valid, or lacks the scope.' },
      },
    },
    read: (request): UserinfoInput => ({
      authorization: request.headers.authorization,
      proof: proofIn(request, method),
    }),
    act: (needs, _caller, input) => userinfo(needs, input),
    reply: ({ claims, body }) => ({
      ...json(200, body),
      clientId: claims.clientId,
      ...(claims.person === undefined ? {} : { person: claims.person }),
    }),
  })

export const tokenInfoEndpoints: readonly Endpoint<TokenInfoNeeds>[] = [
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
  userinfoEndpoint('GET'),
  userinfoEndpoint('POST'),
]
