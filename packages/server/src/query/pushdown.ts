/** Runs what SQL alone can answer: one statement a query, its rows streamed. */

import type { FairLine } from '../collections/index.ts'
import { type GuardedStatement, sql } from '../db/index.ts'
import { limitReads, type ReadServer, type Reads } from '../db/reads/index.ts'
import type { KnownIndexes } from '../indexes/index.ts'
import { type Given, valuesFor } from '../relation/index.ts'
import type { PathDictionary } from '../roots/index.ts'
import type { AskTerminology } from '../terminology/index.ts'
import { timestamp } from '../versions/printed/index.ts'
import { type Costs, openCosts } from './costs.ts'
import { openCurrentDictionaries } from './current-dictionary.ts'
import type { PartialExecutor } from './execute.ts'
import { type NotOnNodes, openNotOnNodes } from './not-on-nodes.ts'
import { asRefusal, type PageOfRows, rowsOfPage } from './page-rows.ts'
import { planCache } from './plan/cache.ts'
import { andOneMore, type Page, pageOf } from './plan/limit.ts'
import type { Plan } from './plan/plan.ts'
import type { Prepared } from './prepare.ts'
import type { Running } from './result.ts'
import { rowReader } from './rows.ts'
import { ShownEhrs } from './shown-ehrs.ts'
import { NotInSql } from './sql/functions.ts'
import { ehrOfSubject } from './subject.ts'

export interface PushdownNeeds {
  /** Pools of their own, with a `statement_timeout`. */
  readonly reads: Reads
  readonly dictionary: PathDictionary
  readonly indexes: KnownIndexes
  /** Turns on the connections of the pool. */
  readonly line: FairLine
  readonly now: () => number
  /** Absent: queries that ask one are left to others. */
  readonly terminology?: AskTerminology
}

/** Pages up to this size come in one round trip, larger ones through a cursor. */
const AT_ONCE = 2000
const BATCH = 1000

interface Pushdown extends PushdownNeeds {
  readonly planned: ReturnType<typeof planCache>
  readonly currentOf: ReturnType<typeof openCurrentDictionaries>
  readonly costs: Costs
  readonly notOnNodes: NotOnNodes
  readonly runnable: (plan: Plan) => RunnablePlan
}

export function openPushdown(needs: PushdownNeeds): PartialExecutor {
  const { reads, dictionary, indexes, now } = needs
  const here: Pushdown = {
    ...needs,
    planned: planCache(dictionary, now, indexes, reads.primary.db.isDistributed),
    currentOf: openCurrentDictionaries(reads, dictionary),
    costs: openCosts(now),
    notOnNodes: openNotOnNodes(reads.primary.db),
    runnable: openRunnables(),
  }
  return executorOn(here, reads)
}

/** `kind` names the limit of the callers. */
const executorOn = (here: Pushdown, from: Reads, kind?: string): PartialExecutor => ({
  run: async (...asked) => {
    try {
      return await from.from(asked[0].after, server => runOn(here, { server, kind }, asked))
    } catch (error) {
      if (error instanceof NotInSql) return undefined
      throw asRefusal(error)
    }
  },
  explain: prepared => explain(here, { db: from.primary.db, kind }, prepared),
  // Values of the query index are as they were committed: who may not see those is shown documents without identity.
  limitedTo: limit =>
    limit.deidentified ? runsNothing : executorOn(here, limitReads(here.reads, limit), limit.kind),
  ofParties: limit => executorOn(here, limitReads(here.reads, limit ?? 'parties'), limit?.kind ?? 'parties'),
  close: async () => {},
})

interface RunTarget {
  readonly server: ReadServer
  readonly kind: string | undefined
}

type RunArguments = Parameters<PartialExecutor['run']>

