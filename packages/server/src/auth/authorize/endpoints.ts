/** `GET|POST {auth_url}/oauth/authorize`: leads a person from an app through sign-in, consent and choices, and back with a code. */
import { randomUUID } from 'node:crypto'
import type { Incoming, Reply } from '../../http/index.ts'
import { isFreshAt, type Session } from '../../people/index.ts'
import {
  confirmTarget,
  type Fields,
  leadOn,
  type PageContext,
  type PageRoute,
  redirectTo,
  type SignedIn,
  secondFactorTarget,
  signInTarget,
  visitorOf,
  whenSignedInForm,
} from '../../people/pages/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret } from '../../seals/index.ts'
import { canGive, viewerOf } from '../caller-rights.ts'
import { type Client, isSignInScope } from '../clients/client.ts'
import { addConsent, findConsent } from '../grants/app-store.ts'
import { addGrant } from '../grants/store.ts'
import { macOfCode } from '../token/authorization-code.ts'
import { contextOfLaunch, isUuid } from './context.ts'
import { findEhrs } from './found-ehrs.ts'
import type { AuthorizeNeeds } from './needs.ts'
import { chooseEhrPage, chooseEpisodePage } from './pages/choice-pages.ts'
import { consentPage, formTargetOf } from './pages/consent-page.ts'
import { pushedRequest } from './pushed.ts'
import {
  AuthorizationError,
  type AuthorizationRequest,
  answerAddress,
  checkedRequest,
  type Parameters,
  parametersIn,
  returnAddressOf,
} from './request.ts'
import { addRequest, findRequest, putChoice, takeRequest } from './store.ts'

/** Time for a person to sign in, to agree and to choose. */
const REQUEST_MS = 30 * 60 * 1000

const CODE_MS = 60 * 1000

const macOfRequest = ({ vault }: Pick<AuthorizeNeeds, 'vault'>, id: string): Buffer =>
  vault.mac(`authorization request ${id}`)

const expired = () =>
  new Refusal('oauth.request_expired', 'This request has ended. Open the app again and start anew.')

const answered = (needs: AuthorizeNeeds, error: AuthorizationError): Reply =>
  redirectTo(
    answerAddress(error.to, needs.issuerUrl, { error: error.error, error_description: error.message }),
  )

/** Sends errors for the app to the app; others are shown to the person. */
const tellingApp =
  (handle: (needs: AuthorizeNeeds, request: Incoming) => Promise<Reply>) =>
  async (needs: AuthorizeNeeds, request: Incoming): Promise<Reply> => {
    try {
      return await handle(needs, request)
    } catch (error) {
      if (error instanceof AuthorizationError) return answered(needs, error)
      throw error
    }
  }

const clientOf = async (needs: AuthorizeNeeds, clientId: string | undefined): Promise<Client | undefined> =>
  clientId === undefined ? undefined : (needs.clients.known(clientId) ?? needs.clients.find(clientId))

const continueTarget = ({ link }: PageContext, id: string) => link(`/oauth/authorize/continue?request=${id}`)

const begin = tellingApp(async (needs, { headers, query, body }) => {
  const context = needs.contextOf(headers)
  const given = parametersIn(body instanceof URLSearchParams ? body : query)
  const client = await clientOf(needs, given['client_id'])
  const parameters =
    given['request_uri'] === undefined ? given : await pushedRequest(needs, given['request_uri'], client)
  const { clientId } = checkedRequest(parameters, client ?? fail(parameters), needs)
  const id = newSecret()
  const createdAt = new Date(needs.now())
  const expiresAt = new Date(needs.now() + REQUEST_MS)
  await addRequest(needs.db, macOfRequest(needs, id), { clientId, parameters, createdAt }, expiresAt)
  // Who comes from another site has no cookies with `SameSite=Strict` on this request, but has them on the next.
  return { ...leadOn(context, continueTarget(context, id)), clientId }
})

/** Refuses a request without a client, and never returns. */
function fail(parameters: Parameters): never {
  returnAddressOf(parameters, undefined)
  throw new Refusal('oauth.invalid_redirect', 'The app that sent you here is not registered.')
}

interface Step {
  readonly id: string
  readonly mac: Buffer
  readonly parameters: Parameters
  readonly request: AuthorizationRequest
  readonly client: Client
  readonly createdAt: Date
}

async function stepOf(needs: AuthorizeNeeds, id: string | undefined): Promise<Step> {
  const mac = macOfRequest(needs, id ?? '')
  const found = await findRequest(needs.db, mac, new Date(needs.now()))
  const client = found && (await clientOf(needs, found.clientId))
  if (!found || !client) throw expired()
  const request = checkedRequest(found.parameters, client, needs)
  return { id: id ?? '', mac, parameters: found.parameters, request, client, createdAt: found.createdAt }
}

