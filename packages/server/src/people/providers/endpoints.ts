/** The routes to sign in at an identity provider: authorization code with PKCE, state and nonce. */
import type { Incoming, Reply } from '../../http/index.ts'
import type { PeopleNeeds } from '../needs.ts'
import { type PageRoute, safeTarget } from '../page-endpoint.ts'
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
    await needs.sessions.keepStep(browser.mac, PURPOSE, state, {
      provider: provider.settings.name,
      verifier,
      nonce,
      target,
    })
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackOf(needs, provider),
      scope: ['openid', ...provider.settings.scopes].join(' '),
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return redirectTo(url.href, browser.cookies)
  } catch (error) {
    needs.failed(error, 'an identity provider cannot be reached')
    return refused(needs, request, 502, 'providerFailed', provider.settings.label)
  }
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
    const account = await accountFor(needs.db, settings, claims)
    if (account?.isChanged) await needs.changes.announce('people')
    const person = account?.person
    if (!person || person.disabled || person.roles.length === 0)
      return refused(needs, request, 403, 'notInvited', settings.label)
    const { personId } = person
    const facts = { personId, method: settings.name, idToken: tokens.id_token }
    const { cookies } = await needs.sessions.start(request, facts)
    return { ...leadOn(context, safeTarget(context, String(step['target'])), cookies), person: personId }
  } catch (error) {
    needs.failed(error, 'a sign-in at an identity provider failed')
    return refused(needs, request, 400, 'providerFailed', settings.label)
  }
}

export const providerRoutes: readonly PageRoute<PeopleNeeds>[] = [
  { route: 'GET /auth/provider/{provider}', handle: begin, options: { action: 'E' } },
  { route: 'GET /auth/provider/{provider}/callback', handle: finish, options: { action: 'E' } },
]
