/** The authorization server's routes: discovery, keys, token, authorize. */
import type { JWK } from 'jose'
import { BODY_LIMITS, type Endpoint, endpoint, json } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
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
  /** Public keys that versions are signed with. */
  readonly recordKeys: readonly JWK[]
}

/** A public document that browsers and clients may cache. */
const document = <Needs>(
  path: string,
  operationId: string,
  summary: string,
  of: (needs: Needs) => unknown,
): Endpoint<Needs> =>
  endpoint<Needs, undefined, unknown>({
    route: `GET /.well-known/${path}`,
    scope: 'public',
    unaudited: true,
    produces: ['application/json'],
    doc: {
      operationId,
      tag: 'Authorization',
      summary,
      responses: {
        200: { description: 'The document.', schema: { type: 'object', additionalProperties: true } },
      },
    },
    read: () => undefined,
    act: of,
    reply: body => json(200, body, { 'Cache-Control': 'public, max-age=60' }),
  })

const authorize = (method: 'GET' | 'POST'): Endpoint<AuthorizationNeeds> =>
  endpoint({
    route: `${method} /oauth/authorize`,
    // RFC 6749 section 3.1: unknown parameters must be ignored.
    otherNames: 'ignored',
    scope: 'public',
    produces: ['application/json'],
    ...(method === 'POST'
      ? {
          body: { 'application/x-www-form-urlencoded': () => undefined },
          bodyOptional: true as const,
          bodyLimit: BODY_LIMITS.form,
        }
      : {}),
    doc: {
      operationId: `authorize_${method.toLowerCase()}`,
      tag: 'Authorization',
      summary: 'Not offered: says that only client credentials are',
      hidden: true,
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

/** RFC 8414 and RFC 9728 put the document between the host and the path of the address that it describes. */
const pathOf = (url: string) => new URL(url).pathname.replace(/\/+$/, '')

const metadata = (path: string, operationId: string) =>
  document<AuthorizationNeeds>(
    `oauth-authorization-server${path}`,
    operationId,
    'Discovery document (RFC 8414)',
    needs => authorizationServerMetadata(needs.addresses),
  )

const aboutResource = (path: string, operationId: string) =>
  document<Addresses>(
    `oauth-protected-resource${path}`,
    operationId,
    'About the API as a resource (RFC 9728)',
    protectedResourceMetadata,
  )

export function authorizationEndpoints({ authUrl }: Addresses): readonly Endpoint<AuthorizationNeeds>[] {
  const path = pathOf(authUrl)
  return [
    document('smart-configuration', 'smart_configuration', 'Discovery document (SMART on openEHR)', needs =>
      smartConfiguration(needs.addresses),
    ),
    metadata('', 'oauth_metadata'),
    ...(path === '' ? [] : [metadata(path, 'oauth_metadata_by_path')]),
    document('jwks.json', 'jwks', 'Public keys of tokens and of versions', ({ keys, recordKeys }) => ({
      keys: [...keys.current().jwks.keys, ...recordKeys],
    })),
    tokenEndpoint as Endpoint<AuthorizationNeeds>,
    authorize('GET'),
    authorize('POST'),
  ]
}

/** Served by the API itself, also with a foreign issuer. */
export const resourceEndpoints = ({ baseUrl }: Addresses): readonly Endpoint<Addresses>[] => [
  aboutResource('', 'resource_metadata'),
  aboutResource(`${pathOf(baseUrl)}/openehr/v1`, 'resource_metadata_by_path'),
]
