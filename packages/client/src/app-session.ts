/**
 * A person signs in to an app that runs in a browser: authorization code with PKCE (RFC 7636). Tokens are kept in the memory of the page; the
 * browser's storage has only what the answer is checked with, until the answer is there.
 *
 *     const app = { baseUrl, clientId, redirectUri: location.origin + '/', scope: 'openid offline_access api.read' }
 *     const session = await completeSignIn(app, location.href)
 *     if (session) createClient({ baseUrl, authentication: session.authentication })
 *     else location.href = await beginSignIn(app)
 */
import type { AuthenticationFor } from './authentication.ts'
import { CairnError, errorOf } from './error.ts'
import { type FreshToken, keepToken } from './kept-token.ts'
import { RETRY_LIMITS, repeat } from './retry.ts'
import { type AuthorizationServer, findAuthorizationServer } from './token.ts'

/** The part of a browser's storage that is needed here. */
export interface AppStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export interface App {
  /** `{base_url}`. */
  readonly baseUrl: string
  /** `{auth_url}`, where it is not the base URL. */
  readonly authUrl?: string
  /** The id of a public client. */
  readonly clientId: string
  /** An address of the app that is registered for the client. */
  readonly redirectUri: string
  /** Space-separated; with `offline_access` the session outlives the first access token. */
  readonly scope: string
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof fetch
  /** `sessionStorage` where it is left out. */
  readonly storage?: AppStorage
  /** The clock, in milliseconds; only tests set another. */
  readonly now?: () => number
}

/** A person who has signed in to the app. */
export interface AppSession {
  /** For `createClient`. */
  readonly authentication: AuthenticationFor
  readonly scopes: readonly string[]
  /** The person, with the scope `openid`; the name with `profile`. */
  readonly person: { readonly id: string; readonly name: string | undefined } | undefined
  /** The EHR and the episode that the app was opened for, or that the person chose. */
  readonly ehrId: string | undefined
  readonly episodeId: string | undefined
  /** Revokes the tokens. */
  end(): Promise<void>
}

interface Pending {
  readonly state: string
  readonly verifier: string
}

interface TokenAnswer {
  readonly access_token: string
  readonly expires_in: number
  readonly scope: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly ehrId?: string
  readonly episodeId?: string
}

const keyOf = ({ clientId }: App): string => `cairn sign-in ${clientId}`

const fetcherOf = ({ fetch: fetcher }: App): typeof fetch => fetcher ?? ((...call) => fetch(...call))

const storageOf = ({ storage }: App): AppStorage =>
  storage ?? (globalThis as unknown as { readonly sessionStorage: AppStorage }).sessionStorage

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

const serverOf = (app: App): Promise<AuthorizationServer> =>
  findAuthorizationServer(withoutSlash(app.authUrl ?? app.baseUrl), fetcherOf(app), RETRY_LIMITS)

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)))

async function challengeOf(verifier: string): Promise<string> {
  const { subtle } = crypto
  // Browsers have it only where nobody on the way can change the page.
  if (subtle === undefined) throw new Error('Signing in needs a page that comes by https, or from localhost.')
  return base64Url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** The address to send the person to. `launch` is given where another program opened the app for a patient (SMART App Launch). */
export async function beginSignIn(app: App, { launch }: { readonly launch?: string } = {}): Promise<string> {
  const pending: Pending = { state: randomText(), verifier: randomText() }
  const challenge = await challengeOf(pending.verifier)
  const { authorization_endpoint } = await serverOf(app)
  storageOf(app).setItem(keyOf(app), JSON.stringify(pending))
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: launch === undefined ? app.scope : `${app.scope} launch`,
    state: pending.state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    aud: `${withoutSlash(app.baseUrl)}/openehr/v1`,
    ...(launch === undefined ? {} : { launch }),
  })
  return `${authorization_endpoint}?${asked}`
}

