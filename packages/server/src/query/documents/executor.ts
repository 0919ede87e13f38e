/** The executor that answers every legal query: the reference evaluator over documents, in threads of its own. */
import { createHash } from 'node:crypto'
import { openEvaluation, printAql } from '@cairn-ehr/openehr/aql'
import { printParties, printWhole, type RowLimit } from '../../access/index.ts'
import type { FairLine } from '../../collections/index.ts'
import { DatabaseError, type LimitedDatabase, sql } from '../../db/index.ts'
import { isOfReplica, limitReads, type ReadServer, type Reads } from '../../db/reads/index.ts'
import { openPathDictionary } from '../../roots/index.ts'
import type { AskTerminology } from '../../terminology/index.ts'
import { NotInEach } from '../among.ts'
import { openCosts } from '../costs.ts'
import type { Executor } from '../execute.ts'
import type { Prepared } from '../prepare.ts'
import type { Ending, Running } from '../result.ts'
import { ShownEhrs } from '../shown-ehrs.ts'
import { outOfTime } from '../time-limit.ts'
import { narrowingOf, printNarrowing } from './demand.ts'
import type { Job } from './job.ts'
import { openPieces } from './pieces.ts'
import { readingOf } from './reading.ts'
import { documentsSql } from './store.ts'
import { startThread, type ThreadNeeds } from './thread.ts'
import { openThreadPool } from './thread-pool.ts'

export interface DocumentsNeeds {
  readonly reads: Reads
  /** Of the servers to read from, by their numbers. */
  readonly databaseUrls: readonly string[]
  /** Turns on the threads. */
  readonly line: FairLine
  /** Heap of each in megabytes. */
  readonly memory: number
  readonly timeoutMs: number
  /** Secret: dates and ids of records without identity are changed by it. */
  readonly identityKey: string
  readonly terminology: AskTerminology
  readonly now: () => number
}

const cancelStatement = sql<never, [pid: number]>({
  name: 'query.cancel',
  text: 'select pg_cancel_backend($1::integer)',
})
const dropConnection = sql<never, [pid: number]>({
  name: 'query.drop',
  text: 'select pg_terminate_backend($1::integer)',
})

/** Shared by all queries of one executor. */
interface Documents {
  readonly needs: DocumentsNeeds
  readonly threads: ReturnType<typeof openThreadPool>
  readonly costs: ReturnType<typeof openCosts>
}

export function openDocuments(needs: DocumentsNeeds): Executor {
  const { reads, memory, databaseUrls, terminology } = needs
  const { isDistributed } = reads.primary.db
  const servers = new Map([[reads.primary.number, reads.primary]])
  const cancel: ThreadNeeds['cancel'] = async (server, pid, how) => {
    const { cancelling } = servers.get(server) ?? reads.primary
    await cancelling.query(how === 'statement' ? cancelStatement : dropConnection, [pid])
  }
  const threads = openThreadPool(() =>
    startThread({ databaseUrls, isDistributed, memory, terminology, cancel }),
  )
  const here: Documents = { needs, threads, costs: openCosts(needs.now) }
  const executorWith = (from: Reads, limit: RowLimit | undefined): Executor => ({
    run: (...asked) =>
      from.from(asked[0].after, server => {
        servers.set(server.number, server)
        return runOn(here, { server, limit }, asked)
      }),
    explain: prepared => explain(reads.primary.db, prepared),
    limitedTo: another => executorWith(limitReads(reads, another), another),
    ofParties: another => executorWith(limitReads(reads, another ?? 'parties'), another),
    close: threads.close,
  })
  return executorWith(reads, undefined)
}

/** Runs a query when it is its turn, and returns once the database it was sent to is sure to answer it. */
async function runOn(
  here: Documents,
  { server, limit }: { readonly server: ReadServer; readonly limit: RowLimit | undefined },
  [prepared, signal, memberId, chosen]: Parameters<Executor['run']>,
): Promise<Running> {
  const { needs, costs } = here
  const asked = askedOf(prepared)
  const started = openStart(server)
  chosen?.('documents')
  const now = new Date(needs.now()).toISOString()
  const { query, ehrId, among } = asked
  const { columns } = openEvaluation(query, { now })
  const deadline = Date.now() + (prepared.longest ?? needs.timeoutMs)
  const key = keyOf(prepared)
  const isLight = costs.isLight(key, ehrId !== undefined || among !== undefined || prepared.form.isInOneEhr)
  const giveBack = await needs.line.take({ memberId, isLight }, signal)
  // Without identity, the id of the request is a replaced one, which says nothing in the audit trail.
  const shownEhrs = ehrId === undefined || limit?.deidentified ? new ShownEhrs() : undefined
  const identityKey = limit?.deidentified ? needs.identityKey : undefined
  const job: Job = { ...asked, now, deadline, server: server.number, limit, identityKey }
  const { pieces, ending } = runJob(here, { job, key, signal, shownEhrs, giveBack, over: started.over })
  await started.promise
  return { columns, rows: asRows(pieces), shownEhrs, ending }
}

