/** Uses the code that an authenticator app shows. */
import type { PeopleNeeds } from '../needs.ts'
import { findSealedSecret, takeTotpStep } from './store.ts'
import { stepsOfCode } from './totp.ts'

/** True once for each code of the person. */
export async function useTotpCode(
  { db, vault, now, failed }: Pick<PeopleNeeds, 'db' | 'vault' | 'now' | 'failed'>,
  personId: string,
  code: string,
): Promise<boolean> {
  const sealed = await findSealedSecret(db, personId)
  if (!sealed) return false
  let secret: Buffer
  try {
    secret = vault.unseal(sealed)
  } catch (error) {
    // After `cairn key replace-secret`, a process from before has the old key until it is restarted.
    failed(error, 'failed to decrypt the secret of an authenticator app with this CAIRN_SECRET_KEY')
    return false
  }
  for (const step of stepsOfCode(secret, code, now())) if (await takeTotpStep(db, personId, step)) return true
  return false
}
