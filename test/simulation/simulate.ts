/** Runs the plan of a seed: clients write while faults happen, and after each round everything is compared with the model. */

import { setTimeout as sleep } from 'node:timers/promises'
import { partyOpt } from '../../packages/openehr/fixtures/party-templates.ts'
import { bloodPressureOpt } from '../records.ts'
import { openCalls } from './calls.ts'
import { CHECKS, type Checked, untilCalm } from './checks.ts'
import { type Run, runClient } from './clients.ts'
import { openModel } from './model.ts'
import type { Item } from './operations.ts'
import { makePlan, type PlannedFault, printRound, type Round } from './plan.ts'
import { tamper } from './tampering.ts'
import { openWatchers, type Watchers } from './watchers.ts'
import { openWorld, type World } from './world.ts'

export interface Figures {
  readonly rounds: number
  readonly acknowledgedWrites: number
  readonly acknowledgedReads: number
  readonly unclear: number
  readonly skipped: number
  readonly faults: Readonly<Record<string, number>>
  readonly tamperings: number
  readonly seconds: number
}

/** The note of a failure: whoever reads it can run the same plan again. */
export class SimulationError extends Error {}

async function suffer(world: World, { fault, server: at, beginsMs, lastsMs }: PlannedFault): Promise<void> {
  const server = world.servers[at]
  if (server === undefined) return
  await sleep(beginsMs)
  await fault.begin(world, server)
  await sleep(lastsMs)
  await fault.end(world, server)
}

/** A round waits for all of it, also after the first failure: what goes on would disturb the report. */
async function together(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find(each => each.status === 'rejected')
  if (failed) throw failed.reason
}

async function runRound(run: Run, round: Round, checked: Checked): Promise<void> {
  const { world } = checked
  await together([
    ...round.clients.map(steps => runClient(run, steps)),
    ...round.faults.map(fault => suffer(world, fault)),
  ])
  await world.settle()
  await untilCalm(checked)
  for (const [name, check] of Object.entries(CHECKS))
    await check(checked).catch(error => {
      throw new SimulationError(`${name}: ${error.message}`, { cause: error })
    })
  const { tampering } = round
  if (tampering === undefined) return
  await world.database.withPool(db => tamper(db, tampering, round.number * 7))
}

export interface Options {
  readonly seed: number
  readonly rounds: number
  /** Told the plan of each round before it runs, and the faults that this machine cannot have. */
  readonly say: (line: string) => void
  /** Ends the run after the round that is under way. */
  readonly signal?: AbortSignal
}

const isOfClient = ({ id }: { readonly id: string }): boolean => !id.includes('.check.')

/** Faults of a round that this machine can have; the others are told. */
function possibleFaults(world: World, { faults }: Round, say: Options['say']): PlannedFault[] {
  return faults.filter(({ fault }) => {
    const missing = fault.missing?.(world)
    if (missing !== undefined) say(`  left out: ${fault.name}: ${missing}`)
    return missing === undefined
  })
}

async function runRounds(
  world: World,
  watchers: Watchers,
  { seed, rounds, say, signal }: Options,
): Promise<Omit<Figures, 'seconds'>> {
  const run: Run = { model: openModel(), calls: openCalls(world), skipped: 0 }
  const { model, calls } = run
  for (const [name, body] of Object.entries({ record: bloodPressureOpt(), party: partyOpt('PERSON') }))
    await calls.send(`s${seed}.template.${name}`, 0, {
      request: 'POST /openehr/v1/definition/template/adl1.4',
      headers: { 'Content-Type': 'application/xml' },
      body,
    })
  await calls.send(`s${seed}.subscription`, 0, {
    request: 'POST /extra/v1/subscription',
    body: { name: 'all', url: world.receiver.url },
  })
  const counts: Record<string, number> = {}
  const everything = new Set<Item>()
  let tamperings = 0
  for (const round of makePlan(seed, rounds)) {
    signal?.throwIfAborted()
    const plan = printRound(round)
    for (const line of plan) say(line)
    const faults = possibleFaults(world, round, say)
    for (const { fault } of faults) counts[fault.name] = (counts[fault.name] ?? 0) + 1
    const touched = new Set(round.clients.flat().map(({ item }) => item))
    for (const item of touched) everything.add(item)
    const compared = round.number === rounds ? everything : touched
    const checked: Checked = {
      world,
      model,
      calls,
      watchers,
      seed,
      touched: compared,
      round: round.number,
      isLast: round.number === rounds,
    }
    await runRound(run, { ...round, faults }, checked).catch(error => {
      const lines = [
        `seed ${seed}, round ${round.number}: ${error.message}`,
        ...plan,
        `logs: ${world.folder}`,
      ]
      throw new SimulationError(lines.join('\n'), { cause: error })
    })
    if (round.tampering !== undefined) tamperings++
  }
  const acknowledged = calls.acknowledged.filter(isOfClient)
  const writes = acknowledged.filter(({ isWrite }) => isWrite).length
  return {
    rounds,
    acknowledgedWrites: writes,
    acknowledgedReads: acknowledged.length - writes,
    unclear: calls.unclear,
    skipped: run.skipped,
    faults: counts,
    tamperings,
  }
}

/** Throws a SimulationError with the seed, the round and its plan if anything is not as it was acknowledged. */
export async function simulate(options: Options): Promise<Figures> {
  const began = performance.now()
  const world = await openWorld()
  const watchers = openWatchers(world)
  let hasFailed = true
  try {
    const figures = await runRounds(world, watchers, options)
    hasFailed = false
    return { ...figures, seconds: (performance.now() - began) / 1000 }
  } finally {
    await watchers.close()
    await world.close(hasFailed)
  }
}
