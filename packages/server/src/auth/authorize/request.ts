/** The parameters of an authorization request, read and checked (RFC 6749, 7636, 8707, 9101, OpenID Connect, SMART App Launch). */

import { isDataScope } from '../../access/scopes/index.ts'
import { isScope } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { type Client, isSignInScope } from '../clients/client.ts'
import { holdsScope } from '../clients/held-scopes.ts'
import { matchesRegistered } from '../clients/redirect-uri.ts'

/** Parameters as sent, each once. */
export type Parameters = Readonly<Record<string, string>>

/** Parameters that are kept of a request; others must be ignored (RFC 6749, section 3.1). */
const KEPT = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'aud',
  'audience',
  'resource',
  'launch',
  'prompt',
  'max_age',
  'login_hint',
  'dpop_jkt',
  'request',
  'request_uri',
]

const LONGEST_VALUE = 4000

export function parametersIn(given: URLSearchParams): Parameters {
  const repeated = KEPT.find(name => given.getAll(name).length > 1)
  if (repeated !== undefined)
    throw new Refusal('oauth.invalid_request', `The parameter "${repeated}" is given more than once.`)
  const pairs = KEPT.flatMap(name => {
    const value = given.get(name)
    return value === null || value === '' ? [] : [[name, value] as const]
  })
  const long = pairs.find(([, value]) => value.length > LONGEST_VALUE)
  if (long) throw new Refusal('oauth.invalid_request', `The parameter "${long[0]}" is too long.`)
  return Object.fromEntries(pairs)
}

type Prompt = 'none' | 'login' | 'consent' | 'select_account'

export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | undefined
  readonly scopes: readonly string[]
  readonly nonce: string | undefined
  readonly codeChallenge: string
  readonly audience: string
  readonly launch: string | undefined
  readonly prompt: readonly Prompt[]
  /** Most seconds since the person signed in. */
  readonly maxAge: number | undefined
  readonly keyThumbprint: string | undefined
}

/** The address for an answer, once it is known to be safe. */
export interface ReturnAddress {
  readonly redirectUri: string
  readonly state: string | undefined
}

/** An error that the app is told by its redirect URI (RFC 6749, section 4.1.2.1). */
export class AuthorizationError extends Error {
  readonly error: string
  readonly to: ReturnAddress

  constructor(error: string, description: string, to: ReturnAddress) {
    super(description)
    this.error = error
    this.to = to
  }
}

/** Checked first, and told to the person: an answer to an address that is not registered could reach anybody (RFC 9700, section 4.1). */
export function returnAddressOf(parameters: Parameters, client: Client | undefined): ReturnAddress {
  const { redirect_uri: redirectUri, state } = parameters
  if (!client || client.disabled || client.kind === 'backend')
    throw new Refusal('oauth.invalid_redirect', 'The app that sent you here is not registered.')
  if (redirectUri === undefined || !matchesRegistered(redirectUri, client.redirectUris))
    throw new Refusal(
      'oauth.invalid_redirect',
      'The app wants you to be sent to an address that it has not registered (redirect_uri).',
    )
  return { redirectUri, state }
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/
const PROMPTS = new Set(['none', 'login', 'consent', 'select_account'])

type Fail = (error: string, description: string) => never

function scopesIn({ scope = '' }: Parameters, client: Client, fail: Fail): readonly string[] {
  const scopes = [...new Set(scope.split(' ').filter(each => each !== ''))]
  if (scopes.length === 0) fail('invalid_scope', 'The parameter "scope" is missing.')
  const unknown = scopes.find(each => !isScope(each) && !isSignInScope(each) && !isDataScope(each))
  if (unknown !== undefined) fail('invalid_scope', `There is no scope "${unknown.slice(0, 100)}".`)
  const refused = scopes.find(each => !holdsScope(client, each))
  if (refused !== undefined) fail('invalid_scope', `The client does not have the scope "${refused}".`)
  return scopes
}

/** The addresses that an app can ask for tokens for. */
interface Audiences {
  /** Of the API. */
  readonly resources: readonly string[]
  /** The `iss` of a launch: apps of SMART on FHIR send it back as `aud`. */
  readonly issuerUrl: string
}

/** SMART calls the API `aud`, RFC 8707 `resource`; without any it is our own. */
function audienceIn(
  { aud, audience, resource }: Parameters,
  { resources, issuerUrl }: Audiences,
  fail: Fail,
): string {
  const given = [aud, audience, resource]
    .filter(each => each !== undefined)
    .map(each => each.replace(/\/+$/, ''))
  const own = resources[0] ?? ''
  const bases = resources.map(each => each.replace(/\/openehr\/v1$/, ''))
  const known = [...resources, ...bases, ...bases.map(each => `${each}/fhir/r4`), issuerUrl]
  const strange = given.find(each => !known.includes(each))
  if (strange !== undefined) fail('invalid_request', `The parameter "aud" must be ${own}.`)
  return given.find(each => resources.includes(each)) ?? own
}

function promptIn({ prompt }: Parameters, fail: Fail): readonly Prompt[] {
  const values = (prompt ?? '').split(' ').filter(each => each !== '')
  if (values.some(each => !PROMPTS.has(each)) || (values.includes('none') && values.length > 1))
    fail(
      'invalid_request',
      'The parameter "prompt" must be none, or some of login, consent and select_account.',
    )
  return values as Prompt[]
}

export function checkedRequest(
  parameters: Parameters,
  client: Client,
  audiences: Audiences,
): AuthorizationRequest {
  const to = returnAddressOf(parameters, client)
  const fail: Fail = (error, description) => {
    throw new AuthorizationError(error, description, to)
  }
  if (parameters['request'] !== undefined) fail('request_not_supported', 'Signed requests are not supported.')
  if (parameters['response_type'] === undefined)
    fail('invalid_request', 'The parameter "response_type" is missing.')
  if (parameters['response_type'] !== 'code')
    fail('unsupported_response_type', 'The parameter "response_type" must be code.')
  if ((parameters['response_mode'] ?? 'query') !== 'query')
    fail('invalid_request', 'The parameter "response_mode" must be query.')
  const codeChallenge = parameters['code_challenge'] ?? ''
  if (!CHALLENGE.test(codeChallenge) || parameters['code_challenge_method'] !== 'S256')
    fail('invalid_request', 'PKCE is needed: code_challenge with code_challenge_method S256 (RFC 7636).')
  const { max_age: maxAge, dpop_jkt: keyThumbprint } = parameters
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge))
    fail('invalid_request', 'The parameter "max_age" must be a number of seconds.')
  if (keyThumbprint !== undefined && !THUMBPRINT.test(keyThumbprint))
    fail('invalid_request', 'The parameter "dpop_jkt" must be the thumbprint of a key.')
  const scopes = scopesIn(parameters, client, fail)
  if (scopes.includes('launch') && parameters['launch'] === undefined)
    fail('invalid_request', 'The scope launch needs the parameter "launch".')
  return {
    ...to,
    clientId: client.clientId,
    scopes,
    nonce: parameters['nonce'],
    codeChallenge,
    audience: audienceIn(parameters, audiences, fail),
    launch: scopes.includes('launch') ? parameters['launch'] : undefined,
    prompt: promptIn(parameters, fail),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    keyThumbprint,
  }
}

/** The address of an answer; `iss` tells an app with several servers who answered (RFC 9207). */
export function answerAddress(
  { redirectUri, state }: ReturnAddress,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const added = new URLSearchParams({ ...answer, ...(state === undefined ? {} : { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added}`
}
