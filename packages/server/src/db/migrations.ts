/** The steps that build the schema: numbered SQL files, read from disk and never edited once released. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from './start-error.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Checksums of migrations that were edited after a release, by an edit that leaves the same schema. Databases may have either. */
const FORMER_CHECKSUMS: Readonly<Record<number, string>> = {
  // One "drop index" dropped two indexes, which Citus refuses.
  38: '7e601b03e09438260fdd81064b9936eeabdd2121b6c04719dd08734f8e2d3c8a',
}

export const isChecksumOf = ({ number, checksum }: Migration, applied: string): boolean =>
  checksum === applied || FORMER_CHECKSUMS[number] === applied

/** `src/db` and `dist/db` lie equally deep, so this is right for both. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** All of them, from 1 upwards without a gap. */
export function readMigrations(folder: string): readonly Migration[] {
  const files = readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const [, number, name] = /^(\d{4})_([a-z0-9_-]+)\.sql$/.exec(file) ?? []
    if (name === undefined || Number(number) !== index + 1) {
      throw new StartError(
        `The migration ${file} is out of order: expected ${String(index + 1).padStart(4, '0')}_name.sql.`,
      )
    }
    // A checkout on Windows may have other line ends: the same migration all the same.
    const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    return { number: index + 1, name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}
