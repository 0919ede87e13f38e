/** `cairn database copy`: moves everything to another PostgreSQL, such as from the embedded one to a server of one's own. */

import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { copyDatabase, labelsOfListeners, StartError } from '../db/index.ts'
import { openInstallation } from './installation.ts'
import { tellProgress } from './progress.ts'
import { DATABASE_USAGE } from './usage.ts'

export async function database(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  })
  if (positionals.length !== 1 || positionals[0] !== 'copy') throw new StartError(DATABASE_USAGE)
  const { newDatabaseUrl: url } = config
  if (url === undefined)
    throw new StartError('CAIRN_NEW_DATABASE_URL is missing: set it to the address of an empty database.')
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    if ((await labelsOfListeners(installation.db)).length > 0)
      throw new StartError(
        'A server runs on this database: stop it first, since what it writes from now on would not be copied.',
      )
    const { tables, rows } = await copyDatabase(installation.url, url, tellProgress('rows'))
    const key =
      config.secretKey === undefined ? `the content of secret.key in ${config.dataDir}` : 'the same as now'
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ tables, rows })}\n`
        : `${rows.toLocaleString('en')} rows of ${tables} tables copied. Check them with "cairn verify", then start the server with the new CAIRN_DATABASE_URL; CAIRN_SECRET_KEY is ${key}.\n`,
    )
  } finally {
    await installation.close()
  }
}
