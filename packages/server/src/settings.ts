/** Every setting of the server in one table: name, variable, default and meaning. */
import { resolve } from 'node:path'
import {
  atLeast,
  clientId,
  country,
  databaseUrl,
  headers,
  integer,
  list,
  networks,
  oneOf,
  origin,
  pathPrefix,
  processes,
  type Reader,
  ratio,
  size,
  systemId,
  text,
  url,
} from './config-values.ts'

export interface Setting<T> {
  readonly variable: string
  /** The default as the text of the variable; absent if the setting is off or derived. */
  readonly default?: string
  /** The text in the documentation for an absent default. */
  readonly unset?: string
  readonly secret?: true
  readonly read: Reader<T>
  readonly meaning: string
}

const setting = <T>(entry: Setting<T> & { default: string }): Setting<T> => entry
const optional = <T>(entry: Setting<T> & { unset: string }): Setting<T | undefined> => entry

export const SETTINGS = {
  environment: setting({
    variable: 'CAIRN_ENV',
    default: 'development',
    read: oneOf('development', 'production'),
    meaning:
      '`production` refuses to start on default secrets, an embedded database or with authentication off.',
  }),
  host: setting({
    variable: 'CAIRN_HOST',
    default: '127.0.0.1',
    read: text,
    meaning: 'Address to listen on; `0.0.0.0` for all of IPv4.',
  }),
  port: setting({
    variable: 'CAIRN_PORT',
    default: '8080',
    read: integer(1, 65535),
    meaning: 'Port of the API.',
  }),
  authPort: optional({
    variable: 'CAIRN_AUTH_PORT',
    unset: 'the port of the API',
    read: integer(1, 65535),
    meaning: 'Port of the authorization server, when it is to listen on one of its own.',
  }),
  adminPort: optional({
    variable: 'CAIRN_ADMIN_PORT',
    unset: 'off',
    read: integer(1, 65535),
    meaning: 'Port for `/metrics` and the health checks; keep it inside your network.',
  }),
  baseUrl: optional({
    variable: 'CAIRN_BASE_URL',
    unset: '`http://localhost:{port}`, or `https://…` with a certificate',
    read: url('http:', 'https:'),
    meaning: 'Public address of the API, `{base_url}`; tokens are for the audience `{base_url}/openehr/v1`.',
  }),
  authUrl: optional({
    variable: 'CAIRN_AUTH_URL',
    unset: '`{base_url}`, or `http://localhost:{auth port}`',
    read: url('http:', 'https:'),
    meaning: 'Public address of the authorization server, `{auth_url}`, and the issuer of its tokens.',
  }),
  tlsCert: optional({
    variable: 'CAIRN_TLS_CERT',
    unset: 'none: plain HTTP',
    read: value => resolve(value),
    meaning:
      'File of the TLS certificate with its chain (PEM), where no proxy in front has TLS. SIGHUP reads certificate and key again.',
  }),
  tlsKey: optional({
    variable: 'CAIRN_TLS_KEY',
    unset: 'none',
    read: value => resolve(value),
    meaning: 'File of the private key of the certificate (PEM). TLS 1.2 and 1.3 are spoken.',
  }),
  prefixes: setting({
    variable: 'CAIRN_PREFIXES',
    default: '',
    read: list(pathPrefix),
    meaning: 'More places to mount the openEHR API, such as `/ehrbase/rest/openehr/v1`, by comma.',
  }),
  corsOrigins: setting({
    variable: 'CAIRN_CORS_ORIGINS',
    default: '',
    read: list(origin),
    meaning: 'Origins whose browser pages may call the API, by comma; none unless listed.',
  }),
  trustedProxies: setting({
    variable: 'CAIRN_TRUSTED_PROXIES',
    default: '',
    read: value => list(networks)(value).flat(),
    meaning:
      'Addresses or networks (CIDR, or `loopback`, `linklocal`, `uniquelocal`) of reverse proxies, by comma. Their `X-Forwarded-For` names the caller, and `X-Forwarded-Proto`, `-Host` and `-Prefix` the address that links in answers begin with.',
  }),
  securityContact: optional({
    variable: 'CAIRN_SECURITY_CONTACT',
    unset: 'the page on security of the documentation',
    read: url('mailto:', 'https:'),
    meaning:
      'Address for reports of faults in security, `mailto:` or `https:`, in `/.well-known/security.txt` (RFC 9116).',
  }),
  dataDir: setting({
    variable: 'CAIRN_DATA_DIR',
    default: './data',
    read: value => resolve(value),
    meaning: 'Folder of the embedded database and of secrets that were made here.',
  }),
  databaseUrl: optional({
    variable: 'CAIRN_DATABASE_URL',
    unset: 'the embedded database',
    secret: true,
    read: databaseUrl,
    meaning: 'A PostgreSQL of your own, version 15 or newer.',
  }),
  databaseReadUrl: optional({
    variable: 'CAIRN_DATABASE_READ_URL',
    unset: 'none: everything is read from the primary',
    secret: true,
    read: databaseUrl,
    meaning:
      'A replica (streaming replication) of the database of `CAIRN_DATABASE_URL`, which queries, lists of datamaps and exports are read from.',
  }),
  readLag: setting({
    variable: 'CAIRN_READ_LAG_MS',
    default: '5000',
    read: integer(100, 3600000),
    meaning:
      'Age of the state of the replica from which on the primary is asked instead. A request with the header `cairn-after` of an earlier answer always shows what that one wrote.',
  }),
  newDatabaseUrl: optional({
    variable: 'CAIRN_NEW_DATABASE_URL',
    unset: 'none',
    secret: true,
    read: databaseUrl,
    meaning: 'For `cairn database copy` only: the empty database that everything is copied into.',
  }),
  erasureLog: optional({
    variable: 'CAIRN_ERASURE_LOG',
    unset: 'none: what was erased is known to the database alone',
    read: value => resolve(value),
    meaning:
      'File that every physical deletion is added to, to be kept apart from the database: `cairn apply-erasures` does them again after a backup was restored.',
  }),
  auditRetention: optional({
    variable: 'CAIRN_AUDIT_RETENTION_MONTHS',
    unset: 'none: the audit trail is kept for ever',
    read: integer(1, 1200),
    meaning:
      'Whole months that the audit trail is kept beside the current one. Older months are removed, with an event that says so; `cairn verify` tells from when on the trail is there.',
  }),
  systemId: setting({
    variable: 'CAIRN_SYSTEM_ID',
    default: 'cairn.local',
    read: systemId,
    meaning: 'Names this installation in version ids: `<object>::<system id>::<version>`.',
  }),
  territory: optional({
    variable: 'CAIRN_TERRITORY',
    unset: 'the country of the template’s language',
    read: country,
    meaning:
      'Country (ISO 3166-1, two letters) of compositions that are written through a datamap that does not show it.',
  }),
  wireProfile: setting({
    variable: 'CAIRN_WIRE_PROFILE',
    default: 'spec',
    read: oneOf('spec', 'openehr'),
    meaning:
      'Literals of the VERSION envelope: as in docs/interface.md, section 2.3 (`spec`), or as in the reference model (`openehr`).',
  }),
  processes: setting({
    variable: 'CAIRN_PROCESSES',
    default: '1',
    read: processes,
    meaning:
      'Server processes that share the ports; `auto`: one for each core. Limits such as `CAIRN_DATABASE_POOL` are for all of them together. SIGHUP restarts them one after the other.',
  }),
  databasePool: setting({
    variable: 'CAIRN_DATABASE_POOL',
    default: '16',
    read: integer(2, 1000),
    meaning: 'Most connections to the database for reading and writing records.',
  }),
  databaseTimeout: setting({
    variable: 'CAIRN_DATABASE_TIMEOUT_MS',
    default: '10000',
    read: integer(100, 3600000),
    meaning:
      'Longest time that a statement for reading or writing records may take, and that it waits for a connection; then the request answers 503. Queries have `CAIRN_QUERY_TIMEOUT_MS`.',
  }),
  lockTimeout: setting({
    variable: 'CAIRN_LOCK_TIMEOUT_MS',
    default: '2000',
    read: integer(10, 3600000),
    meaning:
      'Longest time that a write waits for a record that another operation holds, such as an erasure; then it answers 503.',
  }),
  pathsPerTemplate: setting({
    variable: 'CAIRN_PATHS_PER_TEMPLATE',
    default: '20000',
    read: integer(100, 10000000),
    meaning: 'Most different paths that the records of one template can have; data with more answer 422.',
  }),
  queryTimeout: setting({
    variable: 'CAIRN_QUERY_TIMEOUT_MS',
    default: '30000',
    read: integer(10, 3600000),
    meaning: 'Longest time that a query may take, waiting for its turn included; then it is ended with 408.',
  }),
  queryDefaultFetch: setting({
    variable: 'CAIRN_QUERY_DEFAULT_FETCH',
    default: '1000',
    read: integer(1, 2147483647),
    meaning: 'Rows that a query answers with when it is called without `fetch`.',
  }),
  queryMaxFetch: setting({
    variable: 'CAIRN_QUERY_MAX_FETCH',
    default: '100000',
    read: integer(1, 2147483647),
    meaning: 'Largest `fetch`; more answers 400.',
  }),
  queryPool: setting({
    variable: 'CAIRN_QUERY_POOL',
    default: '8',
    read: integer(1, 1000),
    meaning: 'Most connections that queries use, beside those of `CAIRN_DATABASE_POOL`.',
  }),
  queryWorkers: setting({
    variable: 'CAIRN_QUERY_WORKERS',
    default: '2',
    read: integer(1, 64),
    meaning:
      'Threads for queries that need whole documents, each with a connection of its own and up to 512 MB of memory; one more is started for short ones while all are busy.',
  }),
  queriesPerClient: setting({
    variable: 'CAIRN_QUERY_PER_CLIENT',
    default: '6',
    read: integer(1, 1000),
    meaning: 'Most queries of one client that run at once; more wait in a line of their own.',
  }),
  queriesWaiting: setting({
    variable: 'CAIRN_QUERY_WAITING',
    default: '50',
    read: integer(1, 10000),
    meaning: 'Most queries of one client that wait; one more answers 429.',
  }),
  queryStall: setting({
    variable: 'CAIRN_QUERY_STALL_MS',
    default: '10000',
    read: integer(100, 3600000),
    meaning: 'Time after which an answer that its client does not read is cut off, so that others can go on.',
  }),
  terminologyUrl: optional({
    variable: 'CAIRN_TERMINOLOGY_URL',
    unset: "none: only openEHR's own terminology",
    read: url('http:', 'https:'),
    meaning: 'Base of the FHIR terminology server that `TERMINOLOGY()` in queries asks.',
  }),
  secretKey: optional({
    variable: 'CAIRN_SECRET_KEY',
    unset: 'made at first start, kept in the data folder',
    secret: true,
    read: atLeast(32),
    meaning:
      'What client secrets and signing keys are protected with; the same for all processes on one database.',
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
    meaning: 'Id of the first client, which may ask for every scope.',
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
    meaning: '`off` lets every call in with every scope: for a laptop without patients only.',
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
  identityProviders: optional({
    variable: 'CAIRN_IDENTITY_PROVIDERS',
    unset: 'none',
    read: value => resolve(value),
    meaning: 'A JSON file with the OpenID Connect providers that people can sign in with: docs/people.md.',
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
  maxRequests: setting({
    variable: 'CAIRN_MAX_REQUESTS',
    default: '256',
    read: integer(1, 100000),
    meaning:
      'Most requests under way at a time, from their first byte to the last of their answer; one more answers 503. Health checks are not counted.',
  }),
  bodyLimit: setting({
    variable: 'CAIRN_BODY_LIMIT',
    default: '20MB',
    read: size,
    meaning: 'Largest request body; a larger one answers 413.',
  }),
  urlLimit: setting({
    variable: 'CAIRN_URL_LIMIT',
    default: '16KB',
    read: size,
    meaning: 'Longest request target; a longer one answers 414.',
  }),
  headerLimit: setting({
    variable: 'CAIRN_HEADER_LIMIT',
    default: '64KB',
    read: size,
    meaning: 'Request line and headers together; more answers 431.',
  }),
  compressFrom: setting({
    variable: 'CAIRN_COMPRESS_FROM',
    default: '16KB',
    read: size,
    meaning:
      'Answers from this size on are compressed (`br`, `gzip`) for clients that take it; `0`: none are.',
  }),
  requestTimeout: setting({
    variable: 'CAIRN_REQUEST_TIMEOUT_MS',
    default: '60000',
    read: integer(1000, 3600000),
    meaning: 'Time a client has to send a whole request; its headers must be there after a quarter of it.',
  }),
  shutdownGrace: setting({
    variable: 'CAIRN_SHUTDOWN_GRACE_MS',
    default: '6000',
    read: integer(0, 600000),
    meaning:
      'Time that requests under way are given to end when the server is told to stop (SIGTERM, SIGINT, or SIGHUP where that has no other meaning); about three seconds later it has ended, whatever the database does.',
  }),
  logLevel: setting({
    variable: 'CAIRN_LOG_LEVEL',
    default: 'info',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    meaning: 'Least severe line that is logged.',
  }),
  slowQuery: setting({
    variable: 'CAIRN_SLOW_QUERY_MS',
    default: '1000',
    read: integer(0, 3600000),
    meaning:
      'Queries that take longer are logged as warnings, with their text without literals; `0`: none are.',
  }),
  traceUrl: optional({
    variable: 'CAIRN_TRACE_URL',
    unset: 'off',
    read: url('http:', 'https:'),
    meaning:
      'Where traces of requests are sent to: an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318/v1/traces`.',
  }),
  traceRatio: setting({
    variable: 'CAIRN_TRACE_RATIO',
    default: '1',
    read: ratio,
    meaning:
      'Part of the requests that are traced, from 0 to 1; a caller that sends `traceparent` decides for its own.',
  }),
  traceHeaders: optional({
    variable: 'CAIRN_TRACE_HEADERS',
    unset: 'none',
    secret: true,
    read: headers,
    meaning: 'Headers for the collector, such as `Authorization=Bearer abc`, by comma.',
  }),
  logFormat: setting({
    variable: 'CAIRN_LOG_FORMAT',
    default: 'auto',
    read: oneOf('auto', 'json', 'text'),
    meaning:
      'Form of log lines: `json` for programs, `text` for people; `auto` is `text` on a terminal and `json` elsewhere.',
  }),
}
