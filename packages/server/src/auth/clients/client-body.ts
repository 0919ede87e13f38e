/** A client in requests and answers of the admin API: schemas, and the body of an answer. */
import type { ParameterDoc } from '../../http/index.ts'
import { CLIENT_KINDS, type Client } from './client.ts'

export const ID: ParameterDoc = {
  name: 'client_id',
  in: 'path',
  required: true,
  description: 'Id of the client.',
  schema: { type: 'string' },
}

const SCOPE_LIST = { type: 'array', items: { type: 'string' } }

/** Members that a new client and a change have in common. */
const CHANGEABLE = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  scopes: {
    ...SCOPE_LIST,
    minItems: 1,
    description:
      'Of tokens: `api.read`, `api.write`, `api.lenient`, `api.admin`. For apps also `openid`, `profile`, `email`, `fhirUser`, `offline_access`, `online_access`, `launch`, `launch/patient`, `launch/episode`; for resource servers `introspect`.',
  },
  redirect_uris: {
    type: 'array',
    maxItems: 20,
    items: { type: 'string' },
    description:
      'Addresses that people are sent back to after they signed in; compared exactly. Only of apps.',
  },
  jwks: {
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'Public keys for `private_key_jwt`. A client with keys has no secret.',
  },
  jwks_uri: { type: ['string', 'null'], description: 'Address of the public keys, instead of `jwks`.' },
  requires_dpop: {
    type: 'boolean',
    description: 'True: tokens are given only bound to a key of the client (RFC 9449).',
  },
  basic_auth: {
    type: 'boolean',
    description:
      'True: the client may send its id and secret with every request (HTTP Basic), at the addresses of `CAIRN_PREFIXES`. Only of a backend with a secret.',
  },
  post_logout_redirect_uris: {
    type: 'array',
    maxItems: 20,
    items: { type: 'string' },
    description:
      'Addresses that people are sent to after they signed out at the end-session endpoint; compared exactly. Only of apps.',
  },
  backchannel_logout_uri: {
    type: ['string', 'null'],
    description:
      'Address that a logout token is posted to when a session or a grant of a person ends. Only of apps.',
  },
  backchannel_logout_session_required: {
    type: 'boolean',
    description: 'True: a logout token is sent only if it names the session (`sid`).',
  },
}

const FIXED = {
  client_id: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,100}$', description: 'Made up when left out.' },
  kind: {
    type: 'string',
    enum: CLIENT_KINDS,
    description:
      '`public`: an app that cannot keep a secret; `confidential`: an app with a server of its own; `backend`: acts for itself, without a person. The default is a backend.',
  },
}

export const CLIENT = {
  title: 'Client',
  type: 'object',
  required: ['client_id', 'name', 'kind', 'scopes', 'disabled', 'created_at'],
  properties: {
    ...FIXED,
    ...CHANGEABLE,
    disabled: { type: 'boolean' },
    created_at: {
      type: 'string',
      format: 'date-time',
      description: 'With 202 of a new client, the time of the request.',
    },
    last_used_at: {
      type: 'string',
      format: 'date-time',
      description: 'The last call or token of the client, up to a minute old. Left out if there was none.',
    },
    client_secret: { type: 'string', description: 'Only where one was just made: it is shown this once.' },
    request_id: {
      type: 'string',
      format: 'uuid',
      description:
        'Only with 202: the client will be so once another administrator approved this request. A secret works from then on.',
    },
  },
}

export const NEW_CLIENT = {
  title: 'Client input',
  type: 'object',
  required: ['name', 'scopes'],
  additionalProperties: false,
  properties: { ...FIXED, ...CHANGEABLE },
}

export const CLIENT_CHANGE = {
  title: 'Change of a client',
  type: 'object',
  additionalProperties: false,
  properties: CHANGEABLE,
}

export const clientBody = (client: Client, secret?: string) => ({
  client_id: client.clientId,
  name: client.name,
  kind: client.kind,
  scopes: client.scopes,
  ...(client.kind === 'backend' ? {} : { redirect_uris: client.redirectUris }),
  ...(client.jwks === undefined ? {} : { jwks: client.jwks }),
  ...(client.jwksUri === undefined ? {} : { jwks_uri: client.jwksUri }),
  ...(client.requiresDpop ? { requires_dpop: true } : {}),
  ...(client.basicAuth ? { basic_auth: true } : {}),
  ...(client.postLogoutRedirectUris.length > 0
    ? { post_logout_redirect_uris: client.postLogoutRedirectUris }
    : {}),
  ...(client.backchannelLogoutUri === undefined
    ? {}
    : {
        backchannel_logout_uri: client.backchannelLogoutUri,
        backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
      }),
  disabled: client.disabled,
  created_at: client.createdAt.toISOString(),
  ...(client.lastUsedAt === undefined ? {} : { last_used_at: client.lastUsedAt.toISOString() }),
  ...(secret === undefined ? {} : { client_secret: secret }),
})
