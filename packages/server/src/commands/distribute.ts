/** `cairn distribute`: spreads the tables of records over the nodes of a Citus cluster: in place, or in a copy of a database that is in use. */

import { parseArgs } from 'node:util'
import {
  type Addresses,
  cancelServed,
  copyServed,
  distribute,
  readShards,
  refuseCopy,
  remainingSteps,
  sizeOfCopy,
  switchServed,
} from '../db/distribution/index.ts'
import { type Database, labelsOfListeners, StartError } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import { openInstallation } from './installation.ts'
import { tellProgress } from './progress.ts'
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
  await refuseCopy(db)
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

type Log = (line: string) => void

interface ServedDatabase {
  readonly addresses: Addresses
  readonly options: DistributeOptions
  readonly log: Log
}

const GIGABYTE = 1e9

const printSize = (bytes: number): string =>
  bytes < GIGABYTE ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / GIGABYTE).toFixed(1)} GB`

/** Seconds for a gigabyte on two busy cores: half of it copies, half compares (docs/figures/0148-distribute.md). */
const SECONDS_FOR_GB = 600

async function planCopy(source: string): Promise<CommandResult> {
  const bytes = await sizeOfCopy(source)
  const seconds = Math.ceil((bytes / GIGABYTE) * SECONDS_FOR_GB)
  return {
    json: { bytes, seconds, copied: false },
    text: `${printSize(bytes)} of rows are to be copied: about ${Math.ceil(seconds / 60)} min on two busy cores, while servers work. The indexes need space beside them. Nothing was changed. To go on: cairn distribute copy --yes\n`,
  }
}

const inMegabytes = (): ((done: number, total: number) => void) => {
  const tell = tellProgress('MB')
  return (done, total) => tell(done / 1e6, total / 1e6)
}

async function copy({ addresses, options, log }: ServedDatabase): Promise<CommandResult> {
  if (!options.isMeant) return planCopy(addresses.source)
  const began = performance.now()
  const { shards } = options
  const { bytes } = await copyServed(addresses, { shards, say: log, told: inMegabytes() })
  const seconds = (performance.now() - began) / 1000
  const rate = bytes === 0 ? 0 : seconds / (bytes / GIGABYTE)
  const words = bytes === 0 ? '' : `, ${Math.round(rate)} s for each GB`
  return {
    json: { bytes, seconds, secondsForGb: rate, copied: true },
    text: `The copy has all rows. ${printSize(bytes)} were copied in ${Math.round(seconds)} s${words}. Repeat this to copy what changes from now on, or run "cairn distribute switch".\n`,
  }
}

async function switchOver({ addresses, options, log }: ServedDatabase): Promise<CommandResult> {
  const { shards } = options
  const switched = () =>
    log(
      'The new database is complete. Start the servers with CAIRN_DATABASE_URL set to it. The old one refuses writes.',
    )
  await switchServed(addresses, { shards, say: log, told: () => {}, switched })
  return {
    json: { switched: true },
    text: 'All foreign keys are checked. Remove the old database when the new one has been verified.\n',
  }
}

async function cancel({ addresses }: ServedDatabase): Promise<CommandResult> {
  await cancelServed(addresses)
  return {
    json: { cancelled: true },
    text: 'The old database is in use as before, and nothing is noted any more. Remove the new one.\n',
  }
}

const OF_SERVED = new Map([
  ['copy', copy],
  ['switch', switchOver],
  ['cancel', cancel],
])

/** The work of a command on an installation. */
async function resultOf(
  word: string | undefined,
  { db, url }: { readonly db: Database; readonly url: string },
  { newDatabaseUrl: target }: Config,
  options: DistributeOptions,
  log: Log,
): Promise<CommandResult> {
  if (word === undefined) return showSteps(db, options, log)
  const ofServed = OF_SERVED.get(word)
  if (ofServed === undefined) return showStatus(db)
  if (target === undefined)
    throw new StartError(
      'CAIRN_NEW_DATABASE_URL is missing: set it to the address of an empty database on the coordinator of the cluster.',
    )
  return ofServed({ addresses: { source: url, target }, options, log })
}

export async function distributeDatabase(config: Config, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { yes: { type: 'boolean' }, shards: { type: 'string' }, json: { type: 'boolean' } },
  })
  const [word] = positionals
  const isKnown = word === undefined || word === 'status' || OF_SERVED.has(word)
  if (positionals.length > 1 || !isKnown) throw new StartError(DISTRIBUTE_USAGE)
  const options = { shards: shardsIn(values.shards), isMeant: values.yes === true }
  // Standard output is the result alone where a program reads it.
  const log = values.json ? tell : say
  const installation = await openInstallation(config, { alone: false, log, isDistributing: true })
  try {
    const { json, text } = await resultOf(word, installation, config, options, log)
    process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text)
  } finally {
    await installation.close()
  }
}
