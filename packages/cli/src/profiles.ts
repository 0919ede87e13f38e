/** Servers and clients that were signed in to, in a file that only their owner can read. */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError } from './command/exit-codes.ts'
import type { Profile, ProfileStore } from './command/verb.ts'

interface Kept {
  readonly current?: string
  readonly profiles: Readonly<Record<string, Profile>>
}

/** `$XDG_CONFIG_HOME/cairn/profiles.json`, or below `~/.config`. */
export const profileFile = (home: string, configHome: string | undefined): string =>
  join(configHome || join(home, '.config'), 'cairn', 'profiles.json')

function readKept(file: string): Kept {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} }
    throw new CommandError(`The profiles in ${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    const kept = JSON.parse(text) as Kept
    if (typeof kept.profiles === 'object' && kept.profiles !== null) return kept
  } catch {
    // Told below, with the name of the file.
  }
  throw new CommandError(
    `${file} is not a file of profiles. Move it away, and sign in again with "cairn login".`,
  )
}

/** Written beside and moved, so that nobody reads half of it. */
function writeKept(file: string, kept: Kept): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${process.pid}`
  writeFileSync(beside, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  chmodSync(beside, 0o600)
  renameSync(beside, file)
}

export function openProfiles(file: string): ProfileStore {
  const read = () => readKept(file)
  const known = (name: string): Kept => {
    const kept = read()
    if (!Object.hasOwn(kept.profiles, name)) throw new CommandError(`There is no profile "${name}".`)
    return kept
  }
  return {
    file,
    read,
    save: (name, profile) => {
      const { profiles } = read()
      writeKept(file, { current: name, profiles: { ...profiles, [name]: profile } })
    },
    use: name => writeKept(file, { ...known(name), current: name }),
    remove: name => {
      const { current, profiles } = known(name)
      const left = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name))
      writeKept(file, { ...(current !== undefined && current !== name ? { current } : {}), profiles: left })
    },
  }
}
