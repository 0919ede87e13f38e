/** Signs the person in at the server, and makes the client that acts for them. */
import { type App, beginSignIn, type CairnClient, completeSignIn, createClient } from '@cairn-ehr/client'

const { VITE_CAIRN_URL: baseUrl = 'http://localhost:8080', VITE_CLIENT_ID: clientId = '' } = import.meta.env

const app: App = {
  baseUrl,
  clientId,
  redirectUri: `${location.origin}${location.pathname}`,
  scope: 'openid profile online_access api.read api.write',
}

export interface Session {
  readonly cairn: CairnClient
  /** The name of the person, who is the author of new records. */
  readonly name: string
  /** The patient that the app was opened for, from another program. */
  readonly ehrId: string | undefined
  signOut(): Promise<void>
}

export async function signIn(launch?: string): Promise<void> {
  location.href = await beginSignIn(app, launch === undefined ? {} : { launch })
}

/** Undefined: nobody has signed in yet. */
export async function openSession(): Promise<Session | undefined> {
  const query = new URLSearchParams(location.search)
  const launch = query.get('launch')
  if (launch !== null && query.get('iss') !== null) {
    await signIn(launch)
    return undefined
  }
  const session = await completeSignIn(app, location.href).finally(() =>
    // The code works once, and a reload would send it again.
    history.replaceState(null, '', location.pathname),
  )
  if (!session) return undefined
  return {
    cairn: createClient({ baseUrl, authentication: session.authentication }),
    name: session.person?.name ?? '',
    ehrId: session.ehrId,
    signOut: session.end,
  }
}
