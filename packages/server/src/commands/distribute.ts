/** `cairn distribute`: spreads the tables of records over the nodes of a Citus cluster. */

import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { type Database, distribute, labelsOfListeners, remainingSteps, StartError } from '../db/index.ts'
import { openInstallation } from './installation.ts'
import { shardReport } from './shard-report.ts'
import { DISTRIBUTE_USAGE } from './usage.ts'

const DEFAULT_SHARDS = 32
const MOST_SHARDS = 4096

function shardsIn(text: string | undefined): number {
  const shards = Number(text ?? DEFAULT_SHARDS)
  if (!Number.isInteger(shards) || shards < 1 || shards > MOST_SHARDS)
    throw new StartError(`--shards is a whole number from 1 to ${MOST_SHARDS}.`)
  return shards
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function requireStopped(db: Database): Promise<void> {
  if ((await labelsOfListeners(db)).length > 0)
    throw new StartError('A server works on this database: stop all servers first.')
}

async function run(db: Database, shards: number, isMeant: boolean): Promise<void> {
  const steps = await remainingSteps(db)
  if (steps.length === 0) return say('The database is distributed already.')
  if (!isMeant) {
    say(
      'These steps are left, each in a transaction of its own. Make a backup first: there is no way back but that.',
    )
    for (const [at, about] of steps.entries()) say(`${String(at + 1).padStart(3)}. ${about}`)
    return say('Nothing was changed. To go on: cairn distribute --yes')
  }
  await requireStopped(db)
  await distribute(db, { shards, say })
  say('The database is distributed. Start the servers with the address of the coordinator.')
}

export async function distributeDatabase(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { yes: { type: 'boolean' }, shards: { type: 'string' } },
  })
  const [word] = positionals
  if (positionals.length > 1 || (word !== undefined && word !== 'status'))
    throw new StartError(DISTRIBUTE_USAGE)
  const shards = shardsIn(values.shards)
  const installation = await openInstallation(config, { alone: false, log: say, isDistributing: true })
  try {
    if (word === 'status') process.stdout.write(await shardReport(installation.db))
    else await run(installation.db, shards, values.yes === true)
  } finally {
    await installation.close()
  }
}
