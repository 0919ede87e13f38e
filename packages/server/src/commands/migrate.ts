/** `cairn migrate`: upgrades the schema without starting a server, or shows what an upgrade would do. */
import { parseArgs } from 'node:util'
import { type PlannedMigration, planMigrations, type WorkKind } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import { openAddress, openInstallation } from './installation.ts'
import { table } from './table.ts'

const WORDS: Readonly<Record<WorkKind, string>> = {
  index: 'builds an index; writes to the table wait',
  rows: 'reads or changes rows',
  rewrite: 'writes the table anew; all that use it wait',
  check: 'reads all rows; all that use the table wait',
}

/** Work that takes less is not listed. */
const SHORT_S = 1

const round = (seconds: number): number => Number(seconds.toPrecision(2))

const duration = (seconds: number): string =>
  seconds < 100 ? `${round(seconds)} s` : `${round(seconds / 60)} min`

const secondsOf = (plan: readonly PlannedMigration[]): number =>
  plan.flatMap(({ works }) => works).reduce((sum, { seconds }) => sum + seconds, 0)

function linesOf({ name, works }: PlannedMigration): readonly (readonly string[])[] {
  const long = works.filter(({ seconds }) => seconds >= SHORT_S)
  if (long.length === 0) return [[name, '', '', 'short']]
  return long.map(({ table: on, kind, bytes, seconds }) => [
    name,
    on,
    `${Math.round(bytes / 1e6).toLocaleString('en')} MB`,
    `about ${duration(seconds)}: ${WORDS[kind]}`,
  ])
}

function printPlan(plan: readonly PlannedMigration[]): string {
  if (plan.length === 0) return 'The database has the current schema: nothing is pending.\n'
  return [
    table(plan.flatMap(linesOf)),
    `${plan.length} pending, about ${duration(secondsOf(plan))} in all on two busy cores. Nothing was changed.\n`,
    'Each is a transaction: after an interruption, the next run goes on with the one that was interrupted.\n',
  ].join('')
}

const planBody = (plan: readonly PlannedMigration[]) => ({
  pending: plan.map(({ name, works }) => ({
    name,
    works: works.map(({ seconds, ...work }) => ({ ...work, seconds: round(seconds) })),
  })),
  seconds: round(secondsOf(plan)),
})

async function showPlan(config: Config, isJson: boolean): Promise<void> {
  const { owned, stop } = await openAddress(config, { alone: false, log: () => {} })
  try {
    const plan = await planMigrations(owned)
    process.stdout.write(isJson ? `${JSON.stringify(planBody(plan))}\n` : printPlan(plan))
  } finally {
    await stop()
  }
}

async function upgrade(config: Config, isJson: boolean): Promise<void> {
  const applied: string[] = []
  const log = (line: string) => {
    applied.push(line)
    if (!isJson) process.stdout.write(`${line}\n`)
  }
  const installation = await openInstallation(config, { alone: false, log })
  await installation.close()
  if (isJson) process.stdout.write(`${JSON.stringify({ applied })}\n`)
  else process.stdout.write('The database has the current schema.\n')
}

export function migrate(config: Config, args: readonly string[]): Promise<void> {
  const options = { plan: { type: 'boolean' }, json: { type: 'boolean' } } as const
  const { values } = parseArgs({ args: [...args], options })
  return (values.plan ? showPlan : upgrade)(config, values.json === true)
}
