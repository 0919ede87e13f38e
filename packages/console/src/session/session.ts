/**
 * The session. Everything that knows how a session is proved is in this file. A person has a cookie that no script can read; the id and
 * secret of a service client are exchanged for a token that lives in memory and ends with the page.
 */
import {
  type AuthenticationFor,
  browserSession,
  type CairnClient,
  clientCredentials,
  createClient,
  isCairnError,
} from '@cairn-ehr/client'
import { loggedFetch } from '../requests/request-log.ts'
import { createStore } from '../store.ts'
import { lifetime, markUsed } from './lifetime.ts'
import { askingFetch } from './questions.ts'
import { type Right, rightsIn, rightsOf } from './rights.ts'

export interface Session {
  readonly cairn: CairnClient
  /** The same for work in the background: it never opens a dialog. */
  readonly quietCairn: CairnClient
  readonly kind: 'person' | 'client'
  /** Of the person or of the client. */
  readonly id: string
  /** The name to show. */
  readonly name: string
  readonly rights: ReadonlySet<Right>
  /** Ends the session on the server, where it has one. */
  readonly end?: () => Promise<unknown>
}

export interface SignInForm {
  readonly clientId: string
  readonly clientSecret: string
}

export const session = createStore<Session | undefined>(undefined)

/** `{base_url}`: the console is served one step below it. */
export const baseUrl = (): string => new URL('..', document.baseURI).href.replace(/\/$/, '')

/** `api.admin` must be asked for by name, and a client that lacks one of the names is refused: so the longest list comes first. */
const WISHES = ['api.read api.write api.admin', 'api.read api.admin', '']

const openClient = (authentication: AuthenticationFor, send: typeof fetch = loggedFetch): CairnClient =>
  createClient({ baseUrl: baseUrl(), fetch: send, authentication })

/** The answer of `GET /auth/v1/session`. */
interface PersonSession {
  readonly signed_in: boolean
  readonly person?: { readonly person_id: string; readonly name: string }
  readonly scopes?: readonly string[]
  /** In the notation of scopes. */
  readonly rights?: readonly string[]
  readonly without_identity?: boolean
  /** Those that hold for everything. */
  readonly whole_scopes?: readonly string[]
  readonly csrf_token?: string
  readonly is_confirmed?: boolean
  /** Until the latest end of the session. */
  readonly ends_in_seconds?: number
  /** Without a request, after which it ends. */
  readonly idle_seconds?: number
}

/** `opening` until it is known whether a person is signed in; `people` if people can sign in here. */
export const door = createStore<'opening' | 'people' | 'clients'>('opening')

/** The page where people sign in, which leads back to this address. */
export const signInAddress = (): string =>
  `${baseUrl()}/auth/sign-in?continue=${encodeURIComponent(location.pathname + location.search)}`

/** The page that says to close its window. */
export const SIGNED_IN_PATH = '/auth/confirmed'

/** Id of the person that this page belongs to. */
let owner = ''

/** The page where people confirm who they are; it says to close its window afterwards. */
export const confirmAddress = (): string => {
  const { pathname } = new URL(`${baseUrl()}${SIGNED_IN_PATH}`)
  return `${baseUrl()}/auth/confirm?continue=${encodeURIComponent(pathname)}`
}

/** True once the person has confirmed. */
export const isConfirmed = async (): Promise<boolean> =>
  (await readPersonSession().catch(() => undefined))?.is_confirmed === true

/** Reads the session, which uses it: the server counts its idle time anew. */
async function readPersonSession(): Promise<PersonSession | undefined> {
  const answer = await fetch(`${baseUrl()}/auth/v1/session`, { credentials: 'same-origin' })
  if (!answer.ok) return undefined
  const found = (await answer.json()) as PersonSession
  const { ends_in_seconds, idle_seconds } = found
  if (ends_in_seconds !== undefined && idle_seconds !== undefined) {
    const usedAt = Date.now()
    lifetime.set({ usedAt, endsAt: usedAt + ends_in_seconds * 1000, idleMs: idle_seconds * 1000 })
  }
  return found
}

export const keepSession = async (): Promise<void> => {
  await readPersonSession().catch(() => undefined)
}

/** The page where people sign in, for a window beside this page. */
export const renewAddress = (): string => {
  const { pathname } = new URL(`${baseUrl()}${SIGNED_IN_PATH}`)
  return `${baseUrl()}/auth/sign-in?continue=${encodeURIComponent(pathname)}`
}

/** Whoever signed in again: the person of this page, somebody else by name, or nobody yet. */
export async function renewedBy(): Promise<'same' | 'nobody' | { readonly other: string }> {
  const person = (await readPersonSession().catch(() => undefined))?.person
  if (!person) return 'nobody'
  return person.person_id === owner ? 'same' : { other: person.name }
}

/** Goes on with the session of a person who has signed in before. A server whose people sign in elsewhere has no such address. */
export async function resumeSession(): Promise<void> {
  const found = await readPersonSession().catch(() => undefined)
  const { person, scopes = [], rights = [], without_identity = false, whole_scopes } = found ?? {}
  let csrfToken = found?.csrf_token ?? ''
  const renewedToken = async (): Promise<string> => {
    csrfToken = (await readPersonSession())?.csrf_token ?? ''
    return csrfToken
  }
  const send: typeof fetch = async (input, init) => {
    const answer = await loggedFetch(input, init)
    if (answer.status !== 401) markUsed()
    return answer
  }
  const proof = browserSession({ csrfToken: () => csrfToken })
  owner = person?.person_id ?? ''
  if (person)
    session.set({
      cairn: openClient(proof, askingFetch(send, renewedToken)),
      quietCairn: openClient(proof, send),
      kind: 'person',
      id: person.person_id,
      name: person.name,
      rights: rightsIn(scopes, rights, { isWithoutIdentity: without_identity, wholeScopes: whole_scopes }),
      end: () =>
        fetch(`${baseUrl()}/auth/sign-out`, {
          method: 'POST',
          body: new URLSearchParams({ form_token: csrfToken }),
        }),
    })
  door.set(found ? 'people' : 'clients')
}

export async function signIn(form: SignInForm): Promise<void> {
  for (const scope of WISHES) {
    const { clientId, clientSecret } = form
    const wish = scope === '' ? {} : { scope }
    const cairn = openClient(clientCredentials({ clientId, clientSecret, ...wish }))
    try {
      const rights = rightsOf(await cairn.token())
      session.set({ cairn, quietCairn: cairn, kind: 'client', id: clientId, name: clientId, rights })
      return
    } catch (error) {
      if (scope === '' || !isCairnError(error, 'oauth.invalid_scope')) throw error
    }
  }
}

/** Forgets the session in this page: the server has ended it. */
export const leaveSession = (): void => {
  lifetime.set(undefined)
  session.set(undefined)
}

export async function signOut(): Promise<void> {
  await session
    .get()
    ?.end?.()
    .catch(() => {})
  leaveSession()
}
