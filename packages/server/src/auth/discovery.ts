/** The documents that tell clients where things are: SMART (openEHR), RFC 8414 and RFC 9728. */
import { SCOPES } from '../http/index.ts'

export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
}

/** Fields that all documents about the authorization server share. */
function serverMetadata({ authUrl }: Addresses) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${authUrl}/oauth/token`,
    jwks_uri: `${authUrl}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: Object.keys(SCOPES),
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }
}

export function smartConfiguration(addresses: Addresses) {
  return {
    ...serverMetadata(addresses),
    capabilities: ['client-confidential-symmetric'],
    services: {
      'org.openehr.rest': {
        baseUrl: `${addresses.baseUrl}/openehr/v1`,
        description: 'openEHR REST API',
        documentation: `${addresses.baseUrl}/docs`,
        openapi: `${addresses.baseUrl}/openapi.json`,
      },
    },
  }
}

export const authorizationServerMetadata = serverMetadata

export function protectedResourceMetadata({ baseUrl, authUrl }: Addresses) {
  return {
    resource: `${baseUrl}/openehr/v1`,
    authorization_servers: [authUrl],
    scopes_supported: Object.keys(SCOPES),
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/docs`,
  }
}
