/** Access tokens: JSON Web Tokens as RFC 9068 profiles them. */
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Scope } from '../http/index.ts'
import { ALGORITHM, type KeyRing } from './key-ring.ts'

export const TOKEN_TYPE = 'at+jwt'

export interface Grant {
  readonly clientId: string
  readonly audience: string
  readonly scopes: readonly Scope[]
}

export interface Issuer {
  readonly issuer: string
  readonly tokenLifetime: number
  readonly keys: KeyRing
  readonly now: () => number
}

export function signToken({ clientId, audience, scopes }: Grant, issuer: Issuer): Promise<string> {
  const { kid, key } = issuer.keys.current().signing
  const issuedAt = Math.floor(issuer.now() / 1000)
  return new SignJWT({ client_id: clientId, scope: scopes.join(' ') })
    .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid })
    .setIssuer(issuer.issuer)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + issuer.tokenLifetime)
    .setJti(randomUUID())
    .sign(key)
}
