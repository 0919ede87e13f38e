/** The authorization server's routes: discovery, keys, token, authorize. */
import { type Endpoint, endpoint, json, Refusal } from '../http/index.ts'
import {
  type Addresses,
  authorizationServerMetadata,
  protectedResourceMetadata,
  smartConfiguration,
} from './discovery.ts'
import type { KeyRing } from './key-ring.ts'
import { OAUTH_ERROR, refuseAsOauth, type TokenNeeds, tokenEndpoint } from './token-endpoint.ts'

export interface AuthorizationNeeds extends TokenNeeds {
  readonly addresses: Addresses
  readonly keys: KeyRing
}

/** A document that anybody may read; browsers and clients may keep it for a while. */
const document = (
  path: string,
  operationId: string,
  summary: string,
  of: (needs: AuthorizationNeeds) => unknown,
): Endpoint<AuthorizationNeeds> =>
  endpoint({
    route: `GET /.well-known/${path}`,
    scope: 'public',
    unaudited: true,
    produces: ['application/json'],
    doc: {
      operationId,
      tag: 'Authorization',
      summary,
      responses: { 200: { description: 'The document.', schema: { type: 'object' } } },
    },
    read: () => undefined,
    act: of,
    reply: body => json(200, body, { 'Cache-Control': 'public, max-age=60' }),
  })

const authorize = (method: 'GET' | 'POST'): Endpoint<AuthorizationNeeds> =>
  endpoint({
    route: `${method} /oauth/authorize`,
    scope: 'public',
    produces: ['application/json'],
    ...(method === 'POST'
      ? { body: { 'application/x-www-form-urlencoded': () => undefined }, bodyOptional: true as const }
      : {}),
    doc: {
      operationId: `authorize_${method.toLowerCase()}`,
      tag: 'Authorization',
      summary: 'Not offered: says that only client credentials are',
      responses: { 400: { description: '`unsupported_response_type`.', schema: OAUTH_ERROR } },
    },
    read: () => undefined,
    act: () => {
      throw new Refusal(
        'oauth.unsupported_response_type',
        'Only the client credentials grant is offered here: request a token from the token endpoint.',
      )
    },
    reply: () => json(400, {}),
    refuse: refuseAsOauth,
  })

export const authorizationEndpoints: readonly Endpoint<AuthorizationNeeds>[] = [
  document('smart-configuration', 'smart_configuration', 'Discovery document (SMART on openEHR)', needs =>
    smartConfiguration(needs.addresses),
  ),
  document('oauth-authorization-server', 'oauth_metadata', 'Discovery document (RFC 8414)', needs =>
    authorizationServerMetadata(needs.addresses),
  ),
  document('oauth-protected-resource', 'resource_metadata', 'About the API as a resource (RFC 9728)', needs =>
    protectedResourceMetadata(needs.addresses),
  ),
  document('jwks.json', 'jwks', 'Public keys of tokens', ({ keys }) => keys.current().jwks),
  tokenEndpoint as Endpoint<AuthorizationNeeds>,
  authorize('GET'),
  authorize('POST'),
]
