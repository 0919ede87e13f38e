/** `cairn datamap index`: an index for a column that is ordered or filtered by often, on the database itself. */

import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { changeColumnIndex, openDatamapShelf } from '../datamap/index.ts'
import { StartError } from '../db/index.ts'
import { openTemplateShelf } from '../definitions/index.ts'
import { openPathDictionary } from '../roots/index.ts'
import type { Config } from '../settings/index.ts'
import { openInstallation } from './installation.ts'
import { DATAMAP_USAGE } from './usage.ts'

export async function indexColumn(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { drop: { type: 'boolean', default: false }, json: { type: 'boolean' } },
  })
  const [name, column, more] = positionals
  if (name === undefined || column === undefined || more !== undefined) throw new StartError(DATAMAP_USAGE)
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const { db } = installation
    const needs = {
      db,
      dictionary: openPathDictionary(db),
      datamaps: openDatamapShelf({ db, shelf: openTemplateShelf(db) }),
    }
    const began = performance.now()
    const change = await changeColumnIndex(needs, name, column, values.drop ? 'dropped' : 'made')
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ datamap: name, column, index: change, seconds: Number(seconds) })}\n`
        : `The index of ${column} in ${name} ${RESULT_WORDS[change]} (${seconds} s).\n`,
    )
  } finally {
    await installation.close()
  }
}

const RESULT_WORDS = {
  made: 'was made',
  'was there': 'was there already',
  dropped: 'was dropped',
  'did not exist': 'did not exist',
} as const
