/** Access tokens: JSON Web Tokens as RFC 9068 profiles them. */
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { LaunchContext } from '../http/index.ts'
import { ALGORITHM, type KeyRing } from './key-ring.ts'

export const TOKEN_TYPE = 'at+jwt'

/**
 * The claim that says whose token it is. Only the token endpoint sets it: ids of people and of clients are different name spaces, and comparing `sub` with
 * `client_id` would take one for the other (RFC 9068, section 5; RFC 9700, section 4.15).
 */
export const SUBJECT_TYPE = 'sub_type'

export const SUBJECT_TYPES = ['person', 'client'] as const

/** The person whom an app acts for, and what binds the token to their grant. */
interface PersonInToken {
  readonly personId: string
  readonly name: string
  readonly grantId: string
  readonly signedInAt: Date
  readonly launched: LaunchContext
}

export interface TokenFacts {
  readonly clientId: string
  readonly audience: string
  readonly scopes: readonly string[]
  readonly lifetime: number
  readonly person?: PersonInToken
  /** Of the key that the caller must prove to have (RFC 9449). */
  readonly keyThumbprint?: string | undefined
}

export interface Issuer {
  readonly issuer: string
  readonly keys: KeyRing
  readonly now: () => number
}

const personClaims = ({ name, grantId, signedInAt, launched }: PersonInToken) => ({
  name,
  grant_id: grantId,
  auth_time: Math.floor(signedInAt.getTime() / 1000),
  ...(launched.ehrId === undefined ? {} : { ehrId: launched.ehrId }),
  ...(launched.episodeId === undefined ? {} : { episodeId: launched.episodeId }),
})

export function signToken(facts: TokenFacts, issuer: Issuer): Promise<string> {
  const { clientId, audience, scopes, lifetime, person, keyThumbprint } = facts
  const { kid, key } = issuer.keys.current().signing
  const issuedAt = Math.floor(issuer.now() / 1000)
  return new SignJWT({
    client_id: clientId,
    [SUBJECT_TYPE]: person ? 'person' : 'client',
    scope: scopes.join(' '),
    ...(person ? personClaims(person) : {}),
    ...(keyThumbprint === undefined ? {} : { cnf: { jkt: keyThumbprint } }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid })
    .setIssuer(issuer.issuer)
    .setSubject(person?.personId ?? clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime)
    .setJti(randomUUID())
    .sign(key)
}
