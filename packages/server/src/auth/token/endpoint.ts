/** `POST {auth_url}/oauth/token`: a client authenticates and receives tokens. */

import { type Endpoint, endpoint, json } from '../../http/index.ts'
import { BODY_LIMITS, readForm } from '../../http/request/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Client } from '../clients/client.ts'
import { grantByCode } from './authorization-code.ts'
import { authenticateClient } from './client-authentication.ts'
import { grantToBackend } from './client-credentials.ts'
import type { TokenNeeds } from './needs.ts'
import { OAUTH_ERROR, refuseAsOauth } from './oauth-error.ts'
import { credentialsByRefreshToken, grantByRefresh } from './refresh-token.ts'
import { claimedClientIn, readTokenRequest, type TokenRequest } from './request.ts'

type Grant = (needs: TokenNeeds, client: Client, request: TokenRequest) => Promise<object>

const GRANTS: Readonly<Record<string, Grant>> = {
  client_credentials: grantToBackend,
  authorization_code: grantByCode,
  refresh_token: grantByRefresh,
}

export const GRANT_TYPES = Object.keys(GRANTS)

async function issueToken(needs: TokenNeeds, request: TokenRequest) {
  const { grantType, refreshToken, address } = request
  const credentials = request.credentials ?? (await credentialsByRefreshToken(needs, refreshToken))
  const client = await authenticateClient(needs, credentials, address)
  const grant = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined
  if (!grant)
    throw new Refusal(
      'oauth.invalid_grant',
      `The grant_type is not offered; there are ${GRANT_TYPES.join(', ')}.`,
    )
  const token = await grant(needs, client, request)
  needs.use.note(client.clientId)
  return { token, clientId: client.clientId }
}

const PARAMETERS = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: GRANT_TYPES },
    client_id: {
      type: 'string',
      description:
        'Only where HTTP Basic is not used. A public app may leave it out beside its `refresh_token`.',
    },
    client_secret: { type: 'string', description: 'Only where HTTP Basic is not used.' },
    audience: {
      type: 'string',
      description:
        'For `client_credentials`: the API to access, `{base_url}/openehr/v1`. Required there, under this name or as `resource`.',
    },
    resource: { type: 'string', description: 'The same as `audience`, by the name that RFC 8707 gives it.' },
    code: { type: 'string', description: 'For `authorization_code`.' },
    redirect_uri: {
      type: 'string',
      description: 'For `authorization_code`: that of the authorization request.',
    },
    code_verifier: { type: 'string', description: 'For `authorization_code` (RFC 7636).' },
    refresh_token: { type: 'string', description: 'For `refresh_token`; it works once.' },
    client_assertion_type: {
      type: 'string',
      description: 'For `private_key_jwt`: `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
    },
    client_assertion: { type: 'string', description: 'For `private_key_jwt`: a JWT that the client signed.' },
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
    token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
    expires_in: { type: 'integer', description: 'Seconds.' },
    scope: { type: 'string', description: 'The scopes that were granted.' },
    id_token: { type: 'string', description: 'With the scope `openid`.' },
    refresh_token: { type: 'string', description: 'With the scope `offline_access` or `online_access`.' },
    ehrId: { type: 'string', description: 'The EHR that the app was launched for.' },
    patient: { type: 'string', description: 'The same as `ehrId`: the id of the FHIR Patient.' },
    episodeId: { type: 'string', description: 'The episode that the app was launched for.' },
    need_patient_banner: { type: 'boolean', description: 'True: the app has to show whose record is open.' },
  },
}

export const tokenEndpoint: Endpoint<TokenNeeds> = endpoint({
  route: 'POST /oauth/token',
  action: 'E',
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
      'OAuth 2.0 client credentials; HTTP Basic is preferred. There is no refresh token: ask again. For apps that people sign in to: authorization code with PKCE, and refresh tokens.',
    body: PARAMETERS,
    responses: {
      200: { description: 'The token.', schema: TOKEN },
      400: {
        description:
          '`invalid_request`, `invalid_grant`, `invalid_scope`, `unauthorized_client` or `invalid_dpop_proof`.',
        schema: OAUTH_ERROR,
      },
      401: { description: '`invalid_client`: wrong id or secret.', schema: OAUTH_ERROR },
      429: { description: 'Too many failed attempts; see `Retry-After`.', schema: OAUTH_ERROR },
    },
  },
  read: readTokenRequest,
  clientIn: claimedClientIn,
  act: (needs, _caller, request) => issueToken(needs, request),
  reply: ({ token, clientId }) => ({
    ...json(200, token, { 'Cache-Control': 'no-store', Pragma: 'no-cache' }),
    clientId,
  }),
  refuse: refuseAsOauth,
})
