/** One query over documents: narrow, load, evaluate, and hand out rows as text. Runs wherever there is time for it. */
import { type Aql, isOfParties, openEvaluation, type TerminologyFunction } from '@cairn-ehr/openehr/aql'
import type { RowLimit } from '../../access/index.ts'
import { type LimitedDatabase, type LimitedQueries, sql } from '../../db/index.ts'
import { openPathDictionary, type PathDictionary } from '../../roots/index.ts'
import type { Among } from '../among.ts'
import type { Ending } from '../result.ts'
import { narrowingOf } from './demand.ts'
import { asStored, recordsOf } from './load.ts'
import { readingOf } from './reading.ts'
import { RowSources } from './row-sources.ts'
import { deidentifyEhr } from './without-identity/deidentify.ts'
import { openWithoutIdentity } from './without-identity/show-versions.ts'
import type { TextsByTemplate } from './without-identity/texts-by-template.ts'

export interface Job {
  readonly query: Aql.BoundQuery
  readonly ehrId: string | undefined
  readonly among?: Among | undefined
  readonly offset: number
  readonly fetch: number
  /** The instant of NOW(), ISO 8601. */
  readonly now: string
  /** The time by which it must have ended, in milliseconds since 1970. */
  readonly deadline: number
  /** The number of the server to read from. */
  readonly server: number
  /** The rights of the caller, where they are limited. */
  readonly limit?: RowLimit | undefined
  /** Set if the records have to be without identity. */
  readonly identityKey?: string | undefined
}

export interface JobNeeds {
  readonly db: LimitedDatabase
  readonly knowledge: Knowledge
  readonly texts: TextsByTemplate
  readonly terminology: TerminologyFunction
  /** Throws when the query is to end. */
  readonly tick: () => void
  /** The backend of the database that works for this query. */
  readonly begun: (pid: number) => void
  /** Takes rows as JSON, by comma, and EHRs that they are from; resolves when more are welcome. */
  readonly send: (rows: string, ehrs: readonly string[]) => Promise<void>
}

/** A dictionary that reads through whatever transaction is open. */
export interface Knowledge {
  in(queries: LimitedQueries): Promise<PathDictionary>
}

/**
 * Entries of the dictionary are committed before the documents that need them: read inside the snapshot of the
 * documents, it knows all of them.
 */
export function openKnowledge(db: LimitedDatabase): Knowledge {
  let through: LimitedQueries = db
  const dictionary = openPathDictionary({
    ...db,
    query: (statement, ...given) => through.query(statement, ...given),
  })
  return {
    in: async queries => {
      through = queries
      await dictionary.refresh()
      return dictionary
    },
  }
}

const begin = sql<{ pid: number }, [milliseconds: string]>({
  name: 'query.begin',
  seesAll: 'it names no table',
  text: `select pg_backend_pid() as pid, set_config('statement_timeout', $1, true)`,
})

/** Rows are handed out in pieces of about this size. */
const PIECE = 64 * 1024

/** A limit on parties finds no records, and the other way round. */
const sourceOf = ({ limit, query }: Job, { db }: JobNeeds): LimitedDatabase => {
  if (limit) return db.limitedTo(limit)
  return isOfParties(query.from) ? db.ofParties() : db
}

export const runJob = (job: Job, needs: JobNeeds): Promise<Ending> =>
  sourceOf(job, needs).transaction(queries => runIn(queries, job, needs), {
    isolation: 'repeatable read',
    readOnly: true,
  })

async function runIn(queries: LimitedQueries, job: Job, needs: JobNeeds): Promise<Ending> {
  const { query, ehrId: ehr, offset, fetch, now, deadline, identityKey } = job
  const { tick, terminology } = needs
  const left = Math.max(1, Math.ceil(deadline - Date.now()))
  const [backend] = await queries.query(begin, [`${left}ms`])
  needs.begun(backend?.pid ?? 0)
  // Without identity, ids of EHRs in a query are the replaced ones: the database does not know them, and the evaluator compares them.
  const ehrs = { kind: 'population', named: [] } as const
  const reading = identityKey === undefined ? readingOf(job) : { ...readingOf(job), ehrs }
  const narrowing = narrowingOf(reading.demand, await needs.knowledge.in(queries))
  // One row more than is asked for tells whether the page is the last.
  const page = { offset, count: fetch + 1 }
  const evaluation = openEvaluation(query, {
    now,
    page,
    tick,
    terminology,
    ...(ehr !== undefined && { ehr }),
  })

  const sources = new RowSources()
  let piece = ''
  let count = 0
  let hasMore = false
  /** Most rows only make the piece longer, and need not be waited for. */
  const put = (row: readonly unknown[]): Promise<void> | undefined => {
    hasMore = count === fetch
    if (hasMore) return undefined
    count += 1
    sources.rowIsShown()
    piece += `${piece === '' ? '' : ','}${JSON.stringify(row)}`
    if (piece.length < PIECE) return undefined
    const full = piece
    piece = ''
    return needs.send(full, sources.take())
  }
  const open = identityKey === undefined ? asStored : openWithoutIdentity(identityKey, needs.texts)
  for await (const records of recordsOf(queries, reading, narrowing, open)) {
    tick()
    sources.next(records)
    const shown = identityKey === undefined ? records : records.map(each => deidentifyEhr(each, identityKey))
    for (const row of evaluation.add(shown)) {
      const sent = put(row)
      if (sent !== undefined) await sent
    }
    if (evaluation.done) break
  }
  sources.end()
  for (const row of evaluation.finish()) {
    const sent = put(row)
    if (sent !== undefined) await sent
  }
  if (piece !== '') await needs.send(piece, sources.take())
  return { count, hasMore }
}
