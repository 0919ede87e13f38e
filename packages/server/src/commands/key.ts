/** `cairn key …`: lists the keys that sign tokens, and rotates them. */
import { checkedVault, listKeys, rotateSigningKey } from '../auth/index.ts'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'
import { type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'

export const KEY_USAGE = `cairn key list
cairn key rotate   the next key signs from now on; tokens of the old one stay good until they end`

const VERBS: Record<string, (on: Installation) => Promise<void>> = {
  list: async () => {},
  rotate: async ({ db, secretKey }) => rotateSigningKey(db, await checkedVault(db, secretKey)),
}

export async function key(config: Config, [verb = '']: readonly string[]): Promise<void> {
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn key" has no command "${verb}".\n${KEY_USAGE}`)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    await act(installation)
    const rows = (await listKeys(installation.db)).map(({ kid, state, createdAt }) => [
      kid,
      state,
      createdAt.toISOString(),
    ])
    process.stdout.write(table([['key id', 'state', 'made'], ...rows]))
  } finally {
    await installation.close()
  }
}
