/** The authorization server's routes. */
import type { JWK } from 'jose'
import { type Endpoint, endpoint, json } from '../http/index.ts'
import { pageEndpoints } from '../people/pages/index.ts'
import { appRoutes } from './authorize/app-endpoints.ts'
import { breakGlassEndpoint } from './authorize/break-glass-endpoint.ts'
import { authorizeRoutes } from './authorize/endpoints.ts'
import { launchEndpoint } from './authorize/launch-endpoint.ts'
import type { AuthorizeNeeds } from './authorize/needs.ts'
import { pushedEndpoint } from './authorize/pushed.ts'
import {
  type Addresses,
  authorizationServerMetadata,
  fhirSmartConfiguration,
  openidConfiguration,
  protectedResourceMetadata,
  smartConfiguration,
} from './discovery.ts'
import type { KeyRing } from './key-ring.ts'
import { logoutRoutes } from './logout/endpoints.ts'
import { providerLogoutEndpoint } from './logout/provider-endpoint.ts'
import { tokenEndpoint } from './token/endpoint.ts'
import type { LiveTokenNeeds } from './token/live-token.ts'
import { tokenInfoEndpoints } from './token/token-endpoints.ts'

export interface AuthorizationNeeds extends LiveTokenNeeds, Omit<AuthorizeNeeds, keyof LiveTokenNeeds> {
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

export function authorizationEndpoints(
  { authUrl }: Addresses,
  contextOf: AuthorizeNeeds['contextOf'],
): readonly Endpoint<AuthorizationNeeds>[] {
  const path = pathOf(authUrl)
  return [
    document('smart-configuration', 'smart_configuration', 'Discovery document (SMART on openEHR)', needs =>
      smartConfiguration(needs.addresses),
    ),
    metadata('', 'oauth_metadata'),
    ...(path === '' ? [] : [metadata(path, 'oauth_metadata_by_path')]),
    document('openid-configuration', 'openid_configuration', 'Discovery document (OpenID Connect)', needs =>
      openidConfiguration(needs.addresses),
    ),
    document('jwks.json', 'jwks', 'Public keys of tokens and of versions', ({ keys, recordKeys }) => ({
      keys: [...keys.current().jwks.keys, ...recordKeys],
    })),
    tokenEndpoint as Endpoint<AuthorizationNeeds>,
    ...(tokenInfoEndpoints as readonly Endpoint<AuthorizationNeeds>[]),
    pushedEndpoint as Endpoint<AuthorizationNeeds>,
    breakGlassEndpoint as Endpoint<AuthorizationNeeds>,
    launchEndpoint as Endpoint<AuthorizationNeeds>,
    providerLogoutEndpoint as Endpoint<AuthorizationNeeds>,
    ...(pageEndpoints(contextOf, [
      ...authorizeRoutes,
      ...appRoutes,
      ...logoutRoutes,
    ]) as Endpoint<AuthorizationNeeds>[]),
  ]
}

/** Served by the API itself, also with a foreign issuer. */
export const resourceEndpoints = ({ baseUrl }: Addresses): readonly Endpoint<Addresses>[] => [
  aboutResource('', 'resource_metadata'),
  aboutResource(`${pathOf(baseUrl)}/openehr/v1`, 'resource_metadata_by_path'),
]

/** Below the address of the FHIR API, where SMART on FHIR looks for it. */
export const fhirDiscoveryEndpoints: readonly Endpoint<Addresses>[] = [
  document(
    'smart-configuration',
    'fhir_smart_configuration',
    'Discovery document (SMART on FHIR)',
    fhirSmartConfiguration,
  ),
]
