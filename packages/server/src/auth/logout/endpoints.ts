/** `GET|POST {auth_url}/oauth/logout`: an app asks to sign a person out (OpenID Connect RP-Initiated Logout 1.0). */
import { decodeJwt, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { html, type Incoming, type Reply } from '../../http/index.ts'
import { endSessionUrl, LOGOUT_RETURN, type Session } from '../../people/index.ts'
import {
  hiddenFields,
  leadOn,
  messagePage,
  type PageContext,
  type PageRoute,
  pageReply,
  visitorOf,
  whenSignedInForm,
} from '../../people/pages/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret } from '../../seals/index.ts'
import type { AuthorizeNeeds } from '../authorize/needs.ts'
import { ALGORITHM, type KeyRing } from '../key-ring.ts'

export interface LogoutNeeds extends AuthorizeNeeds {
  readonly keys: KeyRing
}

const PURPOSE = 'logout'

/** A request to sign out, checked and kept until the browser comes back with its session. */
interface LogoutRequest {
  /** Of a valid id_token of ours. */
  readonly sub?: string
  readonly sid?: string
  readonly client?: string
  /** Registered by the client; with `state`. */
  readonly to?: string
}

interface Hint {
  readonly sub: string
  readonly sid: string | undefined
  readonly clientId: string
}

/** Facts of an id_token that we signed, be it expired (section 2). */
async function hintIn(
  { keys, issuerUrl }: LogoutNeeds,
  token: string | undefined,
): Promise<Hint | undefined> {
  if (token === undefined || token.length > 8000) return undefined
  try {
    const keyOf: JWTVerifyGetKey = ({ kid }) => {
      const key = keys.current().verifying.get(kid ?? '')
      if (!key) throw new TypeError('unknown key')
      return key
    }
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      issuer: issuerUrl,
      algorithms: [ALGORITHM],
      currentDate: new Date((decodeJwt(token).iat ?? 0) * 1000),
    })
    const { sub, aud } = payload
    const sid = payload['sid']
    // Access and logout tokens have a type.
    if (protectedHeader.typ !== undefined || sub === undefined || typeof aud !== 'string') return undefined
    return { sub, clientId: aud, sid: typeof sid === 'string' ? sid : undefined }
  } catch {
    return undefined
  }
}

const withState = (uri: string, state: string | null): string => {
  const url = new URL(uri)
  if (state !== null) url.searchParams.set('state', state.slice(0, 1000))
  return url.href
}

async function requestIn(needs: LogoutNeeds, given: URLSearchParams): Promise<LogoutRequest> {
  const hint = await hintIn(needs, given.get('id_token_hint') ?? undefined)
  const named = given.get('client_id') ?? undefined
  // The two must not contradict each other; then nothing of the request counts.
  if (hint && named !== undefined && hint.clientId !== named) return {}
  const clientId = hint?.clientId ?? named
  const client = clientId === undefined ? undefined : await needs.clients.find(clientId)
  const uri = given.get('post_logout_redirect_uri')
  const isRegistered =
    uri !== null && client !== undefined && !client.disabled && client.postLogoutRedirectUris.includes(uri)
  return {
    ...(hint ? { sub: hint.sub, ...(hint.sid === undefined ? {} : { sid: hint.sid }) } : {}),
    ...(client ? { client: client.clientId } : {}),
    ...(isRegistered ? { to: withState(uri, given.get('state')) } : {}),
  }
}

const continueTarget = ({ link }: PageContext, key: string) => link(`/oauth/logout/continue?request=${key}`)

/** The session cookie is not sent on the way from another site: the request is kept, and our own page leads on. */
async function begin(needs: LogoutNeeds, { headers, query, body }: Incoming): Promise<Reply> {
  const context = needs.contextOf(headers)
  const asked = await requestIn(needs, body instanceof URLSearchParams ? body : query)
  const key = newSecret()
  const browser = needs.sessions.browser(headers)
  await needs.sessions.keepStep(browser.mac, PURPOSE, key, { ...asked })
  return {
    ...leadOn(context, continueTarget(context, key), browser.cookies),
    ...(asked.client === undefined ? {} : { clientId: asked.client }),
  }
}

