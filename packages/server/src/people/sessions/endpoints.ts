/** The routes to sign in and out with a password or a recovery code, and the session as JSON for pages of our own. */
import { PARTY_RESOURCES } from '../../access/scopes/index.ts'
import { type Incoming, json, type Reply } from '../../http/index.ts'
import { printCookie } from '../../http/request/index.ts'
import { type Person, scopesOfPerson, usableScopes } from '../accounts/person.ts'
import { rulesOfPerson } from '../accounts/person-rules.ts'
import type { PeopleNeeds } from '../needs.ts'
import {
  browserFields,
  type PageRoute,
  safeTarget,
  secondFactorTarget,
  signedInOf,
  visitorOf,
  whenVisitorForm,
} from '../page-endpoint.ts'
import { LANGUAGE_COOKIE, leadOn, MARK_FILE, type PageContext, redirectTo } from '../pages/layout.ts'
import { messagePage } from '../pages/message-page.ts'
import { PASSKEY_SCRIPT } from '../pages/passkey-script.ts'
import { recoveryPage, signInPage } from '../pages/sign-in-page.ts'
import { STYLE } from '../pages/style.ts'
import { isLanguage } from '../pages/texts.ts'
import { endSessionUrl, LOGOUT_RETURN } from '../providers/end-session.ts'
import { askForCode, signInWithCode } from './code-step.ts'
import { failure } from './failure.ts'
import { signInWithPassword, signInWithRecoveryCode } from './sign-in.ts'

type Page = (needs: PeopleNeeds, request: Incoming) => Reply | Promise<Reply>

const pageTarget = (context: PageContext, path: string, target: string) =>
  context.link(`${path}?continue=${encodeURIComponent(target)}`)

const showSignIn: Page = async (needs, request) => {
  const { headers, query } = request
  // Back from a provider where an app had asked to sign out: its address was checked when it asked.
  const state = query.get('state')
  const step = state === null ? undefined : await needs.sessions.takeStep(headers, LOGOUT_RETURN, state)
  if (step) return redirectTo(String(step['to']))
  const target = safeTarget(needs.contextOf(headers), query.get('continue') ?? undefined)
  const context = needs.contextOf(headers, pageTarget(needs.contextOf(headers), '/auth/sign-in', target))
  // `again` is set where an app wants people to show once more who they are.
  const found = query.get('again') === null ? await visitorOf(needs, headers) : undefined
  if (found) return redirectTo(found.missesFactor ? secondFactorTarget(context, target) : target)
  const { formToken, cookies } = needs.sessions.browser(headers)
  return signInPage(context, { formToken, target, providers: needs.providers.list, cookies })
}

const withPerson = (reply: Reply, person: string | undefined): Reply =>
  person === undefined ? reply : { ...reply, person }

/** People type ids with capitals, and with spaces around them. */
const typedId = (text: string | undefined): string => (text ?? '').trim().toLowerCase().slice(0, 100)

const signIn: Page = async (needs, request) => {
  const fields = browserFields(needs, request)
  const { headers, address } = request
  const context = needs.contextOf(headers)
  const target = safeTarget(context, fields('continue'))
  const personId = typedId(fields('person_id'))
  const result = await signInWithPassword(needs, { personId, address, password: fields('password') ?? '' })
  if ('person' in result) {
    if (result.person.hasTotp) return askForCode(needs, request, { personId, target })
    const { cookies } = await needs.sessions.start(request, {
      personId,
      method: 'password',
      secondFactor: false,
    })
    return withPerson(leadOn(context, target, cookies), result.person.personId)
  }
  const { formToken, cookies } = needs.sessions.browser(headers)
  const page = { formToken, target, providers: needs.providers.list, cookies, userName: personId }
  const again = needs.contextOf(headers, pageTarget(context, '/auth/sign-in', target))
  return withPerson(
    signInPage(again, { ...page, ...failure(context, result, context.text('wrongCredentials')) }),
    result.known,
  )
}

const showRecovery: Page = (needs, request) => {
  const { headers, query } = request
  const target = safeTarget(needs.contextOf(headers), query.get('continue') ?? undefined)
  const context = needs.contextOf(headers, pageTarget(needs.contextOf(headers), '/auth/recovery', target))
  const { formToken, cookies } = needs.sessions.browser(headers)
  return recoveryPage(context, { formToken, target, cookies })
}

