/** The steps of a client: each write is noted in the model, each read is compared with it. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Calls, UnclearError } from './calls.ts'
import { kindOf, latestOf, type Model } from './model.ts'
import { ABSENT, DELETED, queryOf, stateAfter, type WriteVerb } from './operations.ts'
import type { Step } from './plan.ts'

export interface Run {
  readonly model: Model
  readonly calls: Calls
  /** Steps whose target did not exist or was in doubt. */
  skipped: number
}

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

/** Does the steps of one client, one after the other. After an unclear answer it waits a moment, as clients do. */
export async function runClient(run: Run, steps: readonly Step[]): Promise<void> {
  for (const step of steps)
    try {
      await sleep(step.pauseMs)
      await perform(run, step)
    } catch (error) {
      if (!(error instanceof UnclearError)) throw error
      await sleep(100)
    }
}