/** True if the app wants the person to show once more who they are. Only a time after the request, or young enough, will do. */
function mustConfirm({ request, createdAt }: Step, { authenticatedAt }: Session, now: number): boolean {
  if (authenticatedAt >= createdAt) return false
  if (request.prompt.includes('login')) return true
  return request.maxAge !== undefined && !isFreshAt(authenticatedAt.getTime(), now, request.maxAge)
}

/** True if the app wants the person to choose an account, and they have not since. */
const mustChoose = ({ request, createdAt }: Step, { startedAt }: Session): boolean =>
  request.prompt.includes('select_account') && startedAt < createdAt

/** The page that the person has to see before anything else; undefined if there is none. */
function pageBefore(
  { now }: AuthorizeNeeds,
  step: Step,
  context: PageContext,
  found: Awaited<ReturnType<typeof visitorOf>>,
): string | undefined {
  const target = continueTarget(context, step.id)
  if (!found) return signInTarget(context, target)
  if (mustChoose(step, found.session)) return `${signInTarget(context, target)}&again=yes`
  if (found.missesFactor) return secondFactorTarget(context, target)
  return mustConfirm(step, found.session, now()) ? confirmTarget(context, target) : undefined
}

/** Scopes of the request that the person can give: of the API only what the person may do. */
function grantableScopes({ request }: Step, { person }: Pick<SignedIn, 'person'>): readonly string[] {
  const scopes = request.scopes.filter(scope => isSignInScope(scope) || canGive(person, scope))
  if (scopes.length === 0)
    throw new AuthorizationError(
      'access_denied',
      'The person may do nothing of what the app asks for.',
      request,
    )
  return scopes
}

async function giveCode(needs: AuthorizeNeeds, step: Step, { session, person }: SignedIn): Promise<Reply> {
  const { request, client, mac, parameters } = step
  const scopes = grantableScopes(step, { person })
  const code = newSecret()
  const now = new Date(needs.now())
  const isTaken = await needs.db.transaction(async queries => {
    // Whoever ends the session waits for this grant and ends it too, or no grant is made.
    if (!(await needs.sessions.holdLive(queries, session.sessionId))) return false
    // Taken once: two windows of the same request get one code.
    if (!(await takeRequest(queries, mac, now))) return false
    await addGrant(
      queries,
      {
        grantId: randomUUID(),
        clientId: client.clientId,
        personId: person.personId,
        scopes,
        audience: request.audience,
        ehrId: parameters['chosen_ehr'],
        episodeId: parameters['chosen_episode'],
        signedInAt: session.authenticatedAt,
        sessionId: scopes.includes('offline_access') ? undefined : session.sessionId,
        signedInSession: session.sessionId,
        keyThumbprint: undefined,
        grantedAt: now,
      },
      {
        mac: macOfCode(needs, code),
        redirectUri: request.redirectUri,
        codeChallenge: request.codeChallenge,
        nonce: request.nonce,
        keyThumbprint: request.keyThumbprint,
        expiresAt: new Date(needs.now() + CODE_MS),
      },
    )
    return true
  })
  if (!isTaken) throw expired()
  const { chosen_ehr: ehrId } = parameters
  return {
    ...redirectTo(answerAddress(request, needs.issuerUrl, { code })),
    ...(ehrId === undefined ? {} : { ehrId }),
  }
}

/** Rights in the compartment of a patient are worth nothing without an EHR. */
const needsEhr = (scopes: readonly string[]): boolean =>
  scopes.some(scope => scope === 'launch/patient' || scope.startsWith('patient/'))

