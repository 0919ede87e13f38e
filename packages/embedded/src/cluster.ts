/** The folder of the embedded database: its layout, its password, and its first creation by initdb. */
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, run } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedError } from './embedded-error.ts'
import { INITDB_ARGUMENTS } from './settings.ts'

export interface Cluster {
  /** Everything of ours inside the data folder, entered by PostgreSQL's account alone. */
  readonly home: string
  readonly data: string
  readonly passwordFile: string
  readonly log: string
  /** Of the database, of its user and of the lock file. */
  readonly name: string
}

export function clusterIn(dataDir: string, name: string): Cluster {
  const home = join(dataDir, 'postgres')
  return {
    home,
    data: join(home, 'data'),
    passwordFile: join(home, 'password'),
    log: join(home, 'postgres.log'),
    name,
  }
}

export function readPassword(cluster: Cluster): string {
  try {
    return readFileSync(cluster.passwordFile, 'utf8').trim()
  } catch {
    throw new EmbeddedError(
      `The password of the embedded database cannot be read (${cluster.passwordFile}): restore the file.`,
    )
  }
}

/** Creates the database where there is none; refuses one of another major version. */
export async function ensureCluster(
  cluster: Cluster,
  account: Account,
  binaries: Binaries,
  log: (message: string) => void,
): Promise<void> {
  const made = madeBy(cluster)
  if (made === binaries.major) return
  if (made !== undefined) {
    throw new EmbeddedError(
      `The data folder ${cluster.data} was made by PostgreSQL ${made}, and this program brings PostgreSQL ${binaries.major}: move the data with pg_dump of version ${made}, or start the release that made it.`,
    )
  }
  log('Creating the embedded database')
  if (!existsSync(cluster.passwordFile)) {
    writeFileSync(cluster.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    const { uid, gid } = account.ids
    if (uid !== undefined && gid !== undefined) chownSync(cluster.passwordFile, uid, gid)
  }
  // Under another name until it is whole: a half-made database is never mistaken for one.
  const draft = `${cluster.data}.draft`
  await rm(draft, { recursive: true, force: true })
  const args = [
    ...INITDB_ARGUMENTS,
    `--username=${cluster.name}`,
    `--pwfile=${cluster.passwordFile}`,
    '-D',
    draft,
  ]
  try {
    await run(account, binaries.initdb, args, cluster.home)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const tail = `${stdout}\n${stderr}`.trim().split('\n').slice(-5).join(' | ')
    throw new EmbeddedError(
      `The embedded database could not be created in ${cluster.data}: initdb failed: ${tail || String(error)}`,
    )
  }
  await rename(draft, cluster.data)
}

/** False only where there is certainly none: a folder that may not be looked into is another's matter. */
export function hasCluster(cluster: Cluster): boolean {
  try {
    statSync(join(cluster.data, 'PG_VERSION'))
    return true
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

export function makeHome(cluster: Cluster): void {
  mkdirSync(cluster.home, { recursive: true, mode: 0o700 })
}

function madeBy(cluster: Cluster): string | undefined {
  const file = join(cluster.data, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
