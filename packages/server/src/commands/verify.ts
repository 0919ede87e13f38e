/** `cairn verify`: checks every version in the database against its signature and the one before it. */
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'
import { type Verified, verifyRecords } from '../versions/index.ts'
import { openInstallation } from './installation.ts'
import { table } from './table.ts'

export const VERIFY_USAGE = `cairn verify [--json]   check that every version is the one that was signed, and that none is missing`

const number = (value: number) => value.toLocaleString('en')

function asText({ versions, objects, faults }: Verified, seconds: number): string {
  const bad = faults.map(({ uid, what, ehrId }) => [uid, what, `EHR ${ehrId}`])
  const pace = number(Math.round(versions / Math.max(seconds, 0.001)))
  return `${table(bad)}${number(versions)} versions of ${number(objects)} objects checked in ${seconds.toFixed(1)} s, ${pace} a second: ${
    faults.length === 0
      ? 'all as they were committed'
      : faults.length === 1
        ? '1 fault'
        : `${number(faults.length)} faults`
  }\n`
}

const asJson = ({ versions, objects, faults }: Verified, seconds: number): string =>
  `${JSON.stringify(
    {
      versions,
      objects,
      seconds: Math.round(seconds * 1000) / 1000,
      faults: faults.map(({ ehrId, uid, what }) => ({ ehr_id: ehrId, uid, what })),
    },
    null,
    2,
  )}\n`

/** Ends with exit code 1 where anything is wrong. */
export async function verify(config: Config, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } })
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const began = performance.now()
    const verified = await verifyRecords(installation.db)
    const seconds = (performance.now() - began) / 1000
    process.stdout.write((values.json ? asJson : asText)(verified, seconds))
    if (verified.faults.length > 0) throw new StartError('The records are not all as they were committed.')
  } finally {
    await installation.close()
  }
}
