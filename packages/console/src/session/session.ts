/**
 * The session. Everything that knows how a session is proved is in this file: a service client's id and secret are exchanged for a
 * token that lives in memory and ends with the page.
 */
import { type CairnClient, clientCredentials, createClient, isCairnError } from '@cairn/client'
import { createStore } from '../parts/store.ts'
import { loggedFetch } from '../requests/request-log.ts'
import { type Right, rightsOf } from './rights.ts'

export interface Session {
  readonly cairn: CairnClient
  /** The name to show. */
  readonly name: string
  readonly rights: ReadonlySet<Right>
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

function openSession({ clientId, clientSecret }: SignInForm, scope: string): CairnClient {
  return createClient({
    baseUrl: baseUrl(),
    fetch: loggedFetch,
    authentication: clientCredentials({ clientId, clientSecret, ...(scope === '' ? {} : { scope }) }),
  })
}

export async function signIn(form: SignInForm): Promise<void> {
  for (const scope of WISHES) {
    const cairn = openSession(form, scope)
    try {
      const rights = rightsOf(await cairn.token())
      session.set({ cairn, name: form.clientId, rights })
      return
    } catch (error) {
      if (scope === '' || !isCairnError(error, 'oauth.invalid_scope')) throw error
    }
  }
}

export const signOut = (): void => session.set(undefined)
