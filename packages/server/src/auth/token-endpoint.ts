/** `POST {auth_url}/oauth/token`: a client authenticates and receives a token. */
import { timingSafeEqual } from 'node:crypto'
import { CLIENT_ID } from '../config-values.ts'
import type { Database } from '../db/index.ts'
import {
  BODY_LIMITS,
  type Endpoint,
  endpoint,
  headersOf,
  json,
  readForm,
  type Scope,
  statusOf,
} from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Vault } from '../vault.ts'
import type { BadAttempts } from './bad-attempts.ts'
import { grantedAudience, grantedScopes } from './grant.ts'
import { secretsOf } from './store.ts'
import { type Issuer, signToken } from './token.ts'
import {
  type Credentials,
  claimedClientIn,
  failedAuthentication,
  readTokenRequest,
  type TokenRequest,
} from './token-request.ts'

export interface TokenNeeds {
  readonly db: Database
  readonly vault: Vault
  readonly issuer: Issuer
  readonly audiences: readonly string[]
  readonly attempts: BadAttempts
}

/** Compared for an unknown client, so that it takes as long as a wrong secret. */
const NO_SECRETS = { scopes: [], disabled: true, macs: [] }
const NO_MAC = Buffer.alloc(32)

async function authenticate(
  { db, vault }: TokenNeeds,
  { clientId, secrets }: Credentials,
): Promise<readonly Scope[]> {
  // An id that no client can have is looked up too, so that the time reveals nothing.
  const stored = (await secretsOf(db, CLIENT_ID.test(clientId) ? clientId : '')) ?? NO_SECRETS
  let right = false
  for (const secret of secrets) {
    const mac = vault.mac(secret)
    // Both slots are always compared, used or not, so that the time reveals nothing.
    for (const slot of [0, 1]) right = timingSafeEqual(mac, stored.macs[slot] ?? NO_MAC) || right
  }
  if (!right || stored.disabled) throw failedAuthentication()
  return stored.scopes
}

/** A right secret is accepted even after too many failures, so nobody can lock out a client by guessing. */
async function authenticateCounted(
  needs: TokenNeeds,
  { credentials, address }: TokenRequest,
): Promise<readonly Scope[]> {
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

async function issueToken(needs: TokenNeeds, request: TokenRequest) {
  const own = await authenticateCounted(needs, request)
  if (request.grantType !== 'client_credentials')
    throw new Refusal('oauth.invalid_grant', 'The only grant_type that is offered is client_credentials.')
  const audience = grantedAudience(request.audience, needs.audiences)
  const scopes = grantedScopes(request.scope, own)
  const { clientId } = request.credentials
  return {
    access_token: await signToken({ clientId, audience, scopes }, needs.issuer),
    token_type: 'Bearer',
    expires_in: needs.issuer.tokenLifetime,
    scope: scopes.join(' '),
  }
}

/** Maps our error codes to the five of OAuth 2.0. */
const oauthError = (code: string, status: number): string =>
  /^oauth\.(invalid_\w+|unsupported_\w+)$/.exec(code)?.[1] ??
  (status === 429 ? 'invalid_client' : status >= 500 ? 'server_error' : 'invalid_request')

/** RFC 6749 section 5.2 allows neither quotes nor anything beyond printable ASCII in a description. */
const toAsciiDescription = (text: string) =>
  text.replace(/"/g, "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')

/** RFC 6749 section 5.2: every fault of the request is a 400, even where another HTTP status fits better. */
export const refuseAsOauth: NonNullable<Endpoint<TokenNeeds>['refuse']> = problem => {
  const status = statusOf(problem)
  const error = oauthError(problem.code, status)
  const own = problem.code.startsWith('oauth.') || status >= 500 || status === 413
  return json(
    own ? status : 400,
    { error, error_description: toAsciiDescription(problem.message) },
    headersOf(problem),
  )
}

const PARAMETERS = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['client_credentials'] },
    client_id: { type: 'string', description: 'Only where HTTP Basic is not used.' },
    client_secret: { type: 'string', description: 'Only where HTTP Basic is not used.' },
    audience: {
      type: 'string',
      description: 'The API to access: `{base_url}/openehr/v1`. Required, under this name or as `resource`.',
    },
    resource: { type: 'string', description: 'The same as `audience`, by the name that RFC 8707 gives it.' },
    scope: {
      type: 'string',
      description: 'Space-separated; all of the client but `api.lenient` and `api.admin` when left out.',
    },
  },
}

const TOKEN = {
  title: 'Token',
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string', enum: ['Bearer'] },
    expires_in: { type: 'integer', description: 'Seconds.' },
    scope: { type: 'string', description: 'The scopes that were granted.' },
  },
}

export const OAUTH_ERROR = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}

export const tokenEndpoint: Endpoint<TokenNeeds> = endpoint({
  route: 'POST /oauth/token',
  // RFC 6749 section 3.2: unknown parameters must be ignored.
  otherNames: 'ignored',
  scope: 'public',
  produces: ['application/json'],
  body: { 'application/x-www-form-urlencoded': readForm },
  bodyLimit: BODY_LIMITS.form,
  doc: {
    operationId: 'token',
    tag: 'Authorization',
    summary: 'Get an access token',
    description:
      'OAuth 2.0 client credentials; HTTP Basic is preferred. There is no refresh token: ask again.',
    body: PARAMETERS,
    responses: {
      200: { description: 'The token.', schema: TOKEN },
      400: { description: '`invalid_request`, `invalid_grant` or `invalid_scope`.', schema: OAUTH_ERROR },
      401: { description: '`invalid_client`: wrong id or secret.', schema: OAUTH_ERROR },
      429: { description: 'Too many failed attempts; see `Retry-After`.', schema: OAUTH_ERROR },
    },
  },
  read: readTokenRequest,
  clientIn: claimedClientIn,
  act: (needs, _caller, request) => issueToken(needs, request),
  reply: (token, { credentials }) => ({
    ...json(200, token, { 'Cache-Control': 'no-store', Pragma: 'no-cache' }),
    clientId: credentials.clientId,
  }),
  refuse: refuseAsOauth,
})
