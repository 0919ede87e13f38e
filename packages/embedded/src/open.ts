/** Opens the PostgreSQL that a program brings along, for people who have no server of their own yet. */
import { mkdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseAccount } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { type Cluster, clusterIn, ensureCluster, hasCluster, makeHome } from './cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { FolderInUse, lockFolder, standingIn } from './lock.ts'
import { findPostmaster, type Postmaster, stopPostmaster, urlOf } from './postmaster.ts'
import { startPostmaster, untilReady } from './start.ts'
import { supervise } from './supervise.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Name of the database, of its user and of the lock file: lower-case letters. */
  readonly name: string
  readonly log?: (message: string) => void
  /** Settings of PostgreSQL beside ours, such as `fsync: 'off'` for a test's throw-away database. */
  readonly settings?: Readonly<Record<string, string>>
  /** Start it again, at the same address, when it dies. */
  readonly supervised?: boolean
}

export interface EmbeddedDatabase {
  /** Holds the password: never print it. */
  readonly url: string
  /** It was running already: left behind by a program that was killed, or serving another process. */
  readonly reused: boolean
  stop(): Promise<void>
}

/** Opens the database of the folder for this process alone; the first time creates it. */
export function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  return open(options, { patient: false })
}

async function open(options: EmbeddedOptions, { patient }: { patient: boolean }): Promise<EmbeddedDatabase> {
  const { log = () => {} } = options
  const dataDir = await openFolder(options.dataDir)
  const unlock = await withFolderErrors(dataDir, () => lockFolder(dataDir, options.name, log))
  try {
    const { postmaster, reused, pgCtl } = await runningOrStarted(dataDir, options)
    const { port } = postmaster
    const again = async () => (await runningOrStarted(dataDir, options, port)).postmaster
    const supervision = options.supervised ? supervise(postmaster, again, log) : undefined
    const stop = async () => {
      await supervision?.stop()
      const { pid } = supervision?.postmaster() ?? postmaster
      await stopPostmaster(pid, { pgCtl, patient })
      unlock()
    }
    let stopped: Promise<void> | undefined
    const url = urlOf(clusterIn(dataDir, options.name), postmaster)
    return { url, reused, stop: () => (stopped ??= stop()) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Each failed try means that a server held the folder and has ended meanwhile. */
const MOST_TRIES = 20

/**
 * For an operator's command: uses the database of the server that is running, and otherwise starts it
 * for the duration of the command. `stop` ends only what this call started. Makes nothing where there is no database.
 */
export async function attachEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(options.dataDir)
  // A server that holds the folder may be about to make it.
  if (!hasCluster(clusterIn(folder, options.name)) && standingIn(folder, options.name) === 'free')
    throw new EmbeddedError(`There is no database in ${folder}.`, 'create-first')
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      return await open(options, { patient: true })
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      const attached = await attachToHolder(realpathSync(options.dataDir), options)
      if (attached) return attached
    }
  }
  throw new EmbeddedError(
    `The database in ${folder} is started and stopped all the time by others; try again.`,
  )
}

async function attachToHolder(
  dataDir: string,
  { name, log = () => {} }: EmbeddedOptions,
): Promise<EmbeddedDatabase | undefined> {
  const cluster = clusterIn(dataDir, name)
  const deadline = Date.now() + 60_000
  while (standingIn(dataDir, name) === 'held') {
    const postmaster = findPostmaster(cluster)
    if (postmaster && (await untilReady(cluster, postmaster, log))) {
      return { url: urlOf(cluster, postmaster), reused: true, stop: async () => {} }
    }
    if (Date.now() > deadline) throw new EmbeddedError(`The database in ${dataDir} does not come up.`)
    await sleep(100)
  }
  return undefined
}

async function runningOrStarted(
  dataDir: string,
  { name, log = () => {}, settings = {} }: EmbeddedOptions,
  port?: number,
): Promise<{ postmaster: Postmaster; reused: boolean; pgCtl?: string }> {
  const cluster = clusterIn(dataDir, name)
  const left = await leftBehind(cluster, log)
  if (left) return { postmaster: left, reused: true }
  makeHome(cluster)
  const account = await chooseAccount(dataDir, cluster.home)
  const binaries = await prepareBinaries(account, cluster.home)
  await ensureCluster(cluster, account, binaries, log)
  const postmaster = await startPostmaster({ cluster, account, binaries, settings, port, log })
  return { postmaster, reused: false, pgCtl: binaries.pgCtl }
}

/** A program that was killed leaves its database running: it is taken over as it is. */
async function leftBehind(cluster: Cluster, log: (message: string) => void): Promise<Postmaster | undefined> {
  const postmaster = findPostmaster(cluster)
  if (!postmaster || !(await untilReady(cluster, postmaster, log))) return undefined
  log('Reusing the embedded database that an earlier run left running')
  return postmaster
}

function openFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir)
  return withFolderErrors(folder, async () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // PostgreSQL is told the real path, and tells it back when it is asked whose it is.
    return realpathSync(folder)
  })
}

async function withFolderErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof EmbeddedError) throw error
    throw new EmbeddedError(`The data folder ${folder} is not writable (${code}).`, 'other-folder')
  }
}
