/** Checks the signature of a version in the browser: a detached JWS by Ed25519 over the SHA-256 of its RFC 8785 form. */
import { canonicalize } from '@cairn-ehr/openehr/format'
import { isObject, listAt, objectAt, type RmObject, textAt } from '../../display/rm-object.ts'

export type SignatureState =
  /** Signed by a key of the server, and unchanged. */
  | 'valid'
  | 'invalid'
  /** The key is not among those that the server publishes. */
  | 'unknown key'
  /** This browser cannot check such a signature. */
  | 'not checked'

const OBJECT_VERSION_ID = 'OBJECT_VERSION_ID'

const typed = (id: RmObject | undefined, type: string) => ({ ...id, _type: type })

/** The form that was signed: that of the reference model, whatever the server writes on the wire. */
export function signedForm(version: RmObject): RmObject {
  const { signature: _signature, other_input_version_uids, attestations, ...rest } = version
  const contribution = objectAt(version, 'contribution')
  const preceding = objectAt(version, 'preceding_version_uid')
  const inputs = listAt(version, 'other_input_version_uids')
  return {
    ...rest,
    uid: typed(objectAt(version, 'uid'), OBJECT_VERSION_ID),
    contribution: {
      ...contribution,
      id: typed(objectAt(contribution, 'id'), 'HIER_OBJECT_ID'),
      type: 'CONTRIBUTION',
    },
    ...(preceding ? { preceding_version_uid: typed(preceding, OBJECT_VERSION_ID) } : {}),
    ...(inputs.length > 0
      ? { other_input_version_uids: inputs.map(id => typed(id, OBJECT_VERSION_ID)) }
      : {}),
    ...(Array.isArray(attestations) && attestations.length > 0 ? { attestations } : {}),
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export async function checkSignature(version: RmObject, jwks: RmObject): Promise<SignatureState> {
  const [header = '', , signature = ''] = (textAt(version, 'signature') ?? '').split('.')
  if (header === '' || signature === '') return 'invalid'
  const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(header)))
  const kid = isObject(claims) ? textAt(claims, 'kid') : undefined
  const jwk = listAt(jwks, 'keys').find(key => textAt(key, 'kid') === kid)
  if (!jwk) return 'unknown key'
  const encoder = new TextEncoder()
  const digest = await crypto.subtle.digest(
    'SHA-256',
    encoder.encode(canonicalize(signedForm(version) as never)),
  )
  const input = encoder.encode(`${header}.${toBase64Url(new Uint8Array(digest))}`)
  try {
    const { kty, crv, x } = jwk as Record<string, string>
    const parts = { kty: kty ?? '', crv: crv ?? '', x: x ?? '' }
    const key = await crypto.subtle.importKey('jwk', parts, { name: 'Ed25519' }, false, ['verify'])
    return (await crypto.subtle.verify('Ed25519', key, fromBase64Url(signature), input)) ? 'valid' : 'invalid'
  } catch {
    return 'not checked'
  }
}
