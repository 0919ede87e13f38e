/** Refusals of requests with a token, each with its challenge (RFC 6750, section 3; RFC 9449, section 7.1). */
import { Refusal } from '../refusal/index.ts'

type Scheme = 'Bearer' | 'DPoP'

const challenge = (scheme: Scheme, error: string, description: string, scope?: string) =>
  `${scheme} realm="cairn", error="${error}", error_description="${description}"${scope ? `, scope="${scope}"` : ''}`

export const unauthorized = (message: string, scheme: Scheme = 'Bearer'): Refusal =>
  new Refusal('auth.token_invalid', message, [], { challenge: challenge(scheme, 'invalid_token', message) })

export const badProof = (message: string): Refusal =>
  new Refusal('auth.token_invalid', message, [], {
    challenge: challenge('DPoP', 'invalid_dpop_proof', message),
  })

/** Passes other errors on. */
export function badProofOf(error: unknown): never {
  if (error instanceof Refusal && error.code === 'oauth.invalid_dpop_proof') throw badProof(error.message)
  throw error
}

/** RFC 6750 section 3.1: no error code where nothing was sent that could be wrong. */
export const missingToken = (): Refusal =>
  new Refusal(
    'auth.token_missing',
    'A token is needed: send it as Authorization: Bearer, and get it from the token endpoint.',
    [],
    { challenge: 'Bearer realm="cairn"' },
  )

interface InsufficientOptions {
  readonly scheme?: Scheme
  /** A scope with fewer rights that is enough too. */
  readonly right?: string | undefined
}

export const insufficientScope = (
  scope: string,
  caller: { readonly clientId: string; readonly person?: string | undefined },
  { scheme = 'Bearer', right }: InsufficientOptions = {},
): Refusal => {
  const needed = right === undefined ? scope : `${scope} or ${right}`
  return new Refusal('auth.insufficient_scope', `This operation needs the scope ${needed}.`, [], {
    challenge: challenge(scheme, 'insufficient_scope', `The scope ${needed} is needed.`, scope),
    clientId: caller.clientId,
    ...(caller.person === undefined ? {} : { person: caller.person }),
  })
}
