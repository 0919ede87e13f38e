/** `POST {auth_url}/auth/provider/{provider}/backchannel-logout`: a hospital's provider says that a person has signed out there. */
import { errors } from 'jose'
import { type Endpoint, endpoint, OutgoingError } from '../../http/index.ts'
import { BODY_LIMITS, readForm } from '../../http/request/index.ts'
import { endSessionsOfProvider } from '../../people/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { AuthorizeNeeds } from '../authorize/needs.ts'
import { revokeGrantsOfSessions } from '../grants/store.ts'
import { OAUTH_ERROR, refuseAsOauth } from '../token/oauth-error.ts'
import { singleValue } from '../token/request.ts'
import { takeId } from '../token/used-ids.ts'
import { FRESH_SECONDS, type ProviderLogoutToken, readLogoutToken } from './logout-token.ts'

interface Input {
  readonly provider: string
  readonly token: string
}

const refused = (message: string) => new Refusal('oauth.invalid_request', message)

async function tokenOf(needs: AuthorizeNeeds, { provider, token }: Input): Promise<ProviderLogoutToken> {
  const found = needs.providers.find(provider)
  if (!found) throw refused('There is no such provider.')
  try {
    const { issuer, jwks_uri: jwksUri } = (await found.configuration()).serverMetadata()
    if (jwksUri === undefined) throw refused('The provider has no keys.')
    const expected = { issuer, clientId: found.settings.clientId, now: needs.now }
    const read = await readLogoutToken(token, needs.remoteKeys(jwksUri), expected)
    if (read) return read
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (!(error instanceof errors.JOSEError)) {
      needs.failed(error, 'failed to check a logout token of the identity provider')
      if (!(error instanceof OutgoingError)) throw error
    }
  }
  throw refused('The logout token is not valid.')
}

async function endSessions(needs: AuthorizeNeeds, input: Input): Promise<string | undefined> {
  const { db, now } = needs
  const { subject, sid, jti } = await tokenOf(needs, input)
  const keptUntil = now() + (FRESH_SECONDS + 120) * 1000
  if (!(await takeId(db, `logout ${input.provider}`, jti, keptUntil)))
    throw refused('The logout token was used already.')
  const ended = await db.transaction(async queries => {
    const sessions = await endSessionsOfProvider(
      queries,
      { provider: input.provider, subject, sid },
      new Date(now()),
    )
    await revokeGrantsOfSessions(
      queries,
      sessions.map(({ sessionId }) => sessionId),
    )
    return sessions
  })
  if (ended.length > 0) await needs.sessions.announceEnd()
  return ended[0]?.personId
}

export const providerLogoutEndpoint: Endpoint<AuthorizeNeeds> = endpoint({
  route: 'POST /auth/provider/{provider}/backchannel-logout',
  scope: 'public',
  otherNames: 'ignored',
  produces: [],
  body: { 'application/x-www-form-urlencoded': readForm },
  bodyLimit: BODY_LIMITS.form,
  doc: {
    operationId: 'provider_logout',
    tag: 'Authorization',
    summary: 'Take the logout token of an identity provider',
    description: 'Ends the sessions that it names, and what apps got in them.',
    // It is for providers alone.
    hidden: true,
    responses: {
      200: { description: 'The sessions are ended.' },
      400: { description: 'The token is not valid, or was used already.', schema: OAUTH_ERROR },
    },
  },
  read: ({ parameters, body }): Input => ({
    provider: parameters['provider'] ?? '',
    token: singleValue(body as URLSearchParams, 'logout_token') ?? '',
  }),
  act: (needs, _caller, input) => endSessions(needs, input),
  reply: person => ({
    status: 200,
    headers: { 'Cache-Control': 'no-store' },
    ...(person === undefined ? {} : { person }),
  }),
  refuse: refuseAsOauth,
})
