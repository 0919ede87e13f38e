/** Recovery codes: ten words to sign in with when passkey and password are lost, each once. */
import { randomInt } from 'node:crypto'
import type { Queries } from '../../db/index.ts'
import type { Vault } from '../../seals/index.ts'
import { putRecoveryMacs, takeRecoveryMac } from './store.ts'

const COUNT = 10
/** No letter can be taken for a digit. 20 of 31 characters are 99 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** Spaces, dashes and capitals are how people write codes down. */
const macOf = (vault: Vault, code: string): Buffer =>
  vault.mac(`recovery code ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

/** Returns new codes, which are shown once; the old ones stop working. */
export async function renewRecoveryCodes(
  queries: Queries,
  vault: Vault,
  personId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await putRecoveryMacs(
    queries,
    personId,
    codes.map(code => macOf(vault, code)),
  )
  return codes
}

/** True once for each code. */
export const useRecoveryCode = (
  queries: Queries,
  vault: Vault,
  personId: string,
  code: string,
): Promise<boolean> => takeRecoveryMac(queries, personId, macOf(vault, code))
