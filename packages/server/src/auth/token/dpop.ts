/** DPoP (RFC 9449): a caller proves for each request that it has the key that its token is bound to. */
import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, errors, importJWK, type JWK, jwtVerify } from 'jose'
import type { Database } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { ProofInRequest } from './request.ts'
import { takeId } from './used-ids.ts'

export const PROOF_ALGORITHMS = ['ES256', 'ES384', 'Ed25519', 'EdDSA', 'PS256', 'RS256']

/** A proof is valid for this many seconds; older ones and those from the future are refused. */
const FRESH_SECONDS = 60

const LONGEST_PROOF = 4096

export interface ProofNeeds {
  readonly db: Database
  readonly now: () => number
  /** Public addresses of this service; a proof names one of them with the path of the request. */
  readonly origins: readonly string[]
}

const invalid = (message: string) => new Refusal('oauth.invalid_dpop_proof', message)

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** True if the address in a proof is that of the request, without query and fragment (section 4.3). */
function isAddressOf(htu: unknown, url: string, origins: readonly string[]): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false
  const claimed = new URL(htu)
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  return origins.some(origin => {
    const base = new URL(origin)
    const prefix = base.pathname.replace(/\/$/, '')
    return (
      claimed.origin === base.origin && (claimed.pathname === path || claimed.pathname === `${prefix}${path}`)
    )
  })
}

/** Returns the thumbprint of the key in a proof, or refuses it. `token`: the access token that it comes with. */
export async function checkedProof(
  { db, now, origins }: ProofNeeds,
  { proof, method, url }: ProofInRequest,
  token?: string,
): Promise<string> {
  if (proof === undefined) throw invalid('The header DPoP is missing: this token is bound to a key.')
  if (proof.length > LONGEST_PROOF) throw invalid('The DPoP proof is too long.')
  let key: JWK | undefined
  try {
    const { payload } = await jwtVerify(
      proof,
      ({ alg, jwk }) => {
        key = jwk
        if (jwk === undefined || 'd' in jwk || jwk.kty === 'oct')
          throw invalid('The DPoP proof needs a public key.')
        return importJWK(jwk, alg)
      },
      { typ: 'dpop+jwt', algorithms: PROOF_ALGORITHMS, requiredClaims: ['jti', 'htm', 'htu', 'iat'] },
    )
    const { jti, htm, htu, iat = 0, ath } = payload as typeof payload & Record<'htm' | 'htu' | 'ath', unknown>
    if (htm !== method || !isAddressOf(htu, url, origins))
      throw invalid('The DPoP proof is for another request.')
    if (Math.abs(now() / 1000 - iat) > FRESH_SECONDS)
      throw invalid('The DPoP proof is too old, or the clock is wrong.')
    if (token !== undefined && ath !== digestOf(token)) throw invalid('The DPoP proof is for another token.')
    const thumbprint = await calculateJwkThumbprint(key ?? {})
    if (typeof jti !== 'string' || jti === '' || jti.length > 255) throw invalid('The DPoP proof has no id.')
    if (!(await takeId(db, `proof ${thumbprint}`, jti, (iat + 2 * FRESH_SECONDS) * 1000)))
      throw invalid('The DPoP proof was used already.')
    return thumbprint
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      throw invalid('The DPoP proof is not valid.')
    throw error
  }
}
