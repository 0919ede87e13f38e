/** Makes the answer to a token request for a person: access token, id_token, refresh token and context. */
import type { Queries } from '../../db/index.ts'
import type { Person } from '../../people/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { newSecret } from '../../seals/index.ts'
import { signToken } from '../access-token.ts'
import type { Client } from '../clients/client.ts'
import { holdsScope } from '../clients/held-scopes.ts'
import { type AppGrant, addRefreshToken, markGrantRefreshed } from '../grants/store.ts'
import { signIdToken } from '../id-token.ts'
import type { TokenNeeds } from './needs.ts'

export const invalidGrant = (message: string) => new Refusal('oauth.invalid_grant', message)

export const macOfRefreshToken = ({ vault }: Pick<TokenNeeds, 'vault'>, token: string): Buffer =>
  vault.mac(`refresh token ${token}`)

/** True if the sign-in asked for a refresh token, and the app may still have one. */
export const isRefreshable = ({ scopes }: AppGrant, client: Client): boolean =>
  ['offline_access', 'online_access'].some(scope => scopes.includes(scope) && holdsScope(client, scope))

/** Throws if the person or the session behind a grant is no longer there. */
export async function personOfGrant(
  { people, sessions, secondFactor }: TokenNeeds,
  { personId, sessionId }: AppGrant,
): Promise<Person> {
  const person = await people.find(personId)
  if (!person || person.disabled) throw invalidGrant('The account of the person is disabled.')
  if (sessionId !== undefined && !(await sessions.isLive(sessionId)))
    throw invalidGrant('The person has signed out.')
  if (secondFactor.isNeededBy(person) && !person.hasTotp && !person.hasPasskey)
    throw invalidGrant('The person has to set up a second factor: sign in again.')
  return person
}

/** The end of all refresh tokens of a grant, however often they are replaced. */
export const endOfChain = (
  { refreshChainLifetime }: Pick<TokenNeeds, 'refreshChainLifetime'>,
  { grantedAt }: AppGrant,
): number => grantedAt.getTime() + refreshChainLifetime * 1000

export interface TokenAnswer {
  readonly grant: AppGrant
  readonly client: Client
  readonly person: Person
  /** Of this token; a refresh may ask for fewer than were granted. */
  readonly scopes: readonly string[]
  readonly keyThumbprint: string | undefined
  /** Only for the first tokens of a grant. */
  readonly nonce?: string | undefined
}

export async function tokenAnswer(needs: TokenNeeds, queries: Queries, answer: TokenAnswer) {
  const { issuer, now, personTokenLifetime, refreshTokenLifetime } = needs
  const { grant, client, person, scopes, keyThumbprint, nonce } = answer
  const { grantId, audience, signedInAt, ehrId, episodeId } = grant
  // A client may have lost scopes since the person agreed; what it lost is not given again.
  const held = scopes.filter(scope => holdsScope(client, scope))
  const accessToken = await signToken(
    {
      clientId: client.clientId,
      audience,
      scopes: held,
      lifetime: personTokenLifetime,
      person: {
        personId: person.personId,
        name: person.name,
        grantId,
        signedInAt,
        launched: { ehrId, episodeId },
      },
      keyThumbprint,
    },
    issuer,
  )
  await markGrantRefreshed(queries, grantId, new Date(now()))
  const refreshToken = isRefreshable(grant, client) ? newSecret() : undefined
  if (refreshToken !== undefined) {
    const expiresAt = new Date(Math.min(now() + refreshTokenLifetime * 1000, endOfChain(needs, grant)))
    await addRefreshToken(queries, macOfRefreshToken(needs, refreshToken), grantId, expiresAt)
  }
  const idToken = held.includes('openid')
    ? await signIdToken(
        {
          person,
          clientId: client.clientId,
          scopes: held,
          signedInAt,
          nonce,
          accessToken,
          sessionId: grant.signedInSession,
        },
        issuer,
      )
    : undefined
  return {
    access_token: accessToken,
    token_type: keyThumbprint === undefined ? 'Bearer' : 'DPoP',
    expires_in: personTokenLifetime,
    scope: held.join(' '),
    ...(idToken === undefined ? {} : { id_token: idToken }),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    ...(ehrId === undefined ? {} : { ehrId, patient: ehrId, need_patient_banner: true }),
    ...(episodeId === undefined ? {} : { episodeId }),
  }
}

export type PersonTokens = Awaited<ReturnType<typeof tokenAnswer>>
