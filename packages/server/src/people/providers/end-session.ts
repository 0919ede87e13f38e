/** Signs people out at the provider that they came from (OpenID Connect RP-Initiated Logout). */
import type { PeopleNeeds } from '../needs.ts'
import type { Session } from '../sessions/store.ts'
import { openid } from './providers.ts'

/** The purpose of a step that leads on after the provider; its key is the `state` that the provider sends back. */
export const LOGOUT_RETURN = 'logout return'

/** The address to lead the browser to; undefined if there is no provider, or it offers none. */
export async function endSessionUrl(
  needs: PeopleNeeds,
  session: Session,
  state?: string,
): Promise<string | undefined> {
  const { vault, providers, authUrl, failed } = needs
  const provider = providers.find(session.method)
  if (!provider || !session.sealedIdToken) return undefined
  try {
    const configuration = await provider.configuration()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
    const { buildEndSessionUrl } = await openid()
    return buildEndSessionUrl(configuration, {
      id_token_hint: vault.unseal(session.sealedIdToken).toString('utf8'),
      post_logout_redirect_uri: `${authUrl}/auth/sign-in`,
      ...(state === undefined ? {} : { state }),
    }).href
  } catch (error) {
    failed(error, 'failed to sign a person out at the identity provider')
    return undefined
  }
}