async function takeRequest(
  needs: LogoutNeeds,
  { headers }: Pick<Incoming, 'headers'>,
  key: string | undefined,
): Promise<LogoutRequest> {
  const kept = await needs.sessions.takeStep(headers, PURPOSE, key ?? '')
  if (!kept) throw new Refusal('oauth.request_expired', 'This request has ended. Sign out in the app again.')
  return kept as LogoutRequest
}

const signedOutPage = (context: PageContext, cookies: readonly string[]): Reply =>
  messagePage(context, {
    title: context.text('signOut'),
    message: context.text('signedOut'),
    status: 200,
    link: { target: context.link('/auth/sign-in'), label: context.text('signIn') },
    cookies,
  })

/** Ends the session here, then at the provider that the person came from, and leads back to the app in the end. */
async function signOut(
  needs: LogoutNeeds,
  { headers }: Pick<Incoming, 'headers'>,
  session: Session,
  { to }: LogoutRequest,
): Promise<Reply> {
  const { sessions } = needs
  const context = needs.contextOf(headers)
  await sessions.end(session.personId, session.sessionId)
  const state = to === undefined ? undefined : newSecret()
  const elsewhere = await endSessionUrl(needs, session, state)
  if (elsewhere === undefined)
    return to === undefined
      ? signedOutPage(context, sessions.clearing)
      : leadOn(context, to, sessions.clearing)
  const browser = sessions.browser(headers)
  if (to !== undefined && state !== undefined)
    await sessions.keepStep(browser.mac, LOGOUT_RETURN, state, { to })
  return leadOn(context, elsewhere, [...sessions.clearing, ...browser.cookies])
}

const isOf = ({ sub, sid }: LogoutRequest, { personId, sessionId }: Session): boolean =>
  sid === undefined ? sub === personId : sid === sessionId && sub === personId

/** The page that asks a person whose session the app did not prove to know. */
async function confirmPage(
  needs: LogoutNeeds,
  { headers }: Pick<Incoming, 'headers'>,
  context: PageContext,
  asked: LogoutRequest,
): Promise<Reply> {
  const key = newSecret()
  const browser = needs.sessions.browser(headers)
  await needs.sessions.keepStep(browser.mac, PURPOSE, key, { ...asked })
  const { text, link } = context
  const fields = { form_token: needs.sessions.formToken(headers), request: key }
  const body = html`<div class="card"><h1>${text('signOut')}</h1><p>${text('signOutAsk')}</p>
<form method="post" action="${link('/oauth/logout/decision')}">${hiddenFields(fields)}<button type="submit" class="full">${text('signOut')}</button></form>
<p><a href="${link('/auth/account')}">${text('staySignedIn')}</a></p></div>`
  return pageReply(context, { title: text('signOut'), body }, { cookies: browser.cookies })
}

async function goOn(needs: LogoutNeeds, request: Incoming): Promise<Reply> {
  const { headers, query } = request
  const asked = await takeRequest(needs, request, query.get('request') ?? undefined)
  const context = needs.contextOf(headers)
  const found = await visitorOf(needs, headers)
  if (!found) {
    const { clearing } = needs.sessions
    return asked.to === undefined ? signedOutPage(context, clearing) : leadOn(context, asked.to, clearing)
  }
  const reply = isOf(asked, found.session)
    ? await signOut(needs, request, found.session, asked)
    : await confirmPage(needs, request, context, asked)
  return { ...reply, person: found.person.personId }
}

const decide = whenSignedInForm<LogoutNeeds>(async (needs, request, { session }, fields) =>
  signOut(needs, request, session, await takeRequest(needs, request, fields('request'))),
)

export const logoutRoutes: readonly PageRoute<LogoutNeeds>[] = [
  { route: 'GET /oauth/logout', handle: begin },
  { route: 'POST /oauth/logout', handle: begin },
  { route: 'GET /oauth/logout/continue', handle: goOn },
  { route: 'POST /oauth/logout/decision', handle: decide },
]