const recover: Page = async (needs, request) => {
  const fields = browserFields(needs, request)
  const { headers, address } = request
  const context = needs.contextOf(headers)
  const personId = typedId(fields('person_id'))
  const result = await signInWithRecoveryCode(needs, { personId, address, code: fields('code') ?? '' })
  if ('person' in result) {
    const { cookies } = await needs.sessions.start(request, {
      personId: result.person.personId,
      method: 'recovery',
      secondFactor: false,
    })
    // Not to where they were going: first they need another way in.
    return withPerson(leadOn(context, context.link('/auth/account'), cookies), result.person.personId)
  }
  const target = safeTarget(context, fields('continue'))
  const { formToken, cookies } = needs.sessions.browser(headers)
  const page = { formToken, target, cookies, userName: personId }
  return withPerson(
    recoveryPage(context, { ...page, ...failure(context, result, context.text('wrongCode')) }),
    result.known,
  )
}

const signOut = whenVisitorForm<PeopleNeeds>(async (needs, _request, { session, person, context }) => {
  await needs.sessions.end(person.personId, session.sessionId)
  const elsewhere = await endSessionUrl(needs, session)
  if (elsewhere !== undefined) return leadOn(context, elsewhere, needs.sessions.clearing)
  return messagePage(context, {
    title: context.text('signOut'),
    message: context.text('signedOut'),
    status: 200,
    link: { target: context.link('/auth/sign-in'), label: context.text('signIn') },
    cookies: needs.sessions.clearing,
  })
})

const chooseLanguage: Page = ({ contextOf, authUrl }, { headers, parameters, query }) => {
  const context = contextOf(headers)
  const { language } = parameters
  const target = safeTarget(context, query.get('continue') ?? undefined)
  const isSecure = authUrl.startsWith('https:')
  const options = { sameSite: 'Lax', isSecure, maxAgeSeconds: 365 * 24 * 3600 } as const
  return redirectTo(target, isLanguage(language) ? [printCookie(LANGUAGE_COOKIE, language, options)] : [])
}

const isOnParties = (scope: string): boolean =>
  PARTY_RESOURCES.some(resource => scope.startsWith(`user/${resource}-`))

/** A party is in no EHR, so rights on parties in assigned EHRs reach nothing. */
const rightsShown = (person: Person): string[] => [
  ...new Set(
    rulesOfPerson(person)
      .filter(({ scope, reach }) => reach.includes('all') || !isOnParties(scope))
      .map(({ scope }) => scope),
  ),
]

/** For pages of our own: who is signed in, and the value that calls with this session must send. */
const currentSession: Page = async (needs, { headers }) => {
  const found = await signedInOf(needs, headers)
  if (!found) return json(200, { signed_in: false })
  const { person, session } = found
  return {
    ...json(200, {
      signed_in: true,
      person: {
        person_id: person.personId,
        name: person.name,
        roles: person.roles,
        assigned_roles: person.assignedRoles,
      },
      scopes: usableScopes(person),
      rights: rightsShown(person),
      without_identity: seesNoIdentity(person),
      whole_scopes: [...scopesOfPerson(person)],
      csrf_token: needs.sessions.formToken(headers),
      is_confirmed: needs.sessions.isFresh(session),
      ends_at: session.endsAt.toISOString(),
      ends_in_seconds: Math.max(0, Math.floor((session.endsAt.getTime() - needs.now()) / 1000)),
      idle_seconds: needs.idleSeconds,
    }),
    person: person.personId,
  }
}

const READS_RECORDS = /^user\/composition-.*\.c?r/

/** True for a reader to whom all records are shown without identity. */
function seesNoIdentity(person: Person): boolean {
  const reading = rulesOfPerson(person).filter(({ scope }) => READS_RECORDS.test(scope))
  return reading.length > 0 && reading.every(({ isDeidentified }) => isDeidentified)
}

const file =
  (type: string, body: string): Page =>
  () => ({ status: 200, headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' }, body })

const asset = (path: string, type: string, body: string): PageRoute<PeopleNeeds> => ({
  route: `GET /auth/${path}`,
  handle: file(type, body),
  options: { unaudited: true },
})

export const signInRoutes: readonly PageRoute<PeopleNeeds>[] = [
  asset('style.css', 'text/css; charset=utf-8', STYLE),
  asset('mark.svg', 'image/svg+xml', MARK_FILE),
  asset('passkey.js', 'text/javascript; charset=utf-8', PASSKEY_SCRIPT),
  { route: 'GET /auth/language/{language}', handle: chooseLanguage, options: { unaudited: true } },
  { route: 'GET /auth/sign-in', handle: showSignIn },
  { route: 'POST /auth/sign-in', handle: signIn, options: { action: 'E' } },
  { route: 'POST /auth/sign-in/code', handle: signInWithCode, options: { action: 'E' } },
  { route: 'GET /auth/recovery', handle: showRecovery },
  { route: 'POST /auth/recovery', handle: recover, options: { action: 'E' } },
  { route: 'POST /auth/sign-out', handle: signOut, options: { action: 'E' } },
  { route: 'GET /auth/v1/session', handle: currentSession },
]
