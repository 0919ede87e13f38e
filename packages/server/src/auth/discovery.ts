/** The documents that tell clients where things are: SMART on openEHR, OpenID Connect, RFC 8414 and RFC 9728. */
import { isScope, SCOPES } from '../http/index.ts'
import { SIGN_IN_SCOPES } from './clients/client.ts'
import { ALGORITHM } from './key-ring.ts'
import { ASSERTION_ALGORITHMS } from './token/assertion.ts'
import { PROOF_ALGORITHMS } from './token/dpop.ts'
import { GRANT_TYPES } from './token/endpoint.ts'

export interface Addresses {
  readonly baseUrl: string
  readonly authUrl: string
}

const API_SCOPES = Object.keys(SCOPES).filter(isScope)

/** The largest scopes of each kind; narrower ones name templates and queries. */
const DATA_SCOPES = [
  'patient/composition-*.cruds',
  'patient/template-*.r',
  'patient/aql-*.rs',
  'user/composition-*.cruds',
  'user/template-*.crud',
  'user/aql-*.cruds',
  'user/audit-*.ru',
  'system/composition-*.cruds',
  'system/template-*.crud',
  'system/aql-*.cruds',
]

/** The largest scopes on resources of FHIR; narrower ones name a type. */
const FHIR_SCOPES = ['patient', 'user', 'system'].flatMap(compartment => [
  `${compartment}/*.crs`,
  `${compartment}/*.rs`,
  `${compartment}/*.read`,
])

const CONFIDENTIAL_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

/** Fields that all documents about the authorization server share. */
function serverMetadata({ authUrl }: Addresses) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${authUrl}/oauth/token`,
    jwks_uri: `${authUrl}/.well-known/jwks.json`,
    userinfo_endpoint: `${authUrl}/oauth/userinfo`,
    introspection_endpoint: `${authUrl}/oauth/introspect`,
    end_session_endpoint: `${authUrl}/oauth/logout`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${authUrl}/oauth/par`,
    management_endpoint: `${authUrl}/auth/apps`,
    grant_types_supported: GRANT_TYPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: [...API_SCOPES, ...DATA_SCOPES, ...Object.keys(SIGN_IN_SCOPES)],
    token_endpoint_auth_methods_supported: [...CONFIDENTIAL_METHODS, 'none'],
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: CONFIDENTIAL_METHODS,
    introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: [...CONFIDENTIAL_METHODS, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}

const CAPABILITIES = [
  'launch-ehr',
  'launch-standalone',
  'authorize-post',
  'client-public',
  'client-confidential-symmetric',
  'client-confidential-asymmetric',
  'sso-openid-connect',
  'context-ehr-patient',
  'context-standalone-patient',
  'permission-offline',
  'permission-online',
  'launch-openehr-ehr',
  'context-openehr-ehr',
  'launch-openehr-episode',
  'context-openehr-episode',
  'launch-base64-json',
  'permission-patient',
  'permission-user',
  'openehr-permission-v1',
]

export function smartConfiguration(addresses: Addresses) {
  return {
    ...serverMetadata(addresses),
    capabilities: CAPABILITIES,
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

/** Below the address of the FHIR API. */
export function fhirSmartConfiguration(addresses: Addresses) {
  const { services: _services, scopes_supported: scopes, ...configuration } = smartConfiguration(addresses)
  return {
    ...configuration,
    scopes_supported: [...scopes, ...FHIR_SCOPES],
    capabilities: [...CAPABILITIES, 'permission-v1', 'permission-v2'],
  }
}

export const authorizationServerMetadata = serverMetadata

export const openidConfiguration = (addresses: Addresses) => ({
  ...serverMetadata(addresses),
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [ALGORITHM],
  claims_supported: [
    'sub',
    'iss',
    'aud',
    'exp',
    'iat',
    'auth_time',
    'nonce',
    'at_hash',
    'name',
    'preferred_username',
    'email',
    'fhirUser',
    'sid',
  ],
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  claims_parameter_supported: false,
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
})

export function protectedResourceMetadata({ baseUrl, authUrl }: Addresses) {
  return {
    resource: `${baseUrl}/openehr/v1`,
    authorization_servers: [authUrl],
    scopes_supported: [...API_SCOPES, ...DATA_SCOPES],
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    resource_documentation: `${baseUrl}/docs`,
  }
}
