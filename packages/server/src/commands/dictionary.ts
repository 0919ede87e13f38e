/** `cairn dictionary sweep`: marks paths and node ids that no record has any more, for a server to remove. */

import { parseArgs } from 'node:util'
import { StartError } from '../db/index.ts'
import { retireAllUnused } from '../roots/index.ts'
import type { Config } from '../settings/index.ts'
import { openInstallation } from './installation.ts'
import { DICTIONARY_USAGE } from './usage.ts'

const paths = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`)

export async function dictionary(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  })
  if (positionals.length !== 1 || positionals[0] !== 'sweep') throw new StartError(DICTIONARY_USAGE)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const retired = await retireAllUnused(installation.db)
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ retired })}\n`
        : `${paths(retired)} found unused${retired === 0 ? '' : '; a running server removes them in a minute or two'}.\n`,
    )
  } finally {
    await installation.close()
  }
}
