/** The secret key of the installation: opened, checked, and replaced by another. */
import { type Database, type Queries, StartError } from '../db/index.ts'
import { openVault, type SealKey, type Vault } from '../seals/index.ts'
import { instanceOf, lockInstance, putInstanceKeys } from './instance-store.ts'
import { listKeys, putSealedKey } from './key-store.ts'

export async function checkedVault(db: Database, secretKey: string): Promise<Vault> {
  const { check, sealedMacKey } = await instanceOf(db, openVault(secretKey).check)
  if (!openVault(secretKey).check.equals(check))
    throw new StartError(
      'The secret key (CAIRN_SECRET_KEY, or secret.key in the data folder) is not the one that this database was set up with: use that one again.',
    )
  return openVault(secretKey, sealedMacKey)
}

/** Returns the key of seals, read once. */
export function stateKeyReader(db: Database, secretKeyOf: () => string): () => Promise<SealKey> {
  let reading: Promise<SealKey> | undefined
  const read = async (): Promise<SealKey> => (await checkedVault(db, secretKeyOf())).stateKey
  return () => {
    reading ??= read().catch(error => {
      reading = undefined
      throw error
    })
    return reading
  }
}

/** Seals again what another room has sealed, in the same transaction. */
export type Reseal = (queries: Queries, reseal: (sealed: Buffer) => Buffer) => Promise<void>

const resealSigningKeys: Reseal = async (queries, reseal) => {
  for (const { kid, sealedPrivateKey } of await listKeys(queries))
    await putSealedKey(queries, kid, reseal(sealedPrivateKey))
}

/**
 * Protects everything with another secret key. Secrets of clients stay good, since the key of their macs is kept. Servers that run
 * go on with the keys that they have in memory; when they start again, they need the new one.
 */
export async function replaceSecretKey(
  db: Database,
  current: string,
  next: string,
  others: readonly Reseal[],
): Promise<void> {
  const before = await checkedVault(db, current)
  const after = openVault(next)
  await db.transaction(async queries => {
    await lockInstance(queries)
    const reseal = (sealed: Buffer) => after.seal(before.unseal(sealed))
    for (const each of [resealSigningKeys, ...others]) await each(queries, reseal)
    await putInstanceKeys(queries, after.check, before.macKeySealedBy(after))
  })
}
