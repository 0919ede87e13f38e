/** Makes endpoints of pages and of their forms. */
import type { IncomingHttpHeaders } from 'node:http'
import type { AuditAction } from '../audit/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type Reply } from '../http/index.ts'
import { headersOf, statusOf } from '../http/reply/index.ts'
import { BODY_LIMITS, readForm, readJson } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import { ofProvider } from './accounts/people.ts'
import { isLocal, type Person } from './accounts/person.ts'
import type { PeopleNeeds } from './needs.ts'
import { type ContextOf, type PageContext, redirectTo } from './pages/layout.ts'
import { messagePage } from './pages/message-page.ts'
import type { Session } from './sessions/store.ts'

/** The least that a page of any room needs. */
export type PageNeeds = Pick<
  PeopleNeeds,
  'contextOf' | 'sessions' | 'directory' | 'isOwnOrigin' | 'secondFactor'
>

type Handle<Needs> = (needs: Needs, request: Incoming) => Reply | Promise<Reply>

const formExpired = (): Refusal =>
  new Refusal('people.form_expired', 'The form is too old or not from this service: load the page again.')

/** Our messages for programs are English; people get a text of the table where there is one for the code. */
function refusePage(contextOf: ContextOf): NonNullable<Endpoint<unknown>['refuse']> {
  return (problem, requestId, headers) => {
    const context = contextOf(headers)
    const { text } = context
    const message = problem.code === 'people.form_expired' ? text('formExpired') : problem.message
    return messagePage(context, {
      title: text('errorTitle'),
      message,
      status: statusOf(problem),
      requestId,
      headers: headersOf(problem),
    })
  }
}

interface PageOptions {
  /** Its answers say nothing about anybody: not in the audit trail. */
  readonly unaudited?: true
  /** The action in the audit trail, where it is not what the method means. */
  readonly action?: AuditAction
}

/** A route with its handler; `pageEndpoints` makes endpoints of a list of them. */
export interface PageRoute<Needs> {
  readonly route: `${'GET' | 'POST'} /${string}`
  readonly handle: Handle<Needs>
  readonly options?: PageOptions
}

const operationIdOf = (route: string) => `page_${route.toLowerCase().replace(/\W+/g, '_')}`

export const pageEndpoints = <Needs extends PageNeeds>(
  contextOf: ContextOf,
  routes: readonly PageRoute<Needs>[],
): Endpoint<Needs>[] =>
  routes.map(({ route, handle, options = {} }) =>
    endpoint<Needs, Incoming, Reply>({
      route,
      scope: 'public',
      otherNames: 'ignored',
      produces: [],
      ...options,
      ...(route.startsWith('POST')
        ? {
            body: { 'application/x-www-form-urlencoded': readForm, 'application/json': readJson },
            bodyOptional: true as const,
            bodyLimit: BODY_LIMITS.form,
          }
        : {}),
      doc: {
        operationId: operationIdOf(route),
        tag: 'Pages',
        summary: 'A page',
        hidden: true,
        responses: {},
      },
      read: request => request,
      act: (needs, _caller, request) => handle(needs, request),
      reply: reply => reply,
      refuse: refusePage(contextOf),
    }),
  )

/** The fields of a form or of a JSON object, each once. */
export type Fields = (name: string) => string | undefined

function fieldsIn({ body }: Pick<Incoming, 'body'>): Fields {
  if (body instanceof URLSearchParams) return name => body.get(name) ?? undefined
  const members = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  return name => {
    const value: unknown = members.get(name)
    return typeof value === 'string' ? value : undefined
  }
}

/** A form of a browser that is not signed in: refused unless our own page sent it. */
export function browserFields({ sessions, isOwnOrigin }: PageNeeds, request: Incoming): Fields {
  const fields = fieldsIn(request)
  const { headers } = request
  if (!isOwnOrigin(headers) || !sessions.isBrowserToken(headers, fields('form_token'))) throw formExpired()
  return fields
}

export interface SignedIn {
  readonly session: Session
  readonly person: Person
  readonly context: PageContext
}

/** Somebody with a session; without the second factor that they need, it is not enough. */
interface Visitor extends Omit<SignedIn, 'context'> {
  readonly missesFactor: boolean
}

export const visitorOf = async (
  { sessions, directory, secondFactor }: Pick<PageNeeds, 'sessions' | 'directory' | 'secondFactor'>,
  headers: IncomingHttpHeaders,
  isRepeated = false,
): Promise<Visitor | undefined> => {
  const session = await sessions.of(headers, isRepeated)
  const person = session && (directory.known(session.personId) ?? (await directory.find(session.personId)))
  return session && person && !person.disabled
    ? { session, person, missesFactor: secondFactor.isMissing(person, session) }
    : undefined
}

export const signedInOf = async (
  needs: Pick<PageNeeds, 'sessions' | 'directory' | 'secondFactor'>,
  headers: IncomingHttpHeaders,
): Promise<Omit<SignedIn, 'context'> | undefined> => {
  const found = await visitorOf(needs, headers)
  return found?.missesFactor ? undefined : found
}

/** The path and query of a request, as the browser has it. */
const ownTarget = (context: Pick<PageContext, 'link'>, request: Incoming): string => {
  const { target, mountPoint } = request
  return context.link(target.slice(mountPoint.prefix.length))
}

type Link = Pick<PageContext, 'link'>

