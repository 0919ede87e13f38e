/** Settings of the addresses that the server listens on and is called by, and of who may call it from a browser or through a proxy. */
import { resolve } from 'node:path'
import { integer, list, networks, oneOf, origin, pathPrefix, text, url } from './config-values.ts'
import { optional, setting } from './setting.ts'

export const ADDRESS_SETTINGS = {
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
    meaning: 'Port of the authorization server, if it needs a separate one.',
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
      'File of the TLS certificate with its chain (PEM), if no proxy in front terminates TLS. SIGHUP reads certificate and key again.',
  }),
  tlsKey: optional({
    variable: 'CAIRN_TLS_KEY',
    unset: 'none',
    read: value => resolve(value),
    meaning: 'File of the private key of the certificate (PEM). The server supports TLS 1.2 and 1.3.',
  }),
  prefixes: setting({
    variable: 'CAIRN_PREFIXES',
    default: '',
    read: list(pathPrefix),
    meaning:
      'More places to mount the openEHR API, such as `/ehrbase/rest/openehr/v1`, by comma. Beside one that ends in `/rest/openehr/v1` stand `/rest/v1` (EhrScape) and `/rest/ecis/v1` (EHRbase).',
  }),
  numberedPrefixes: setting({
    variable: 'CAIRN_NUMBERED_PREFIXES',
    default: '',
    read: list(pathPrefix),
    meaning:
      'Those of `CAIRN_PREFIXES`, or `/openehr/v1`, where the second and later siblings of a node in FLAT and STRUCTURED get names such as `Pulse #2`, by comma.',
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
  consoleArchetypes: optional({
    variable: 'CAIRN_CONSOLE_ARCHETYPES',
    unset: 'those of published archetypes alone',
    read: value => resolve(value),
    meaning:
      'A JSON file with more definitions of archetypes for the first page and the timeline of the console: docs/guides/console-archetypes.md.',
  }),
  securityContact: optional({
    variable: 'CAIRN_SECURITY_CONTACT',
    unset: 'the page on security of the documentation',
    read: url('mailto:', 'https:'),
    meaning:
      'Address for reports of faults in security, `mailto:` or `https:`, in `/.well-known/security.txt` (RFC 9116).',
  }),
}
