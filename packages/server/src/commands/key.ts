/** `cairn key …`: lists the keys that sign tokens, and rotates them. */

import { parseArgs } from 'node:util'
import { checkedVault, listKeys, replaceSecretKey, rotateSigningKey } from '../auth/index.ts'
import { StartError } from '../db/index.ts'
import { resealDrafts } from '../drafts/index.ts'
import { resealTotpSecrets } from '../people/index.ts'
import type { Config } from '../settings/index.ts'
import { resealRecordKeys } from '../versions/index.ts'
import { resealSubscriptions } from '../webhooks/index.ts'
import { announceChange, type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'
import { KEY_USAGE } from './usage.ts'

async function replaceSecret(
  { db, secretKey, keepSecretKey }: Installation,
  { newSecretKey }: Config,
): Promise<void> {
  if (newSecretKey === undefined)
    throw new StartError('CAIRN_NEW_SECRET_KEY is missing: set it to the new key, of at least 32 characters.')
  await replaceSecretKey(db, secretKey, newSecretKey, [
    resealRecordKeys,
    resealTotpSecrets,
    resealSubscriptions,
    resealDrafts,
  ])
  keepSecretKey(newSecretKey)
}

const VERBS: Record<string, (on: Installation, config: Config) => Promise<void>> = {
  'replace-secret': replaceSecret,
  list: async () => {},
  rotate: async on => {
    await rotateSigningKey(on.db, await checkedVault(on.db, on.secretKey))
    await announceChange(on, 'keys')
  },
}

export async function key(config: Config, [verb = '', ...rest]: readonly string[]): Promise<void> {
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn key" has no command "${verb}".\n${KEY_USAGE}`)
  const { values } = parseArgs({ args: rest, options: { json: { type: 'boolean' } } })
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    await act(installation, config)
    const keys = await listKeys(installation.db)
    const rows = keys.map(({ kid, state, createdAt }) => [kid, state, createdAt.toISOString()])
    process.stdout.write(
      values.json
        ? `${JSON.stringify(
            rows.map(([kid, state, made]) => ({ kid, state, made })),
            null,
            2,
          )}\n`
        : table([['key id', 'state', 'made'], ...rows]),
    )
  } finally {
    await installation.close()
  }
}