const targetWith =
  (path: string) =>
  ({ link }: Link, target: string): string =>
    link(`${path}?continue=${encodeURIComponent(target)}`)

export const signInTarget = targetWith('/auth/sign-in')

/** The page on which people show again who they are. */
export const confirmTarget = targetWith('/auth/confirm')

export const secondFactorTarget = targetWith('/auth/second-factor')

type VisitorHandle<Needs> = (
  needs: Needs,
  request: Incoming,
  visitor: SignedIn & { readonly missesFactor: boolean },
) => Reply | Promise<Reply>

/** The address to come back to: a form cannot be asked for again, and is on the page of the account. */
const returnTarget = (context: PageContext, request: Incoming, isForm: boolean): string =>
  isForm ? context.link('/auth/account') : ownTarget(context, request)

/** A page for everybody with a session, be it without the second factor; others are sent to sign in first. */
export const whenVisitor =
  <Needs extends PageNeeds>(handle: VisitorHandle<Needs>, isForm = false): Handle<Needs> =>
  async (needs, request) => {
    const context = needs.contextOf(request.headers, ownTarget(needs.contextOf(request.headers), request))
    const found = await visitorOf(needs, request.headers)
    if (!found) return redirectTo(signInTarget(context, returnTarget(context, request, isForm)))
    const reply = await handle(needs, request, { ...found, context })
    return { ...reply, person: found.person.personId }
  }

/** A page for people who are signed in; others are sent to sign in first, or to the second factor. */
export const whenSignedIn = <Needs extends PageNeeds>(
  handle: (needs: Needs, request: Incoming, signedIn: SignedIn) => Reply | Promise<Reply>,
  isForm = false,
): Handle<Needs> =>
  whenVisitor(
    (needs, request, { missesFactor, ...signedIn }) =>
      missesFactor
        ? leadAway(
            request,
            secondFactorTarget(signedIn.context, returnTarget(signedIn.context, request, isForm)),
          )
        : handle(needs, request, signedIn),
    isForm,
  )

/** Scripts of our pages are told the address; browsers are sent there. */
export const leadAway = ({ body }: Pick<Incoming, 'body'>, target: string): Reply =>
  body === undefined || body instanceof URLSearchParams
    ? redirectTo(target)
    : json(403, { error: 'refused', continue: target })

function checkedFields<Needs extends PageNeeds>(needs: Needs, request: Incoming): Fields {
  const fields = fieldsIn(request)
  const { headers } = request
  if (!needs.isOwnOrigin(headers) || !needs.sessions.isFormToken(headers, fields('form_token')))
    throw formExpired()
  return fields
}

/** A form of somebody with a session: refused unless our own page sent it. */
export const whenVisitorForm = <Needs extends PageNeeds>(
  handle: (...of: [...Parameters<VisitorHandle<Needs>>, fields: Fields]) => Reply | Promise<Reply>,
): Handle<Needs> =>
  whenVisitor<Needs>((needs, request, visitor) => {
    const fields = checkedFields(needs, request)
    return handle(needs, request, { ...visitor, context: needs.contextOf(request.headers) }, fields)
  }, true)

/** A form of a person who is signed in: refused unless our own page sent it. */
export const whenSignedInForm = <Needs extends PageNeeds>(handle: FormHandle<Needs>): Handle<Needs> =>
  whenSignedIn<Needs>((needs, request, signedIn) => {
    const fields = checkedFields(needs, request)
    // A form cannot be shown again by its address, so its page has no links to other languages.
    return handle(needs, request, { ...signedIn, context: needs.contextOf(request.headers) }, fields)
  }, true)

type FormHandle<Needs> = (
  needs: Needs,
  request: Incoming,
  signedIn: SignedIn,
  fields: Fields,
) => Reply | Promise<Reply>

/** A form that changes how somebody signs in: they must just have shown who they are. `check` refuses before that. */
const freshForm = <Needs extends PageNeeds>(
  handle: FormHandle<Needs>,
  check: (person: Person) => void,
): Handle<Needs> =>
  whenSignedInForm<Needs>((needs, request, signedIn, fields) => {
    const { session, person, context } = signedIn
    check(person)
    if (needs.sessions.isFresh(session)) return handle(needs, request, signedIn, fields)
    return leadAway(request, confirmTarget(context, context.link('/auth/account')))
  })

export const whenFreshForm = <Needs extends PageNeeds>(handle: FormHandle<Needs>): Handle<Needs> =>
  freshForm(handle, () => {})

/** A way in of their own would let people of a provider come in without it. */
export function refuseOfProvider(person: Person): void {
  if (!isLocal(person)) throw ofProvider(person.personId)
}

/** The same for accounts of this service alone. */
export const whenLocalForm = <Needs extends PageNeeds>(handle: FormHandle<Needs>): Handle<Needs> =>
  freshForm(handle, refuseOfProvider)

/** Only paths of our own pages: anything else could lead people to a false one. */
export function safeTarget({ link }: Pick<PageContext, 'link'>, target: string | undefined): string {
  const own = link('/')
  const isSafe = target?.startsWith(own) && !/^\/[/\\]/.test(target) && !/[\\\s]|[^\x21-\x7e]/.test(target)
  return isSafe && target !== undefined ? target : link('/auth/account')
}

export const refusedJson = (): Reply => json(400, { error: 'refused' })
