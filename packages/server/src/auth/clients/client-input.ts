/** Reads the description of a client, and lists everything that is wrong with it: for the admin API and for commands. */
import type { Finding } from '@cairn-ehr/openehr'
import { Refusal } from '../../refusal/index.ts'
import { CLIENT_ID } from '../../settings/index.ts'
import {
  CLIENT_KINDS,
  type ClientChange,
  type ClientKind,
  type ClientScope,
  isClientScope,
  namedScopesOfKind,
  type PublicKeySet,
} from './client.ts'
import { checkClient } from './client-rules.ts'
import type { NewClient } from './clients.ts'
import { isRedirectUri } from './redirect-uri.ts'

const isList = (value: unknown, most: number, fits: (each: string) => boolean): value is string[] =>
  Array.isArray(value) && value.length <= most && value.every(each => typeof each === 'string' && fits(each))

/** Only public members of keys; a private one would have to be replaced at once. */
const isPublicKey = (key: unknown): boolean =>
  typeof key === 'object' &&
  key !== null &&
  ['EC', 'RSA', 'OKP'].includes(String((key as { kty?: unknown }).kty)) &&
  !['d', 'p', 'q', 'k'].some(member => member in key)

const isKeySet = (value: unknown): value is PublicKeySet => {
  if (typeof value !== 'object' || value === null) return false
  const { keys } = value as { keys?: unknown }
  return Array.isArray(keys) && keys.length > 0 && keys.length <= 20 && keys.every(isPublicKey)
}

const isCallableAddress = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > 1000 || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

interface Member {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
  /** Cannot be changed later. */
  readonly isFixed?: true
  readonly isRequired?: true
}

/** The members of a client, each with its check and the words for it. */
const MEMBERS: Readonly<Record<string, Member>> = {
  client_id: {
    expected: 'up to 100 letters, digits, ".", "_" and "-"',
    fits: value => typeof value === 'string' && CLIENT_ID.test(value),
    isFixed: true,
  },
  kind: {
    expected: CLIENT_KINDS.map(kind => `"${kind}"`).join(' or '),
    fits: value => CLIENT_KINDS.some(kind => kind === value),
    isFixed: true,
  },
  name: {
    expected: 'a text of 1 to 200 characters',
    fits: value => typeof value === 'string' && value.length > 0 && value.length <= 200,
    isRequired: true,
  },
  scopes: {
    expected: `a list of ${namedScopesOfKind('backend').join(', ')}, for apps ${namedScopesOfKind('public')
      .filter(scope => !namedScopesOfKind('backend').includes(scope))
      .join(', ')}, and scopes such as system/composition-*.rs, for apps user/… and patient/…`,
    fits: value => isList(value, 100, isClientScope) && value.length > 0,
    isRequired: true,
  },
  redirect_uris: {
    expected:
      'a list of up to 20 https addresses, loopback addresses or addresses of an app such as org.example.app:/signed-in',
    fits: value => isList(value, 20, isRedirectUri),
  },
  jwks: {
    expected: 'a JSON Web Key Set of 1 to 20 public keys, or null',
    fits: value => value === null || isKeySet(value),
  },
  jwks_uri: {
    expected: 'an https address of a JSON Web Key Set, or null',
    fits: value => value === null || isCallableAddress(value),
  },
  requires_dpop: { expected: 'true or false', fits: value => typeof value === 'boolean' },
  basic_auth: { expected: 'true or false', fits: value => typeof value === 'boolean' },
  post_logout_redirect_uris: {
    expected:
      'a list of up to 20 https addresses, loopback addresses or addresses of an app such as org.example.app:/signed-out',
    fits: value => isList(value, 20, isRedirectUri),
  },
  backchannel_logout_uri: {
    expected: 'an https address without a fragment, or null',
    fits: value => value === null || (isCallableAddress(value) && !String(value).includes('#')),
  },
  backchannel_logout_session_required: {
    expected: 'true or false',
    fits: value => typeof value === 'boolean',
  },
}

const finding = (name: string, message: string): Finding => ({ path: `/${name}`, code: 'value', message })

function membersIn(body: unknown, isNew: boolean): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const given = new Map<string, unknown>(Object.entries(body))
  const findings = [
    ...[...given.keys()]
      .filter(name => !Object.hasOwn(MEMBERS, name))
      .map(name => ({ path: `/${name}`, code: 'unknown', message: 'there is no such member' })),
    ...Object.entries(MEMBERS).flatMap(([name, { expected, fits, isFixed, isRequired }]) => {
      if (!given.has(name))
        return isNew && isRequired ? [{ ...finding(name, `must be ${expected}`), expected }] : []
      if (isFixed && !isNew) return [finding(name, 'cannot be changed')]
      return fits(given.get(name)) ? [] : [{ ...finding(name, `must be ${expected}`), expected }]
    }),
  ]
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The client cannot be as described.', findings)
  return given
}

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

export function newClientIn(body: unknown): NewClient {
  const given = membersIn(body, true)
  const client = {
    clientId: given.get('client_id') as string | undefined,
    name: given.get('name') as string,
    kind: (given.get('kind') as ClientKind | undefined) ?? 'backend',
    scopes: unique(given.get('scopes') as ClientScope[]),
    redirectUris: unique((given.get('redirect_uris') as string[] | undefined) ?? []),
    jwks: (given.get('jwks') as PublicKeySet | null | undefined) ?? undefined,
    jwksUri: (given.get('jwks_uri') as string | null | undefined) ?? undefined,
    requiresDpop: (given.get('requires_dpop') as boolean | undefined) ?? false,
    basicAuth: (given.get('basic_auth') as boolean | undefined) ?? false,
    postLogoutRedirectUris: unique((given.get('post_logout_redirect_uris') as string[] | undefined) ?? []),
    backchannelLogoutUri: (given.get('backchannel_logout_uri') as string | null | undefined) ?? undefined,
    backchannelLogoutSessionRequired:
      (given.get('backchannel_logout_session_required') as boolean | undefined) ?? false,
  }
  checkClient(client)
  return client
}

export function clientChangeIn(body: unknown): ClientChange {
  const given = membersIn(body, false)
  const part = <T>(name: string, member: string): Record<string, T> =>
    given.has(name) ? { [member]: (given.get(name) ?? undefined) as T } : {}
  return {
    ...part('name', 'name'),
    ...part('scopes', 'scopes'),
    ...part('redirect_uris', 'redirectUris'),
    ...part('jwks', 'jwks'),
    ...part('jwks_uri', 'jwksUri'),
    ...part('requires_dpop', 'requiresDpop'),
    ...part('basic_auth', 'basicAuth'),
    ...part('post_logout_redirect_uris', 'postLogoutRedirectUris'),
    ...part('backchannel_logout_uri', 'backchannelLogoutUri'),
    ...part('backchannel_logout_session_required', 'backchannelLogoutSessionRequired'),
  }
}