interface WantedJob {
  readonly job: Job
  /** Of queries that cost alike. */
  readonly key: string
  readonly signal: AbortSignal
  readonly shownEhrs: ShownEhrs | undefined
  readonly giveBack: () => void
  /** With the first rows, and at the end. */
  readonly over: (error?: Error) => void
}

/** Runs a job in a thread, and ends it when the signal does or its rows are no longer read. */
function runJob({ threads, costs }: Documents, wanted: WantedJob) {
  const { key, signal, shownEhrs, giveBack, over } = wanted
  const thread = threads.take()
  let began = Number.POSITIVE_INFINITY
  let ending: Ending | undefined
  const pieces = openPieces(
    () => running.more(),
    () => void running.end(),
  )
  const stop = () => {
    pieces.end(signal.reason)
    void running.end()
  }
  const running = thread.run(wanted.job, {
    // Not before: a thread that has to be started first says nothing about the query.
    begun: () => {
      began = performance.now()
    },
    rows: (rows, ehrs) => {
      for (const ehrId of ehrs) shownEhrs?.add(ehrId)
      pieces.add(rows)
      over()
    },
    over: (error, ended) => {
      ending = ended
      signal.removeEventListener('abort', stop)
      const elapsed = Math.max(0, performance.now() - began)
      if (error || signal.aborted) costs.tookAtLeast(key, elapsed)
      else costs.took(key, elapsed)
      threads.give(thread)
      giveBack()
      pieces.end(error && timely(error))
      over(error)
    },
  })
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return { pieces, ending: () => ending }
}

/** The start of a query: on a replica it is over with the first rows, so that a query that fails before can run on the primary. */
function openStart({ number }: ReadServer): { readonly promise: Promise<void>; over(error?: Error): void } {
  if (number === 0) return { promise: Promise.resolve(), over: () => {} }
  let over = (_error?: Error): void => {}
  const promise = new Promise<void>((done, failed) => {
    over = error => (isOfReplica(error) ? failed(error) : done())
  })
  return { promise, over: error => over(error) }
}

function askedOf({ query, ehrId, among, offset, fetch }: Prepared) {
  if (among?.isEach) throw new NotInEach('documents are read for one page at a time')
  return { query, ehrId, among, offset, fetch }
}

/** The same for queries that differ in values only, and as short as a key should be. */
const keyOf = ({ form, ehrId, among }: Prepared): string =>
  createHash('sha256')
    .update(`${among ? 'some' : ehrId === undefined ? 'all' : 'one'} ${form.shape.key}`)
    .digest('base64url')

/** The database may find the time limit before anybody else does. */
const timely = (error: Error): Error =>
  error instanceof DatabaseError && error.isTimeout ? outOfTime() : error

async function* asRows(pieces: AsyncIterable<string>) {
  for await (const json of pieces) yield { json }
}

async function explain(db: LimitedDatabase, prepared: Prepared): Promise<string> {
  const reading = readingOf(prepared)
  const dictionary = openPathDictionary(db)
  await dictionary.refresh()
  const narrowing = narrowingOf(reading.demand, dictionary)
  const { text, values } = documentsSql(reading, narrowing, db.isDistributed)
  const owners = prepared.form.isOfParties ? 'parties' : 'EHRs'
  const of = { version: 'document by document', ehr: 'EHR by EHR', all: `all ${owners} at once` }[
    reading.unit
  ]
  return [
    `query: ${printAql(prepared.query)}`,
    `rows: ${prepared.offset} to ${prepared.offset + prepared.fetch}`,
    `runs: evaluator over documents, ${of}${reading.history ? ', with their history' : ''}`,
    `documents: ${printNarrowing(narrowing)}`,
    'sql:',
    (prepared.form.isOfParties ? printParties : printWhole)(text),
    ...values.map((value, at) => `$${at + 1}: ${JSON.stringify(value)}`),
  ].join('\n')
}
