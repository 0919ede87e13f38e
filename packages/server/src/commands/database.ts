/** `cairn database`: copies everything to another PostgreSQL, and gives database roles their rights. */

import { parseArgs } from 'node:util'
import { copyDatabase, grantRights, isDatabaseRole, labelsOfListeners, StartError } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import { openInstallation } from './installation.ts'
import { tellProgress } from './progress.ts'
import { DATABASE_USAGE } from './usage.ts'

async function copy(config: Config, isJson: boolean): Promise<void> {
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
      isJson
        ? `${JSON.stringify({ tables, rows })}\n`
        : `${rows.toLocaleString('en')} rows of ${tables} tables copied. Check them with "cairn verify", then start the server with the new CAIRN_DATABASE_URL; CAIRN_SECRET_KEY is ${key}.\n`,
    )
  } finally {
    await installation.close()
  }
}

/** Run it as the owner of the schema; it can be repeated. */
async function grant(config: Config, kind: string | undefined, role: string | undefined): Promise<void> {
  if (!isDatabaseRole(kind) || role === undefined) throw new StartError(DATABASE_USAGE)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    await grantRights(installation.url, kind, role)
    process.stdout.write(`The role "${role}" has the rights of the ${kind} role.\n`)
  } finally {
    await installation.close()
  }
}

export async function database(config: Config, args: readonly string[]): Promise<void> {
  const options = { json: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  const [action, kind, role, more] = positionals
  if (action === 'grant' && more === undefined) return grant(config, kind, role)
  if (action !== 'copy' || kind !== undefined) throw new StartError(DATABASE_USAGE)
  return copy(config, values.json === true)
}
