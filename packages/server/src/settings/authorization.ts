/** Settings of secrets, of clients and people, and of the tokens that they get. */
import { resolve } from 'node:path'
import { atLeast, clientId, integer, list, networks, oneOf, text, url } from './config-values.ts'
import { optional, setting } from './setting.ts'

export const AUTHORIZATION_SETTINGS = {
  secretKey: optional({
    variable: 'CAIRN_SECRET_KEY',
    unset: 'made at first start, kept in the data folder',
    secret: true,
    read: atLeast(32),
    meaning: 'Key that encrypts client secrets and signing keys; the same for all processes on one database.',
  }),
  newSecretKey: optional({
    variable: 'CAIRN_NEW_SECRET_KEY',
    unset: 'none',
    secret: true,
    read: atLeast(32),
    meaning: 'For `cairn key replace-secret` only: the key that replaces `CAIRN_SECRET_KEY`.',
  }),
  bootstrapClientId: optional({
    variable: 'CAIRN_BOOTSTRAP_CLIENT_ID',
    unset: 'made at first start',
    read: clientId,
    meaning:
      'Id of the first client, which may request every scope but `api.break_glass`, which is for people.',
  }),
  bootstrapClientSecret: optional({
    variable: 'CAIRN_BOOTSTRAP_CLIENT_SECRET',
    unset: 'made at first start, shown once',
    secret: true,
    read: atLeast(8),
    meaning: 'Secret of the first client; at least 32 characters in production.',
  }),
  authentication: setting({
    variable: 'CAIRN_AUTH',
    default: 'on',
    read: oneOf('on', 'off'),
    meaning:
      '`off` gives every call every scope but `api.break_glass`, which is for people. Only for a laptop without patients.',
  }),
  tokenLifetime: setting({
    variable: 'CAIRN_TOKEN_LIFETIME',
    default: '3600',
    read: integer(60, 86400),
    meaning: 'Life of an access token in seconds.',
  }),
  personTokenLifetime: setting({
    variable: 'CAIRN_PERSON_TOKEN_LIFETIME',
    default: '300',
    read: integer(60, 86400),
    meaning:
      'Life in seconds of an access token that an app gets for a person; a refresh token gets the next one.',
  }),
  refreshTokenLifetime: setting({
    variable: 'CAIRN_REFRESH_TOKEN_LIFETIME',
    default: '2592000',
    read: integer(60, 31536000),
    meaning: 'Life in seconds of a refresh token; each use gives a new one.',
  }),
  refreshChainLifetime: setting({
    variable: 'CAIRN_REFRESH_CHAIN_LIFETIME',
    default: '7776000',
    read: integer(60, 31536000),
    meaning: 'Seconds from the sign-in to an app after which its refresh tokens expire in any case.',
  }),
  sessionIdle: setting({
    variable: 'CAIRN_SESSION_IDLE',
    default: '1800',
    read: integer(60, 604800),
    meaning: 'Seconds without a request after which a person who signed in has to sign in again.',
  }),
  sessionLifetime: setting({
    variable: 'CAIRN_SESSION_LIFETIME',
    default: '43200',
    read: integer(60, 2592000),
    meaning: 'Seconds after which a person has to sign in again in any case.',
  }),
  sessionFresh: setting({
    variable: 'CAIRN_SESSION_FRESH',
    default: '300',
    read: integer(30, 3600),
    meaning:
      'Seconds after which a person has to confirm their identity again before sensitive actions: docs/people.md.',
  }),
  secondFactor: setting({
    variable: 'CAIRN_SECOND_FACTOR',
    default: 'administrators',
    read: oneOf('administrators', 'all'),
    meaning:
      'People with a password who need a second factor, an authenticator app or a passkey: `administrators`, or `all`.',
  }),
  identityProviders: optional({
    variable: 'CAIRN_IDENTITY_PROVIDERS',
    unset: 'none',
    read: value => resolve(value),
    meaning: 'A JSON file with the OpenID Connect providers that people can sign in with: docs/people.md.',
  }),
  privateAddresses: setting({
    variable: 'CAIRN_PRIVATE_ADDRESSES',
    default: '',
    read: value => list(networks)(value).flat(),
    meaning:
      'Addresses or networks (CIDR, or `loopback`, `linklocal`, `uniquelocal`), by comma, that are not public and that the server may call: for keys of clients (`jwks_uri`), logout of apps, identity providers and a foreign issuer. Plain HTTP is accepted there.',
  }),
  badAttempts: setting({
    variable: 'CAIRN_AUTH_BAD_ATTEMPTS',
    default: '20',
    read: integer(1, 100000),
    meaning:
      'Failed token requests a minute, for one client or from one address, before the next answers 429.',
  }),
  issuer: optional({
    variable: 'CAIRN_AUTH_ISSUER',
    unset: 'the built-in authorization server',
    read: url('http:', 'https:'),
    meaning: 'A foreign OAuth 2.0 issuer whose tokens are trusted instead of our own.',
  }),
  issuerJwksUri: optional({
    variable: 'CAIRN_AUTH_JWKS_URI',
    unset: "from the issuer's metadata",
    read: url('http:', 'https:'),
    meaning: "Where the foreign issuer's public keys are.",
  }),
  issuerAudience: optional({
    variable: 'CAIRN_AUTH_AUDIENCE',
    unset: '`{base_url}/openehr/v1`',
    read: text,
    meaning: "The audience that a foreign issuer's tokens must name.",
  }),
}