/** Runs a query until the dictionary that its plan was made with is the one that its rows were read with. */
async function runOn(here: Pushdown, target: RunTarget, asked: RunArguments): Promise<Running | undefined> {
  const { planned, notOnNodes, terminology } = here
  const [prepared] = asked
  const current = here.currentOf(target.server)
  await (current.generation === 0 ? current.refresh() : undefined)
  const { db } = target.server
  for (;;) {
    const { form } = prepared
    const page = pageOf(form.query, andOneMore(prepared))
    const { ehrId, ofSubject } = await contextOf(db, prepared)
    const { among } = prepared
    const narrowing = among && (among.isEach ? 'each' : among.commits ? 'versions' : 'ehrs')
    const { plan, prepare } = planned(form, ehrId !== undefined, page, ofSubject, narrowing)
    if ('reason' in plan || (plan.questions.length > 0 && !terminology)) return undefined
    if (notOnNodes.has({ plan, kind: target.kind })) return undefined
    const call = { ...page, literals: prepared.literals, ehrId, among }
    const before = givenFor(here.now(), call, current.generation)
    const given =
      terminology && plan.questions.length > 0
        ? { ...before, answers: await answersTo(plan, before, terminology) }
        : before
    const rows = await runPlan(here, target, { plan, prepare, given }, asked)
    if (rows === 'elsewhere') return undefined
    if (rows) return { columns: form.columns, ...rows }
    await current.refresh()
  }
}

interface PlannedRun {
  readonly plan: Plan
  /** As a prepared statement, since the plan is used often. */
  readonly prepare: boolean
  readonly given: Given
}

/** Runs a plan when it is its turn. `elsewhere`: the nodes of a cluster cannot; undefined: the dictionary has grown. */
async function runPlan(
  here: Pushdown,
  { server, kind }: RunTarget,
  planned: PlannedRun,
  [prepared, signal, memberId, chosen]: RunArguments,
): Promise<Omit<Running, 'columns'> | 'elsewhere' | undefined> {
  const { costs, notOnNodes, line } = here
  const { plan, given } = planned
  chosen?.('sql', plan.missedIndexes)
  // A cursor stays open as long as its reader reads, so such a query is never light.
  const isInOneEhr = given.ehrId !== undefined || prepared.form.isInOneEhr
  const isInFew = isInOneEhr || given.among !== undefined
  const isLight = isAtOnce(plan, prepared) && costs.isLight(plan.name, isInFew)
  const giveBack = await line.take({ memberId, isLight }, signal)
  const began = performance.now()
  try {
    const rows = await startRows(here, server, planned, prepared, signal, giveBack)
    costs.took(plan.name, performance.now() - began)
    return rows
  } catch (error) {
    giveBack()
    costs.tookAtLeast(plan.name, performance.now() - began)
    if (notOnNodes.notes(error, { plan, kind })) return 'elsewhere'
    throw error
  }
}

/** The rows of a plan, as many as are asked for; undefined where there are none because the dictionary has grown. */
async function startRows(
  { runnable, currentOf }: Pushdown,
  server: ReadServer,
  { plan, prepare, given }: PlannedRun,
  { fetch: most, longest }: Prepared,
  signal: AbortSignal,
  giveBack: () => void,
): Promise<Omit<Running, 'columns'> | undefined> {
  const { complete, prepared, unprepared } = runnable(plan)
  const statement = prepare ? prepared : unprepared
  const values = valuesFor(plan.statement, given)
  const isJson = complete === undefined
  const page = { isJson, most: given.among?.isEach ? Number.MAX_SAFE_INTEGER : most, ehrs: ehrsOf(plan) }
  const options = isJson ? { signal } : { signal, complete }
  if (isAtOnce(plan, { fetch: most, longest })) {
    const rows = await server.db.readAtOnce(statement, values, options).finally(giveBack)
    if (rows.length > 0) return rowsOfPage(rows, undefined, page)
  } else {
    const stream = server.db.stream(statement, values, {
      ...options,
      batch: BATCH,
      statementTimeoutMs: longest,
    })
    const batches = endingWith(giveBack, stream)
    const first = await batches.next()
    if (!first.done && first.value.length > 0) return rowsOfPage(first.value, batches, page)
    await batches.return()
  }
  return (await currentOf(server).counted()) === given.generation
    ? rowsOfPage([], undefined, page)
    : undefined
}

