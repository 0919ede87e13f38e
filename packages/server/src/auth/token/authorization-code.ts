/** The grant of a code that a person's browser brought (RFC 6749, section 4.1.3; RFC 7636). */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Client } from '../clients/client.ts'
import { bindGrantToKey, lockCode, markCodeUsed, revokeGrant, type StoredCode } from '../grants/store.ts'
import { invalidGrant, type PersonTokens, personOfGrant, tokenAnswer } from './answer.ts'
import { checkedProof } from './dpop.ts'
import type { TokenNeeds } from './needs.ts'
import type { TokenRequest } from './request.ts'

export const macOfCode = ({ vault }: Pick<TokenNeeds, 'vault'>, code: string): Buffer =>
  vault.mac(`code ${code}`)

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

function isVerifier(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !VERIFIER.test(verifier)) return false
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return made.length === expected.length && timingSafeEqual(made, expected)
}

/** The first reason why a code cannot be redeemed. */
function faultOf(code: StoredCode, client: Client, request: TokenRequest, now: number): string | undefined {
  if (code.grant.clientId !== client.clientId) return 'The code was given to another client.'
  if (code.grant.isRevoked || code.expiresAt.getTime() <= now) return 'The code has expired.'
  if (code.redirectUri !== request.redirectUri)
    return 'The parameter "redirect_uri" must be the one of the authorization request.'
  if (!isVerifier(request.codeVerifier, code.codeChallenge))
    return 'The parameter "code_verifier" does not match the code challenge.'
  return undefined
}

export async function grantByCode(
  needs: TokenNeeds,
  client: Client,
  request: TokenRequest,
): Promise<PersonTokens> {
  const { db, now } = needs
  const { code = '', proof } = request
  const isBound = client.requiresDpop || proof.proof !== undefined
  const keyThumbprint = isBound ? await checkedProof(needs, proof) : undefined
  const mac = macOfCode(needs, code)
  // What a wrong attempt changes must stay, so refusals are returned and thrown after the transaction.
  const result = await db.transaction(async queries => {
    const stored = await lockCode(queries, mac)
    if (!stored) return 'The code is not known.'
    const { grant } = stored
    if (stored.isUsed) {
      // RFC 6749, section 4.1.2: somebody has a copy, and nobody knows who was first.
      await revokeGrant(queries, grant.grantId)
      return { reused: 'The code was used already; what came of it is revoked.' }
    }
    await markCodeUsed(queries, mac, new Date(now()))
    const fault = faultOf(stored, client, request, now())
    if (fault !== undefined) return fault
    if (stored.keyThumbprint !== undefined && stored.keyThumbprint !== keyThumbprint)
      return 'The code is bound to another key.'
    const person = await personOfGrant(needs, grant)
    if (keyThumbprint !== undefined) await bindGrantToKey(queries, grant.grantId, keyThumbprint)
    const { scopes } = grant
    return tokenAnswer(needs, queries, { grant, client, person, scopes, keyThumbprint, nonce: stored.nonce })
  })
  if (typeof result === 'object' && 'reused' in result) {
    await needs.changes.announce('revocations')
    throw invalidGrant(result.reused)
  }
  if (typeof result === 'string') throw invalidGrant(result)
  return result
}
