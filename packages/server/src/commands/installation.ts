/** What every command stands on: the database, up to date, and the secret that goes with it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { attachEmbedded, type Database, migrate, openEmbedded, openPool, StartError } from '../db/index.ts'

export interface Installation {
  readonly db: Database
  readonly url: string
  readonly secretKey: string
  close(): Promise<void>
}

/** Made once for an installation that brings none of its own; whoever can read it can forge tokens. */
function secretKeyIn(dataDir: string, create: boolean): string {
  const file = join(dataDir, 'secret.key')
  try {
    if (create) makeSecretKey(dataDir, file)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      code === 'ENOENT'
        ? `There is no secret key in ${dataDir}: set CAIRN_SECRET_KEY, or CAIRN_DATA_DIR to the data folder of the server.`
        : `The secret key ${file} can be neither read nor made (${code}): set CAIRN_SECRET_KEY.`,
    )
  }
}

function makeSecretKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

interface Opening {
  /** A server has the folder to itself, and makes what is not there; a command shares it with one that runs, and makes nothing. */
  readonly alone: boolean
  readonly log: (message: string) => void
}

/** A request must end, whatever the database does; a command of the operator, such as one over all records, takes its time. */
const limitsOf = ({ databaseTimeout, lockTimeout }: Config) => ({
  statementTimeoutMs: databaseTimeout,
  lockTimeoutMs: lockTimeout,
  waitMs: databaseTimeout,
})

export async function openInstallation(config: Config, { alone, log }: Opening): Promise<Installation> {
  const open = alone ? openEmbedded : attachEmbedded
  const wanted = { dataDir: config.dataDir, supervised: alone, log }
  const embedded = config.databaseUrl === undefined ? await open(wanted) : undefined
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    await migrate(url, { create: alone, log })
    const db = openPool(url, {
      max: config.databasePool,
      applicationName: 'cairn',
      genericPlans: true,
      ...(alone ? limitsOf(config) : {}),
    })
    const close = async () => {
      await db.close()
      await embedded?.stop()
    }
    return {
      db,
      url,
      // Looked for where it is needed: most commands do without.
      get secretKey() {
        return config.secretKey ?? secretKeyIn(config.dataDir, alone)
      },
      close,
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
