/** `cairn distribute`: spreads the tables of records over the nodes of a Citus cluster. */

import { parseArgs } from 'node:util'
import { distribute, readShards, remainingSteps } from '../db/distribution/index.ts'
import { type Database, labelsOfListeners, StartError } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import { openInstallation } from './installation.ts'
import { printShards } from './shard-report.ts'
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
const tell = (line: string): void => void process.stderr.write(`${line}\n`)

async function requireStopped(db: Database): Promise<void> {
  if ((await labelsOfListeners(db)).length > 0)
    throw new StartError('A server works on this database: stop all servers first.')
}

interface DistributeOptions {
  readonly shards: number
  /** `--yes` was given. */
  readonly isMeant: boolean
}

/** The steps of a run, as text; `done` are those that it did itself. */
interface Distribution {
  readonly distributed: boolean
  readonly done: readonly string[]
  readonly left: readonly string[]
}

/** Does the steps that are left, or none unless it is meant. `log` is told of each as it begins. */
async function runSteps(
  db: Database,
  { shards, isMeant }: DistributeOptions,
  log: (line: string) => void,
): Promise<Distribution> {
  const steps = await remainingSteps(db)
  if (steps.length === 0) return { distributed: true, done: [], left: [] }
  if (!isMeant) return { distributed: false, done: [], left: steps }
  await requireStopped(db)
  await distribute(db, { shards, say: log })
  return { distributed: true, done: steps, left: [] }
}

function printSteps({ distributed, done, left }: Distribution): string {
  if (done.length > 0)
    return 'The database is distributed. Start the servers with the address of the coordinator.\n'
  if (distributed) return 'The database is distributed already.\n'
  return [
    'These steps are left, each in a separate transaction. Make a backup first: it is the only way back.',
    ...left.map((about, at) => `${String(at + 1).padStart(3)}. ${about}`),
    'Nothing was changed. To go on: cairn distribute --yes\n',
  ].join('\n')
}

interface CommandResult {
  readonly json: unknown
  readonly text: string
}

async function showStatus(db: Database): Promise<CommandResult> {
  const report = await readShards(db)
  const none = { nodes: [], tables: [], uneven: [] }
  return { json: { distributed: report !== undefined, ...(report ?? none) }, text: printShards(report) }
}

async function showSteps(
  db: Database,
  options: DistributeOptions,
  log: (line: string) => void,
): Promise<CommandResult> {
  const steps = await runSteps(db, options, log)
  return { json: steps, text: printSteps(steps) }
}

export async function distributeDatabase(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { yes: { type: 'boolean' }, shards: { type: 'string' }, json: { type: 'boolean' } },
  })
  const [word] = positionals
  if (positionals.length > 1 || (word !== undefined && word !== 'status'))
    throw new StartError(DISTRIBUTE_USAGE)
  const options = { shards: shardsIn(values.shards), isMeant: values.yes === true }
  // Standard output is the result alone where a program reads it.
  const log = values.json ? tell : say
  const installation = await openInstallation(config, { alone: false, log, isDistributing: true })
  try {
    const { db } = installation
    const { json, text } = word === 'status' ? await showStatus(db) : await showSteps(db, options, log)
    process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text)
  } finally {
    await installation.close()
  }
}
