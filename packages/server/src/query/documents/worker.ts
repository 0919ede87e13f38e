/** A worker thread: runs queries over documents one after the other, on a connection of its own. */

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { TerminologyAnswer } from '@cairn-ehr/openehr/aql'
import { type Database, openPool } from '../../db/index.ts'
import type { Question } from '../../terminology/index.ts'
import { errorOf, failureOf, lowerPriority } from '../../threads/index.ts'
import { outOfTime } from '../time-limit.ts'
import { type Job, type Knowledge, openKnowledge, runJob } from './job.ts'
import {
  AHEAD,
  ANSWERED,
  type Answer,
  addressOf,
  ENDING,
  type FromWorker,
  type ToWorker,
  type WorkerStart,
} from './messages.ts'
import { orTooLarge } from './too-large.ts'
import { openTextsByTemplate, type TextsByTemplate } from './without-identity/texts-by-template.ts'

lowerPriority()

const { databaseUrls, isDistributed, shared, answers } = workerData as WorkerStart

interface Source {
  readonly db: Database
  readonly knowledge: Knowledge
  readonly texts: TextsByTemplate
}

const connect = (server: number): Database =>
  openPool(databaseUrls[server] ?? '', { max: 1, applicationName: 'cairn query', isDistributed })

/** Connected to at their first job. */
const sources = new Map<number, Source>()

function sourceOf({ server }: Job): Source {
  const known = sources.get(server)
  if (known) return known
  const db = connect(server)
  const source = { db, knowledge: openKnowledge(db), texts: openTextsByTemplate() }
  sources.set(server, source)
  return source
}

async function reconnect({ server }: Job): Promise<void> {
  const source = sources.get(server)
  if (source === undefined) return
  await source.db.close()
  sources.set(server, { ...source, db: connect(server) })
}

/** Looking at the clock for every candidate would cost more than some candidates. */
const TICKS = 256

/** The job under way. */
let current = 0
let credit = 0
let wake = () => {}

const say = (message: FromWorker): void => parentPort?.postMessage(message)
const isEnding = (): boolean => Atomics.load(shared, ENDING) >= current

async function run(job: number, what: Job): Promise<void> {
  current = job
  credit = AHEAD
  let ticks = 0
  const look = (): void => {
    if (isEnding() || Date.now() > what.deadline) throw outOfTime()
  }
  try {
    const ending = await runJob(what, {
      ...sourceOf(what),
      terminology: (...question) => ask(job, question, what.deadline),
      tick: () => {
        ticks += 1
        if (ticks % TICKS === 0) look()
      },
      begun: pid => say({ kind: 'begun', job, pid }),
      send: async (rows, ehrs) => {
        look()
        say({ kind: 'rows', job, rows, ehrs })
        credit -= 1
        while (credit <= 0) {
          await new Promise<void>(resume => {
            wake = resume
          })
          look()
        }
      },
    })
    say({ kind: 'done', job, ending })
  } catch (error) {
    // Whoever ended the query may have asked the database to cancel it, and that must not hit the next one.
    if (isEnding()) await reconnect(what)
    say({ kind: 'failed', job, failure: failureOf(orTooLarge(error)) })
  }
}

const asked = new Map<string, TerminologyAnswer>()

/** The evaluator cannot wait, so the thread does: the main thread asks in its stead. */
function ask(job: number, question: Question, deadline: number): TerminologyAnswer {
  const to = addressOf(job, question)
  const known = asked.get(to)
  if (known !== undefined) return known
  say({ kind: 'ask', job, question })
  for (;;) {
    const count = Atomics.load(shared, ANSWERED)
    const answer = receiveMessageOnPort(answers)?.message as Answer | undefined
    if (answer?.to === to) {
      if ('failure' in answer) throw errorOf(answer.failure)
      asked.set(to, answer.answer)
      return answer.answer
    }
    if (answer) continue
    if (isEnding() || Date.now() > deadline) throw outOfTime()
    Atomics.wait(shared, ANSWERED, count, 200)
  }
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'run') {
    asked.clear()
    void run(message.job, message.what)
  } else if (message.job === current) {
    if (message.kind === 'more') credit += 1
    wake()
  }
})
