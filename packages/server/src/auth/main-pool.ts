/** The pool that records are read and written with; it seals what it writes. */
import { type Database, openPool } from '../db/index.ts'
import { sealingDatabase } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import { stateKeyReader } from './secret-key.ts'

/** Time limits are for requests; a command, such as one over all records, may take as long as it needs. */
export const limitsOf = ({ databaseTimeout, lockTimeout }: Config) => ({
  statementTimeoutMs: databaseTimeout,
  lockTimeoutMs: lockTimeout,
  waitMs: databaseTimeout,
})

interface PoolSettings extends Partial<ReturnType<typeof limitsOf>> {
  readonly isDistributed: boolean
  /** Called at the first write that needs it, since most commands do not. */
  readonly secretKeyOf: () => string
}

export function openMainPool(
  url: string,
  { databasePool }: Pick<Config, 'databasePool'>,
  { secretKeyOf, ...settings }: PoolSettings,
): Database {
  const pool = openPool(url, {
    max: databasePool,
    applicationName: 'cairn',
    genericPlans: true,
    ...settings,
  })
  return sealingDatabase(pool, stateKeyReader(pool, secretKeyOf))
}