async function explain(
  { reads, currentOf, planned, notOnNodes, now }: Pushdown,
  { db, kind }: { readonly db: ReadServer['db']; readonly kind: string | undefined },
  prepared: Prepared,
): ReturnType<PartialExecutor['explain']> {
  const current = currentOf(reads.primary)
  await current.refresh()
  const page = pageOf(prepared.form.query, andOneMore(prepared))
  const { ehrId, ofSubject } = await contextOf(db, prepared)
  const { plan } = planned(prepared.form, ehrId !== undefined, page, ofSubject)
  if ('reason' in plan) return { runs: false, text: `Not by SQL alone: ${plan.reason}.` }
  const given = givenFor(now(), { ...page, literals: prepared.literals, ehrId }, current.generation)
  return plan.questions.length > 0 || (await notOnNodes.tries(db, { plan, kind }, given))
    ? { runs: true, text: plan.explain() }
    : { runs: false, text: 'Not by SQL alone: the nodes of the cluster cannot run its statement.' }
}

interface QueryContext {
  readonly ehrId: Prepared['ehrId']
  /** The EHR was found by the subject that WHERE names. */
  readonly ofSubject: boolean
}

async function contextOf(db: ReadServer['db'], prepared: Prepared): Promise<QueryContext> {
  if (prepared.ehrId !== undefined || prepared.among) return { ehrId: prepared.ehrId, ofSubject: false }
  const ehrId = await ehrOfSubject(db, prepared)
  return { ehrId, ofSubject: ehrId !== undefined }
}

type GivenByCall = Page & Pick<Prepared, 'literals' | 'ehrId' | 'among'>

const givenFor = (now: number, call: GivenByCall, generation: number): Given => ({
  ...call,
  now: timestamp(new Date(now)),
  answers: [],
  generation,
})

const ehrsOf = ({ ehrCell }: Plan): PageOfRows['ehrs'] =>
  ehrCell === undefined ? undefined : { cell: ehrCell, shown: new ShownEhrs() }

type PlanStatement = GuardedStatement<readonly unknown[], readonly unknown[]>

/** The parts of a plan that each run of it needs. */
interface RunnablePlan {
  /** Undefined: all cells are values. */
  readonly complete: ReturnType<typeof rowReader>
  readonly prepared: PlanStatement
  readonly unprepared: PlanStatement
}

/** Made once for each plan: the text for callers with limited rights, too, is printed once for the same statement. */
function openRunnables(): (plan: Plan) => RunnablePlan {
  const known = new WeakMap<Plan, RunnablePlan>()
  return plan => {
    const earlier = known.get(plan)
    if (earlier) return earlier
    const complete = rowReader(plan.columns, plan.ehrCell)
    const statement = (prepare: boolean): PlanStatement =>
      sql({
        name: plan.name,
        text: plan.statement.sql,
        rowMode: complete === undefined ? 'json' : 'array',
        prepare,
      })
    const made = { complete, prepared: statement(true), unprepared: statement(false) }
    known.set(plan, made)
    return made
  }
}

/** Leaves all queries to others. */
const runsNothing: PartialExecutor = {
  run: async () => undefined,
  explain: async () => ({ runs: false, text: 'Not by SQL: the records are shown without identity.' }),
  limitedTo: () => runsNothing,
  ofParties: () => runsNothing,
  close: async () => {},
}

/** The time that a terminology may take, if its service has no limit of its own. */
const LONGEST_WAIT_MS = 10_000

/** Asked before the statement is run, and all at once; NULL where nothing was asked. */
const answersTo = ({ questions }: Plan, given: Given, ask: AskTerminology): Promise<Given['answers']> =>
  Promise.all(
    questions.map(async question => {
      const asked = question(given)
      return asked ? ask(asked, Date.now() + LONGEST_WAIT_MS) : null
    }),
  )

/**
 * Few rows, which come in one round trip: the connection is free again before anybody reads them. A time of its own needs a transaction,
 * and so a cursor.
 */
const isAtOnce = ({ oneRow }: Plan, { fetch, longest }: Pick<Prepared, 'fetch' | 'longest'>): boolean =>
  longest === undefined && (oneRow || fetch <= AT_ONCE)

/** Does something when the last batch was read, or the reader leaves. To be asked for its first batch at once: before, nothing is done. */
async function* endingWith<Batch>(
  after: () => void,
  batches: AsyncGenerator<Batch, void, undefined>,
): AsyncGenerator<Batch, void, undefined> {
  try {
    yield* batches
  } finally {
    after()
  }
}
