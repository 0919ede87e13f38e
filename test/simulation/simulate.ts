/** Runs the plan of a seed: clients write while faults happen, and after each round everything is compared with the model. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { bloodPressureOpt } from '../records.ts'
import { type Calls, openCalls, UnclearError } from './calls.ts'
import { CHECKS, type Checked, untilCalm } from './checks.ts'
import { kindOf, latestOf, type Model, openModel } from './model.ts'
import { ABSENT, DELETED, type Item, queryOf, stateAfter, type WriteVerb } from './operations.ts'
import { makePlan, type PlannedFault, printRound, type Round, type Step } from './plan.ts'
import { tamper } from './tampering.ts'
import { openWorld, type World } from './world.ts'

export interface Figures {
  readonly rounds: number
  readonly acknowledgedWrites: number
  readonly acknowledgedReads: number
  readonly unclear: number
  readonly skipped: number
  readonly faults: Readonly<Record<string, number>>
  readonly tamperings: number
  /** Events of reads that were answered just before a kill. */
  readonly lostReads: number
  readonly seconds: number
}

interface Run {
  readonly world: World
  readonly model: Model
  readonly calls: Calls
  skipped: number
}

/** The note of a failure: whoever reads it can run the same plan again. */
export class SimulationError extends Error {}

/** Two changes of the same version at once, one by each process: at most one is acknowledged. */
async function race({ model, calls }: Run, { id, item, value }: Step): Promise<void> {
  const kind = kindOf(item)
  const { state, etag } = model.of(item)
  const rivals = [value, `${value}5`]
  const sent = rivals.map(async (each, server) => {
    const after = stateAfter(kind, 'change', state, each)
    const ownId = `${id}${'ab'[server]}`
    model.of(item).pending.push({ id: ownId, after })
    const answer = await calls.send(ownId, server, kind.write('change', item, each, etag))
    return { answer, after }
  })
  const answers = (await Promise.allSettled(sent)).map(each => {
    if (each.status === 'fulfilled') return each.value
    if (each.reason instanceof UnclearError) return undefined
    throw each.reason
  })
  const won = answers.filter(each => each !== undefined && each.answer.status < 300)
  for (const each of answers)
    if (each && each.answer.status >= 300)
      assert.ok([409, 412].includes(each.answer.status), `${id}: ${each.answer.status} ${each.answer.text}`)
  assert.ok(won.length < 2, `${id}: both changes of one version were acknowledged`)
  const [winner] = won
  if (winner) model.acknowledge(item, winner.after, etagOf(winner.answer.headers))
  // Both were refused: the change of a version that nobody made.
  else if (answers.every(each => each !== undefined)) assert.fail(`${id}: both changes were refused`)
}

const etagOf = (headers: Headers): string => (headers.get('etag') ?? '').replaceAll('"', '')

async function write(
  { model, calls }: Run,
  { id, item, value, server }: Step,
  verb: WriteVerb,
): Promise<void> {
  const kind = kindOf(item)
  const known = model.of(item)
  const after = stateAfter(kind, verb, known.state, value)
  known.pending.push({ id, after })
  const answer = await calls.send(id, server, kind.write(verb, item, value, known.etag))
  assert.ok(answer.status < 300, `${id}: ${verb} ${item.name}: ${answer.status} ${answer.text}`)
  model.acknowledge(item, after, etagOf(answer.headers))
}

/** Reads a thing in all its versions: every process shows what any process acknowledged. */
async function readAgain({ model, calls }: Run, { id, item, server }: Step): Promise<void> {
  let count = 0
  const seen = await kindOf(item).read(item, request => calls.send(`${id}.${count++}`, server, { request }))
  assert.equal(seen.state, model.of(item).state, `${id}: ${item.name}`)
}

