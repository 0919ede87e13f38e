/** The keys that a test forges with: the server's own, and strangers'. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { checkedVault, listKeys } from '../../packages/server/src/auth/index.ts'
import { type RunningServer, SECRET_KEY } from '../server.ts'

export interface ServerKey {
  readonly kid: string
  readonly key: KeyObject
  readonly publicJwk: Readonly<Record<string, unknown>>
}

/** The server's signing key, as only somebody with its database and its secret could have it. */
export async function signingKeyOf(server: RunningServer): Promise<ServerKey> {
  const vault = await checkedVault(server.db, SECRET_KEY)
  const current = (await listKeys(server.db)).find(({ state }) => state === 'current')
  if (!current) throw new Error('there is no current key')
  const { kid, sealedPrivateKey, publicJwk } = current
  return {
    kid,
    publicJwk,
    key: createPrivateKey({ key: vault.unseal(sealedPrivateKey), format: 'der', type: 'pkcs8' }),
  }
}

/** The claims of a good token of this server's first client, at this moment. */
export function goodClaims(server: RunningServer): JWTPayload {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: server.url.replace('127.0.0.1', 'localhost'),
    aud: `${server.url}/openehr/v1`,
    sub: server.client.id,
    sub_type: 'client',
    client_id: server.client.id,
    scope: 'api.read api.write api.admin',
    jti: 'a-token-of-a-test',
    iat: now,
    exp: now + 3600,
  }
}

export const signed = (
  claims: JWTPayload,
  key: KeyObject,
  header: Readonly<Record<string, unknown>>,
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header }).sign(key)

export const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
