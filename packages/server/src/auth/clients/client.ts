/** A client: a program that is registered to use the service. */

import { parseDataScope } from '../../access/scopes/index.ts'
import { isScope, SCOPES, type Scope } from '../../http/index.ts'

/** `public` and `confidential` act for a person who signs in; a `backend` acts for itself. */
export const CLIENT_KINDS = ['public', 'confidential', 'backend'] as const

export type ClientKind = (typeof CLIENT_KINDS)[number]

/** Scopes that open no operation of the API: they ask for facts about the person, for a context, or for a longer stay. */
export const SIGN_IN_SCOPES = {
  openid: 'Sign people in: an id_token names them.',
  profile: 'The name and the language of the person.',
  email: 'The e-mail address of the person.',
  fhirUser: 'The FHIR resource that stands for the person, as a URL.',
  offline_access: 'A refresh token that works while the person is away.',
  online_access: 'A refresh token that works as long as the person is signed in.',
  launch: 'The context that the launch has: an EHR, an episode.',
  'launch/patient': 'An EHR, which the person chooses.',
  'launch/episode': 'An episode of the EHR, which the person chooses.',
} as const

export type SignInScope = keyof typeof SIGN_IN_SCOPES

/** For resource servers: not a scope of tokens. */
export const INTROSPECT = 'introspect'

/** A scope of SMART on openEHR, such as `patient/composition-*.rs`, or of SMART on FHIR, such as `patient/Observation.rs`. */
type DataScopeText = `${string}/${string}.${string}`

export type ClientScope = Scope | SignInScope | DataScopeText | typeof INTROSPECT

export const isSignInScope = (text: string): text is SignInScope => Object.hasOwn(SIGN_IN_SCOPES, text)

export const isClientScope = (text: string): text is ClientScope =>
  isScope(text) || isSignInScope(text) || text === INTROSPECT || parseDataScope(text) !== undefined

/** True if a client of that kind can have the scope: people stand behind apps, and nobody behind a backend. */
export function isScopeOfKind(kind: ClientKind, scope: ClientScope): boolean {
  const compartment = parseDataScope(scope)?.compartment
  if (compartment !== undefined) return (compartment === 'system') === (kind === 'backend')
  return namedScopesOfKind(kind).includes(scope)
}

/** Scopes with a fixed name that a client of each kind can have. */
export const namedScopesOfKind = (kind: ClientKind): readonly ClientScope[] => {
  const api = Object.keys(SCOPES).filter(isScope)
  return kind === 'backend'
    ? [...api.filter(scope => scope !== 'api.break_glass'), INTROSPECT]
    : [...api, ...Object.keys(SIGN_IN_SCOPES).filter(isSignInScope)]
}

/** A JSON Web Key Set with public keys. */
export interface PublicKeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

export interface Client {
  readonly clientId: string
  readonly name: string
  readonly kind: ClientKind
  readonly scopes: readonly ClientScope[]
  readonly redirectUris: readonly string[]
  readonly jwks: PublicKeySet | undefined
  readonly jwksUri: string | undefined
  readonly requiresDpop: boolean
  /** May send its secret with every request, at the addresses for clients of other servers. */
  readonly basicAuth: boolean
  /** Addresses that people can be sent to after they signed out for the client. */
  readonly postLogoutRedirectUris: readonly string[]
  /** Called when a session or a grant of a person ends (OpenID Connect Back-Channel Logout). */
  readonly backchannelLogoutUri: string | undefined
  /** The client can end sessions by `sid` alone. */
  readonly backchannelLogoutSessionRequired: boolean
  readonly disabled: boolean
  readonly createdAt: Date
  /** Up to a minute old; absent if the client was never used. */
  readonly lastUsedAt: Date | undefined
}

/** Members that are left out stay as they are. */
export type ClientChange = Partial<
  Pick<
    Client,
    | 'name'
    | 'scopes'
    | 'redirectUris'
    | 'jwks'
    | 'jwksUri'
    | 'requiresDpop'
    | 'basicAuth'
    | 'postLogoutRedirectUris'
    | 'backchannelLogoutUri'
    | 'backchannelLogoutSessionRequired'
  >
>

/** The client id in the audit trail for calls of our own pages, which have a session instead of a token. */
export const OWN_PAGES = 'cairn.pages'

/** Ids that begin so are ours: no client can be registered under one. */
export const isReservedId = (clientId: string): boolean => clientId.startsWith('cairn.')

/** True if the client proves its identity with a key of its own, and so has no secret. */
export const hasKeys = ({ jwks, jwksUri }: Pick<Client, 'jwks' | 'jwksUri'>): boolean =>
  jwks !== undefined || jwksUri !== undefined
