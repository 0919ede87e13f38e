/** The form of a client of any kind, and the calls for what was typed. */
import type { ChangeOfAClient, Client, NewClient } from '@cairn-ehr/client'
import type { TextKey } from './texts.ts'

export type ClientKind = Client['kind']

export const CLIENT_KINDS = ['backend', 'public', 'confidential'] as const satisfies readonly ClientKind[]

export const KIND_WORDS: Readonly<Record<ClientKind, TextKey>> = {
  backend: 'Program that acts for itself',
  public: 'App without a server',
  confidential: 'App with a server',
}

type ScopeRow = readonly [scope: string, words: TextKey]

export const API_SCOPES: readonly ScopeRow[] = [
  ['api.read', 'Read records and run queries'],
  ['api.write', 'Change records and definitions'],
  ['api.lenient', 'Store data that break their template'],
  ['api.admin', 'Administer: clients, audit, erase for good'],
]

/** Of apps that people sign in to. */
export const APP_SCOPES: readonly ScopeRow[] = [
  ['openid', 'Know who signed in'],
  ['profile', 'Name of the person'],
  ['email', 'E-mail of the person'],
  ['fhirUser', 'FHIR resource of the person'],
  ['launch', 'Be started with a record'],
  ['launch/patient', 'Ask for a patient at the start'],
  ['launch/episode', 'Ask for an episode at the start'],
  ['online_access', 'Go on while the person is signed in'],
  ['offline_access', 'Go on while the person is away'],
]

export interface ClientForm {
  readonly kind: ClientKind
  readonly name: string
  /** Empty: the server makes one up. */
  readonly clientId: string
  /** Those with a box of their own. */
  readonly scopes: readonly string[]
  /** Others, one in a line, such as rights on some templates. */
  readonly otherScopes: string
  /** One in a line. */
  readonly redirectUris: string
  readonly postLogoutUris: string
  readonly backchannelUri: string
  readonly keysUri: string
  readonly requiresDpop: boolean
  readonly isBasic: boolean
}

export const EMPTY_CLIENT: ClientForm = {
  kind: 'backend',
  name: '',
  clientId: '',
  scopes: ['api.read'],
  otherScopes: '',
  redirectUris: '',
  postLogoutUris: '',
  backchannelUri: '',
  keysUri: '',
  requiresDpop: false,
  isBasic: false,
}

const BOXED = new Set([...API_SCOPES, ...APP_SCOPES].map(([scope]) => scope))

const lines = (text: string): string[] => text.split(/\s+/).filter(line => line !== '')

export const isApp = ({ kind }: Pick<ClientForm, 'kind'>): boolean => kind !== 'backend'

const scopesIn = (form: ClientForm): string[] => {
  const boxes = [...API_SCOPES, ...(isApp(form) ? APP_SCOPES : [])].map(([scope]) => scope)
  return [...boxes.filter(scope => form.scopes.includes(scope)), ...lines(form.otherScopes)]
}

export const formOf = (client: Client): ClientForm => ({
  kind: client.kind,
  name: client.name,
  clientId: client.client_id,
  scopes: client.scopes.filter(scope => BOXED.has(scope)),
  otherScopes: client.scopes.filter(scope => !BOXED.has(scope)).join('\n'),
  redirectUris: (client.redirect_uris ?? []).join('\n'),
  postLogoutUris: (client.post_logout_redirect_uris ?? []).join('\n'),
  backchannelUri: client.backchannel_logout_uri ?? '',
  keysUri: client.jwks_uri ?? '',
  requiresDpop: client.requires_dpop ?? false,
  isBasic: client.basic_auth ?? false,
})

/** True once the server can be asked: it checks the rest. */
export const isComplete = (form: ClientForm): boolean =>
  form.name.trim() !== '' &&
  scopesIn(form).length > 0 &&
  (!isApp(form) || lines(form.redirectUris).length > 0)

/** Of a backend with a secret; the server refuses the others. */
export const mayBeBasic = ({ kind, keysUri, requiresDpop }: ClientForm): boolean =>
  kind === 'backend' && keysUri.trim() === '' && !requiresDpop

const addressIn = (text: string): string | null => text.trim() || null

const membersOf = (form: ClientForm) => ({
  name: form.name.trim(),
  scopes: scopesIn(form),
  requires_dpop: form.requiresDpop,
  ...(isApp(form)
    ? {
        redirect_uris: lines(form.redirectUris),
        post_logout_redirect_uris: lines(form.postLogoutUris),
        backchannel_logout_uri: addressIn(form.backchannelUri),
      }
    : { basic_auth: form.isBasic && mayBeBasic(form) }),
})

export const newClientIn = (form: ClientForm): NewClient => ({
  ...membersOf(form),
  kind: form.kind,
  ...(form.clientId.trim() === '' ? {} : { client_id: form.clientId.trim() }),
  ...(form.kind === 'public' || form.keysUri.trim() === '' ? {} : { jwks_uri: form.keysUri.trim() }),
})

/** Keys are named only if their address was changed: keys that were given themselves have none here. */
export const changeIn = (form: ClientForm, before: Client): ChangeOfAClient => ({
  ...membersOf(form),
  ...(addressIn(form.keysUri) === (before.jwks_uri ?? null) ? {} : { jwks_uri: addressIn(form.keysUri) }),
})
