/** `cairn apply-erasures`: after a restore, erases again what had been erased since the backup. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'
import { type AuditEntry, auditEvent } from '../observe/index.ts'
import { readErasure } from '../transfer/index.ts'
import { eraseEhrAgain, eraseObjectAgain } from '../versions/index.ts'
import { openInstallation } from './installation.ts'

export const APPLY_ERASURES_USAGE = `cairn apply-erasures <file> [--json]
                        erase again what had been erased, by the file of CAIRN_ERASURE_LOG: after a backup was restored`

/** The events of a command have no request. The route is that of an erasure, which cairn verify looks for. */
const entry: AuditEntry = {
  eventOf: ({ ehrId, detail }) =>
    auditEvent(
      {
        requestId: '',
        method: 'DELETE',
        route: '/openehr/v1/admin/ehr/:ehr_id',
        path: 'cairn apply-erasures',
        ehrId,
        status: 204,
        clientId: 'cairn apply-erasures',
        person: undefined,
        address: '',
        detail,
      },
      Date.now(),
    ),
  add: () => {},
  stored: () => {},
}

function linesIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line.trim() !== '')
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

export async function applyErasures(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length !== 1) throw new StartError(APPLY_ERASURES_USAGE)
  const erasures = linesIn(file).map(readErasure)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    let erased = 0
    for (const each of erasures) {
      const isErased =
        'object_id' in each
          ? await eraseObjectAgain(installation.db, each, entry)
          : await eraseEhrAgain(installation.db, each, entry)
      if (isErased) erased += 1
    }
    const gone = erasures.length - erased
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ erased, gone_before: gone })}\n`
        : `${erased} erased again, ${gone} were gone already.\n`,
    )
  } finally {
    await installation.close()
  }
}
