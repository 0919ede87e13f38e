/** `cairn apply-erasures`: after a restore, erases again what had been erased since the backup. */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Problem } from '@cairn-ehr/openehr'
import { type Database, StartError } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import { readErasure } from '../transfer/index.ts'
import { eraseEhrAgain, eraseObjectAgain, erasePartyAgain } from '../versions/erasure/index.ts'
import { commandEntry } from './command-entry.ts'
import { openInstallation } from './installation.ts'
import { APPLY_ERASURES_USAGE } from './usage.ts'

/** The route is that of an erasure, which cairn verify looks for. */
const entry = commandEntry({
  command: 'cairn apply-erasures',
  method: 'DELETE',
  route: '/openehr/v1/admin/ehr/:ehr_id',
  path: 'cairn apply-erasures',
  status: 204,
})

function linesIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

interface ErasureLog {
  readonly erasures: readonly ReturnType<typeof readErasure>[]
  /** Numbers of lines that are no erasures: one may be half written, where a server was killed. */
  readonly unreadable: readonly number[]
}

function readLog(file: string): ErasureLog {
  const erasures: ReturnType<typeof readErasure>[] = []
  const unreadable: number[] = []
  linesIn(file).forEach((line, at) => {
    if (line.trim() === '') return
    try {
      erasures.push(readErasure(line))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      unreadable.push(at + 1)
    }
  })
  return { erasures, unreadable }
}

function eraseAgain(db: Database, erasure: ReturnType<typeof readErasure>): Promise<boolean> {
  if ('object_id' in erasure) return eraseObjectAgain(db, erasure, entry)
  return 'merged_into' in erasure ? eraseEhrAgain(db, erasure, entry) : erasePartyAgain(db, erasure, entry)
}

export async function applyErasures(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length !== 1) throw new StartError(APPLY_ERASURES_USAGE)
  const { erasures, unreadable } = readLog(file)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    let erased = 0
    for (const each of erasures) {
      if (await eraseAgain(installation.db, each)) erased += 1
    }
    const gone = erasures.length - erased
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ erased, gone_before: gone, unreadable })}\n`
        : `${erased} erased again, ${gone} were gone already.\n`,
    )
  } finally {
    await installation.close()
  }
  // Told last, and not before: the others must be gone all the same.
  if (unreadable.length > 0)
    throw new StartError(
      `${file} has lines that are no erasures (${unreadable.join(', ')}): see what they were, and erase it by hand.`,
    )
}
