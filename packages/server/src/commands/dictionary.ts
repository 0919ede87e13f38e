/** `cairn dictionary sweep`: removes paths and node ids that no record has any more. */

import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'
import { sweepDictionary } from '../roots/index.ts'
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
    const { retired, removed } = await sweepDictionary(installation.db, { all: true })
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ removed, retired })}\n`
        : `${paths(removed)} removed, ${paths(retired)} found unused${retired === 0 ? '' : ', to be removed in a minute'}.\n`,
    )
  } finally {
    await installation.close()
  }
}