/** Takes out the state that was kept when the sign-in began: it is used once. */
function takePending(app: App): Pending | undefined {
  const kept = storageOf(app).getItem(keyOf(app))
  storageOf(app).removeItem(keyOf(app))
  return kept === null ? undefined : (JSON.parse(kept) as Pending)
}

async function requestTokens(
  app: App,
  { token_endpoint }: AuthorizationServer,
  form: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const ask = () =>
    fetcherOf(app)(token_endpoint, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      body: new URLSearchParams({ client_id: app.clientId, ...form }),
    })
  // Codes and refresh tokens work once, so only a request that never left is repeated.
  const answer = await repeat(ask, { isRepeatable: false, limits: RETRY_LIMITS })
  if (!answer.ok) throw await errorOf(answer)
  return (await answer.json()) as TokenAnswer
}

const freshToken = ({ access_token, expires_in }: TokenAnswer): FreshToken => ({
  value: access_token,
  seconds: expires_in,
})

/** The claims of an id token. It came from the token endpoint itself, so its signature need not be checked (OpenID Connect Core, 3.1.3.7). */
function personIn({ id_token }: TokenAnswer): AppSession['person'] {
  if (id_token === undefined) return undefined
  const payload = (id_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(payload), character => character.charCodeAt(0))
  const { sub, name } = JSON.parse(new TextDecoder().decode(bytes)) as { sub: string; name?: string }
  return { id: sub, name }
}

function openSession(app: App, server: AuthorizationServer, first: TokenAnswer): AppSession {
  let refreshToken = first.refresh_token
  const renew = async (): Promise<FreshToken> => {
    const used = refreshToken
    // It works once, whatever becomes of this request.
    refreshToken = undefined
    if (used === undefined)
      throw new CairnError(401, {
        code: 'auth.token_invalid',
        message: 'The session has ended: sign in again.',
      })
    const answer = await requestTokens(app, server, { grant_type: 'refresh_token', refresh_token: used })
    refreshToken = answer.refresh_token
    return freshToken(answer)
  }
  const tokens = keepToken(renew, app.now ?? Date.now, freshToken(first))
  return {
    authentication: () => ({
      authorize: async () => ({ headers: { Authorization: `Bearer ${await tokens.get()}` } }),
      refused: ({ headers }) => {
        tokens.drop((headers['Authorization'] ?? '').replace('Bearer ', ''))
        return refreshToken !== undefined
      },
      token: tokens.get,
    }),
    scopes: first.scope.split(' '),
    person: personIn(first),
    ehrId: first.ehrId,
    episodeId: first.episodeId,
    end: async () => {
      const token = refreshToken ?? (await tokens.get())
      const answer = await fetcherOf(app)(server.revocation_endpoint, {
        method: 'POST',
        credentials: 'omit',
        body: new URLSearchParams({ client_id: app.clientId, token }),
      })
      if (!answer.ok) throw await errorOf(answer)
    },
  }
}

/** The session that the address of the page brings; undefined where it is no answer to a sign-in. */
export async function completeSignIn(app: App, address: string): Promise<AppSession | undefined> {
  const answer = new URL(address).searchParams
  const [code, error] = [answer.get('code'), answer.get('error')]
  if (answer.get('state') === null || (code === null && error === null)) return undefined
  const pending = takePending(app)
  // An answer that nobody here has asked for may be an attack (RFC 9700, section 4.7).
  if (pending?.state !== answer.get('state'))
    throw new Error('This answer belongs to no sign-in of this page: sign in again.')
  const server = await serverOf(app)
  if (answer.get('iss') !== server.issuer)
    throw new Error('This answer comes from another server than the one that was asked: sign in again.')
  if (code === null)
    throw new CairnError(400, { error, error_description: answer.get('error_description') ?? error })
  const tokens = await requestTokens(app, server, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    code_verifier: pending.verifier,
  })
  return openSession(app, server, tokens)
}