/** One page after the other, until nothing is left to be asked. */
async function proceed(
  needs: AuthorizeNeeds,
  { headers }: Pick<Incoming, 'headers'>,
  step: Step,
  signedIn: SignedIn,
  searched?: string,
): Promise<Reply> {
  const { request, client, id } = step
  const { person, context } = signedIn
  const formToken = needs.sessions.formToken(headers)
  const formTarget = formTargetOf(request.redirectUri)
  const isSilent = request.prompt.includes('none')
  const scopes = grantableScopes(step, signedIn)
  const agreed = await findConsent(needs.db, person.personId, client.clientId)
  const asksAgain = request.prompt.includes('consent') && step.parameters['agreed'] === undefined
  if (asksAgain || scopes.some(scope => !agreed.includes(scope))) {
    if (isSilent) throw new AuthorizationError('consent_required', 'The person has to agree.', request)
    return consentPage(context, {
      client,
      person,
      scopes,
      id,
      formToken,
      redirectUri: request.redirectUri,
      formTarget,
    })
  }
  let { parameters } = step
  if (request.launch !== undefined && parameters['launched'] === undefined) {
    const chosen = await contextOfLaunch(needs, request, person)
    await putChoice(needs.db, step.mac, chosen)
    parameters = { ...parameters, ...chosen }
  }
  const choice = { client, id, formToken, formTarget }
  const { chosen_ehr: ehrId, chosen_episode: episodeId } = parameters
  const needsEpisode = scopes.includes('launch/episode') && episodeId === undefined
  if ((needsEhr(scopes) || needsEpisode) && ehrId === undefined) {
    if (isSilent) throw new AuthorizationError('interaction_required', 'The person has to choose.', request)
    const found = searched === undefined ? undefined : await findEhrs(needs, person, searched)
    return chooseEhrPage(context, { ...choice, searched, found })
  }
  if (needsEpisode && ehrId !== undefined) {
    if (isSilent) throw new AuthorizationError('interaction_required', 'The person has to choose.', request)
    return chooseEpisodePage(context, {
      ...choice,
      episodes: await needs.records.episodes(viewerOf(person), ehrId),
    })
  }
  return giveCode(needs, { ...step, parameters }, signedIn)
}

const goOn = tellingApp(async (needs, request) => {
  const { headers, query } = request
  const step = await stepOf(needs, query.get('request') ?? undefined)
  const context = needs.contextOf(headers, continueTarget(needs.contextOf(headers), step.id))
  const found = await visitorOf(needs, headers)
  const before = pageBefore(needs, step, context, found)
  const { clientId } = step.client
  if (!found || before !== undefined) {
    if (step.request.prompt.includes('none'))
      throw new AuthorizationError('login_required', 'The person has to sign in.', step.request)
    return { ...redirectTo(before ?? signInTarget(context, continueTarget(context, step.id))), clientId }
  }
  const searched = query.get('search')?.trim().slice(0, 200)
  const reply = await proceed(
    needs,
    request,
    step,
    { ...found, context },
    searched === '' ? undefined : searched,
  )
  return { ...reply, clientId, person: found.person.personId }
})

type Act = (
  needs: AuthorizeNeeds,
  step: Step,
  signedIn: SignedIn,
  fields: Fields,
) => Promise<Parameters | undefined>

/** A form on the way: stores what was chosen, and goes on. */
const choosing = (act: Act) =>
  tellingApp(
    whenSignedInForm<AuthorizeNeeds>(async (needs, request, signedIn, fields) => {
      const step = await stepOf(needs, fields('request'))
      const choice = await act(needs, step, signedIn, fields)
      if (choice) await putChoice(needs.db, step.mac, choice)
      const next = { ...step, parameters: { ...step.parameters, ...choice } }
      return { ...(await proceed(needs, request, next, signedIn)), clientId: step.client.clientId }
    }) as (needs: AuthorizeNeeds, request: Incoming) => Promise<Reply>,
  )

const decide = choosing(async (needs, step, signedIn, fields) => {
  const { request, client, mac } = step
  const { person } = signedIn
  if (fields('decision') !== 'allow') {
    await takeRequest(needs.db, mac, new Date(needs.now()))
    throw new AuthorizationError('access_denied', 'The person has refused.', request)
  }
  const scopes = grantableScopes(step, signedIn)
  await addConsent(needs.db, person.personId, client.clientId, scopes, new Date(needs.now()))
  return { agreed: 'yes' }
})

const chooseEhr = choosing(async (needs, _step, { person }, fields) => {
  const ehrId = fields('ehr_id')
  if (!isUuid(ehrId) || !(await needs.records.find(viewerOf(person), ehrId))) return undefined
  return { chosen_ehr: ehrId.toLowerCase() }
})

const chooseEpisode = choosing(async (needs, { parameters }, { person }, fields) => {
  const episodes = await needs.records.episodes(viewerOf(person), parameters['chosen_ehr'] ?? '')
  const episodeId = fields('episode_id')
  return episodes.some(each => each.episodeId === episodeId) ? { chosen_episode: episodeId ?? '' } : undefined
})

export const authorizeRoutes: readonly PageRoute<AuthorizeNeeds>[] = [
  { route: 'GET /oauth/authorize', handle: begin, options: { action: 'E' } },
  { route: 'POST /oauth/authorize', handle: begin, options: { action: 'E' } },
  { route: 'GET /oauth/authorize/continue', handle: goOn, options: { action: 'E' } },
  { route: 'POST /oauth/authorize/decision', handle: decide, options: { action: 'E' } },
  { route: 'POST /oauth/authorize/ehr', handle: chooseEhr, options: { action: 'E' } },
  { route: 'POST /oauth/authorize/episode', handle: chooseEpisode, options: { action: 'E' } },
]
