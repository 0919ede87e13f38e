/** Facts about a person for an app: in the id_token (OpenID Connect Core, section 2) and at the userinfo endpoint. */
import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Person } from '../people/index.ts'
import type { Issuer } from './access-token.ts'
import { ALGORITHM } from './key-ring.ts'

/** The claims that the scopes of a token open. */
export const claimsAbout = (
  { personId, name, email, fhirUser }: Pick<Person, 'personId' | 'name' | 'email' | 'fhirUser'>,
  scopes: readonly string[],
) => ({
  sub: personId,
  ...(scopes.includes('profile') ? { name, preferred_username: personId } : {}),
  ...(scopes.includes('email') && email !== undefined ? { email } : {}),
  ...(scopes.includes('fhirUser') && fhirUser !== undefined ? { fhirUser } : {}),
})

export interface IdTokenFacts {
  readonly person: Person
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly signedInAt: Date
  readonly nonce: string | undefined
  /** The session that the app was granted in (Back-Channel Logout, section 2.1). */
  readonly sessionId: string | undefined
  readonly accessToken: string
}

const ID_TOKEN_SECONDS = 300

/** Ties the id_token to the access token (section 3.1.3.6): the left half of its SHA-256. */
const hashOf = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

export function signIdToken(facts: IdTokenFacts, issuer: Issuer): Promise<string> {
  const { kid, key } = issuer.keys.current().signing
  const issuedAt = Math.floor(issuer.now() / 1000)
  const { sub, ...claims } = claimsAbout(facts.person, facts.scopes)
  return new SignJWT({
    ...claims,
    auth_time: Math.floor(facts.signedInAt.getTime() / 1000),
    at_hash: hashOf(facts.accessToken),
    ...(facts.nonce === undefined ? {} : { nonce: facts.nonce }),
    ...(facts.sessionId === undefined ? {} : { sid: facts.sessionId }),
  })
    .setProtectedHeader({ alg: ALGORITHM, kid })
    .setIssuer(issuer.issuer)
    .setSubject(sub)
    .setAudience(facts.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
    .sign(key)
}
