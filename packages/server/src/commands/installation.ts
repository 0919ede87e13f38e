/** Opens the migrated database and the secret key, which every command needs. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSetUp, limitsOf, openMainPool } from '../auth/index.ts'
import { detectDistribution } from '../db/distribution/index.ts'
import {
  attachEmbedded,
  type Database,
  grantRights,
  migrate,
  openChanges,
  openEmbedded,
  refuseTransactionPoolingOfReplica,
  roleIn,
  StartError,
  type Topic,
} from '../db/index.ts'
import type { Config } from '../settings/index.ts'

export interface Installation {
  readonly db: Database
  readonly url: string
  readonly secretKey: string
  /** Writes a new secret key into the data folder, unless the operator sets it. */
  readonly keepSecretKey: (secretKey: string) => void
  close(): Promise<void>
}

/** Returns the key in the data folder. Anybody who can read it can forge tokens. */
function readSecretKey(dataDir: string): string {
  const file = secretKeyFile(dataDir)
  try {
    return readFileSync(file, 'utf8').trim() || refuseEmpty(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof StartError) throw error
    throw new StartError(
      code === 'ENOENT'
        ? `There is no secret key in ${dataDir}: set CAIRN_SECRET_KEY, or CAIRN_DATA_DIR to the data folder of the server.`
        : `The secret key ${file} cannot be read (${code}): set CAIRN_SECRET_KEY.`,
    )
  }
}

const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

function refuseEmpty(file: string): never {
  throw new StartError(`The secret key ${file} is empty: put it back from a backup, or set CAIRN_SECRET_KEY.`)
}

/** Makes the key of a new database. Another key for a database that has one would open nothing that is in it. */
async function makeSecretKey(dataDir: string, db: Database): Promise<void> {
  const file = secretKeyFile(dataDir)
  if (existsSync(file)) return
  if (await isSetUp(db))
    throw new StartError(
      `The secret key ${file} is missing, and the database was set up with it: put the file back from a backup, set CAIRN_DATA_DIR to the folder that has it, or CAIRN_SECRET_KEY to its content. No other key opens this database.`,
    )
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new StartError(`The secret key ${file} cannot be made (${code}): set CAIRN_SECRET_KEY.`)
  }
}

interface InstallationOptions {
  /** True for a server, which locks the data folder and creates missing files; a command shares the folder and creates nothing. */
  readonly alone: boolean
  readonly log: (message: string) => void
  /** True for the command that distributes the database, which must open it half done. */
  readonly isDistributing?: boolean
}

/** Resolves when every server process on the database has noticed a change that a command made. */
export async function announceChange(
  { url, db }: Pick<Installation, 'url' | 'db'>,
  ...topics: readonly Topic[]
): Promise<void> {
  const changes = await openChanges({ url, db, label: 'command', failed: () => {} })
  try {
    for (const topic of topics) await changes.announce(topic)
  } finally {
    await changes.close()
  }
}

/** For a server process whose supervisor has opened the installation. */
export function joinInstallation(
  config: Config,
  {
    url,
    secretKey,
    isDistributed,
  }: Pick<Installation, 'url' | 'secretKey'> & Pick<Database, 'isDistributed'>,
): Installation {
  const db = openMainPool(url, config, { ...limitsOf(config), isDistributed, secretKeyOf: () => secretKey })
  return { db, url, secretKey, keepSecretKey: () => {}, close: () => db.close() }
}

interface DatabaseAddress {
  /** Of the role that serves requests. */
  readonly served: string
  /** Of the owner of the schema. */
  readonly owned: string
  /** Stops an embedded server that was started for it. */
  stop(): Promise<void>
}

/** The database as it is, with its embedded server running. */
export async function openAddress(
  { databaseUrl, databaseOwnerUrl, dataDir }: Config,
  { alone, log }: Pick<InstallationOptions, 'alone' | 'log'>,
): Promise<DatabaseAddress> {
  const open = alone ? openEmbedded : attachEmbedded
  const embedded = databaseUrl === undefined ? await open({ dataDir, supervised: alone, log }) : undefined
  const served = databaseUrl ?? embedded?.url ?? ''
  return { served, owned: databaseOwnerUrl ?? served, stop: async () => embedded?.stop() }
}

export async function openInstallation(
  config: Config,
  { alone, log, isDistributing = false }: InstallationOptions,
): Promise<Installation> {
  const { served, owned, stop } = await openAddress(config, { alone, log })
  try {
    await migrate(owned, { create: alone, log })
    if (alone && owned !== served) await grantRights(owned, 'service', roleIn(served))
    // Commands of the operator make indexes and change keys, which the role of the server may not.
    const url = alone ? served : owned
    const isDistributed = !isDistributing && (await detectDistribution(url))
    if (config.databaseReadUrl !== undefined) await refuseTransactionPoolingOfReplica(config.databaseReadUrl)
    const secretKeyOf = () => config.secretKey ?? readSecretKey(config.dataDir)
    const db = openMainPool(url, config, { ...(alone ? limitsOf(config) : {}), isDistributed, secretKeyOf })
    const close = async () => {
      await db.close()
      await stop()
    }
    if (alone && config.secretKey === undefined)
      await makeSecretKey(config.dataDir, db).catch(async (error: unknown) => {
        await db.close()
        throw error
      })
    return {
      db,
      url,
      // Read on first use, since most commands do not need it.
      get secretKey() {
        return secretKeyOf()
      },
      keepSecretKey: secretKey => {
        if (config.secretKey === undefined)
          writeFileSync(secretKeyFile(config.dataDir), secretKey, { mode: 0o600 })
      },
      close,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
