/** The routes to sign in at an identity provider: authorization code with PKCE, state and nonce. */
import type { Incoming, Reply } from '../../http/index.ts'
import { hasRole } from '../accounts/person.ts'
import type { PeopleNeeds } from '../needs.ts'
import { type PageRoute, safeTarget, signedInOf } from '../page-endpoint.ts'
import { leadOn, redirectTo } from '../pages/layout.ts'
import { messagePage } from '../pages/message-page.ts'
import type { TextKey } from '../pages/texts.ts'
import { accountFor, claimsOf } from './jit-account.ts'
import { openid, type Provider } from './providers.ts'

type Page = (needs: PeopleNeeds, request: Incoming) => Promise<Reply>

const PURPOSE = 'provider sign-in'

const callbackOf = ({ authUrl }: PeopleNeeds, { settings }: Provider) =>
  `${authUrl}/auth/provider/${settings.name}/callback`

function refused(
  { contextOf }: PeopleNeeds,
  { headers }: Incoming,
  status: number,
  key: TextKey,
  provider: string,
): Reply {
  const context = contextOf(headers)
  const link = { target: context.link('/auth/sign-in'), label: context.text('back') }
  return messagePage(context, {
    title: context.text('errorTitle'),
    message: context.text(key, { provider }),
    status,
    link,
  })
}

const begin: Page = async (needs, request) => {
  const { headers, parameters, query } = request
  const provider = needs.providers.find(parameters['provider'])
  const context = needs.contextOf(headers)
  if (!provider) return redirectTo(context.link('/auth/sign-in'))
  const target = safeTarget(context, query.get('continue') ?? undefined)
  try {
    const configuration = await provider.configuration()
    const library = await openid()
    const [verifier, state, nonce] = [
      library.randomPKCECodeVerifier(),
      library.randomState(),
      library.randomNonce(),
    ]
    const browser = needs.sessions.browser(headers)
    const again = query.get('again') === null ? undefined : await signedInOf(needs, headers)
    await needs.sessions.keepStep(browser.mac, PURPOSE, state, {
      provider: provider.settings.name,
      verifier,
      nonce,
      target,
      ...(again ? { sessionId: again.session.sessionId, startedAt: needs.now() } : {}),
    })
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackOf(needs, provider),
      scope: ['openid', ...provider.settings.scopes].join(' '),
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      // With `max_age` the id_token must say when (OpenID Connect Core, section 3.1.2.1).
      ...(again ? { prompt: 'login', max_age: '0' } : {}),
    })
    return redirectTo(url.href, browser.cookies)
  } catch (error) {
    needs.failed(error, 'identity provider unreachable')
    return refused(needs, request, 502, 'providerFailed', provider.settings.label)
  }
}

interface FromProvider {
  readonly personId: string
  readonly method: string
  readonly idToken: string | undefined
  readonly providerSid: string | undefined
  /** Seconds since 1970; providers need not say. */
  readonly authTime: number | undefined
}

async function startSession(
  { sessions, now }: PeopleNeeds,
  request: Incoming,
  { authTime = 0, ...facts }: FromProvider,
): Promise<readonly string[]> {
  const authenticatedAt = new Date(Math.min(authTime * 1000, now()))
  return (await sessions.start(request, { ...facts, secondFactor: true, authenticatedAt })).cookies
}

/** Clocks of two machines may differ by this much. */
const CLOCK_TOLERANCE_MS = 30_000

/** Undefined if the provider did not ask anew, if somebody else answered, or if the session has ended. */
async function confirmSession(
  { sessions }: PeopleNeeds,
  { sessionId, startedAt }: Readonly<Record<string, unknown>>,
  personId: string,
  authTime: number | undefined,
): Promise<readonly string[] | undefined> {
  const isAnew = authTime !== undefined && authTime * 1000 >= Number(startedAt) - CLOCK_TOLERANCE_MS
  return isAnew ? sessions.confirm({ personId, sessionId: String(sessionId), secondFactor: true }) : undefined
}

const finish: Page = async (needs, request) => {
  const { headers, parameters, query, target } = request
  const provider = needs.providers.find(parameters['provider'])
  const context = needs.contextOf(headers)
  if (!provider) return redirectTo(context.link('/auth/sign-in'))
  const { settings } = provider
  const state = query.get('state') ?? ''
  const step = await needs.sessions.takeStep(headers, PURPOSE, state)
  // An answer of one provider must not be taken for that of another (RFC 9700, section 4.4).
  if (step?.['provider'] !== settings.name)
    return refused(needs, request, 400, 'providerFailed', settings.label)
  try {
    const library = await openid()
    const url = new URL(callbackOf(needs, provider))
    url.search = target.slice(target.indexOf('?'))
    const tokens = await library.authorizationCodeGrant(await provider.configuration(), url, {
      pkceCodeVerifier: String(step['verifier']),
      expectedNonce: String(step['nonce']),
      expectedState: state,
      idTokenExpected: true,
    })
    const claims = claimsOf(tokens.claims() ?? {}, settings.groupsClaim)
    const account = await accountFor(needs, settings, claims)
    if (account?.isChanged) await needs.sessions.announceEnd()
    const person = account?.person
    if (!person || person.disabled || !hasRole(person))
      return refused(needs, request, 403, 'notInvited', settings.label)
    const { personId } = person
    const authTime = tokens.claims()?.auth_time
    const cookies =
      step['sessionId'] === undefined
        ? await startSession(needs, request, {
            personId,
            method: settings.name,
            idToken: tokens.id_token,
            providerSid: claims.sid,
            authTime,
          })
        : await confirmSession(needs, step, personId, authTime)
    if (!cookies) return refused(needs, request, 403, 'providerNotAgain', settings.label)
    return { ...leadOn(context, safeTarget(context, String(step['target'])), cookies), person: personId }
  } catch (error) {
    needs.failed(error, 'sign-in at the identity provider failed')
    return refused(needs, request, 400, 'providerFailed', settings.label)
  }
}

export const providerRoutes: readonly PageRoute<PeopleNeeds>[] = [
  { route: 'GET /auth/provider/{provider}', handle: begin, options: { action: 'E' } },
  { route: 'GET /auth/provider/{provider}/callback', handle: finish, options: { action: 'E' } },
]