async function query({ model, calls }: Run, { id, item, server }: Step): Promise<void> {
  const answer = await calls.send(id, server, queryOf(item))
  assert.equal(answer.status, 200, `${id}: ${answer.text}`)
  const inside = [...model.all()].filter(({ item: { parent } }) => parent === item)
  if (inside.some(({ pending }) => pending.length > 0)) return
  const expected = inside.flatMap(({ item: { kind }, state }) => {
    const value = latestOf(state)
    if ([ABSENT, DELETED].includes(value)) return []
    return kind === 'composition' ? [value] : kind === 'contribution' ? [value, value, value] : []
  })
  const values = answer.text.trim().split(/\r?\n/).slice(1)
  assert.deepEqual(values.sort(), expected.sort(), `${id}: values of ${item.name}`)
}

async function perform(run: Run, step: Step): Promise<void> {
  const { verb, item } = step
  if (!run.model.canDo(verb, item)) {
    run.skipped++
    return
  }
  if (verb === 'race') return race(run, step)
  if (verb === 'read') return readAgain(run, step)
  if (verb === 'query') return query(run, step)
  return write(run, step, verb)
}

/** One client after another step; after an unclear answer it waits a moment, as clients do. */
async function client(run: Run, steps: readonly Step[]): Promise<void> {
  for (const step of steps)
    try {
      await sleep(step.pauseMs)
      await perform(run, step)
    } catch (error) {
      if (!(error instanceof UnclearError)) throw error
      await sleep(100)
    }
}

async function suffer(world: World, { fault, server: at, beginsMs, lastsMs }: PlannedFault): Promise<void> {
  const server = world.servers[at]
  if (server === undefined || fault.missing?.(world) !== undefined) return
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
  const { world } = run
  await together([
    ...round.clients.map(steps => client(run, steps)),
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

/** Throws a SimulationError with the seed, the round and its plan if anything is not as it was acknowledged. */
export async function simulate({ seed, rounds, say, signal }: Options): Promise<Figures> {
  const began = performance.now()
  const world = await openWorld()
  const run: Run = { world, model: openModel(), calls: openCalls(world), skipped: 0 }
  const { model, calls } = run
  const faults: Record<string, number> = {}
  const everything = new Set<Item>()
  const checkedAt = (round: number, touched: ReadonlySet<Item>): Checked => ({
    world,
    model,
    calls,
    seed,
    touched,
    round,
    lostReads: 0,
  })
  let [tamperings, lostReads, failed] = [0, 0, true]
  try {
    await calls.send(`s${seed}.template`, 0, {
      request: 'POST /openehr/v1/definition/template/adl1.4',
      headers: { 'Content-Type': 'application/xml' },
      body: bloodPressureOpt(),
    })
    for (const round of makePlan(seed, rounds)) {
      signal?.throwIfAborted()
      const plan = printRound(round)
      for (const line of plan) say(line)
      for (const { fault } of round.faults) {
        const missing = fault.missing?.(world)
        if (missing !== undefined) say(`  left out: ${fault.name}: ${missing}`)
        else faults[fault.name] = (faults[fault.name] ?? 0) + 1
      }
      const touched = new Set(round.clients.flat().map(({ item }) => item))
      for (const item of touched) everything.add(item)
      const isLast = round.number === rounds
      const checked = checkedAt(round.number, isLast ? everything : touched)
      await runRound(run, round, checked).catch(error => {
        throw new SimulationError(
          [`seed ${seed}, round ${round.number}: ${error.message}`, ...plan, `logs: ${world.folder}`].join(
            '\n',
          ),
          { cause: error },
        )
      })
      lostReads = checked.lostReads
      if (round.tampering !== undefined) tamperings++
    }
    failed = false
  } finally {
    await world.close(failed)
  }
  const isCheck = (id: string) => id.includes('.check')
  const ofClients = calls.acknowledged.filter(({ id }) => !isCheck(id))
  return {
    rounds,
    acknowledgedWrites: ofClients.filter(({ isWrite }) => isWrite).length,
    acknowledgedReads: ofClients.filter(({ isWrite }) => !isWrite).length,
    unclear: calls.unclear,
    skipped: run.skipped,
    faults,
    tamperings,
    lostReads,
    seconds: (performance.now() - began) / 1000,
  }
}
