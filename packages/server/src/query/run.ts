/** One query from its text to its answer: rows, or the plan. */

import { randomUUID } from 'node:crypto'
import { printAql } from '@cairn-ehr/openehr/aql'
import type { LimitedDatabase } from '../db/index.ts'
import { printSemVer, type SelectQuery, type StoredQuery } from '../definitions/index.ts'
import { type Caller, memberIdOf, type Reply } from '../http/index.ts'
import { nextPageLink, warningsHeader, withQuery } from '../http/reply/index.ts'
import type { EhrId } from '../ids/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Entries } from '../roots/index.ts'
import { timestamp } from '../versions/printed/index.ts'
import { type AnalysisType, analysisStream, contentTypeOf, isWholeNumber } from './analysis/index.ts'
import { endOnStop } from './break-off.ts'
import type { Call } from './call.ts'
import type { Executor } from './execute.ts'
import { ownTime } from './own-time.ts'
import type { PartySource, QuerySource } from './party-queries.ts'
import type { Prepare, PreparedCall } from './prepare.ts'
import { type QueryRun, watchRun, withoutLiterals } from './query-run.ts'
import { type About, type Ending, endedEarly, printResult, type Running } from './result.ts'
import type { RunningQueries } from './running-queries.ts'
import { toldOfGroups, toldOfQuery } from './shown-ehrs.ts'
import type { Warnings } from './warnings/warnings.ts'

export interface QueryNeeds {
  readonly db: LimitedDatabase
  readonly selectQuery: SelectQuery
  readonly executor: Executor
  readonly prepare: Prepare
  /** Without pages. */
  readonly prepareWhole: Prepare
  /** `CAIRN_QUERY_TIMEOUT_MS`. */
  readonly queryTimeout: number
  /** Name and version, as results are stamped with. */
  readonly generator: string
  readonly now: () => number
  /** Number of objects of an EHR, or of all, that break their template. */
  readonly findings: (ehrId: EhrId | undefined) => Promise<number> | number
  /** Refuses callers without rights on parties. */
  readonly ofParties: PartySource
  readonly observe: (run: QueryRun) => void
  readonly running: RunningQueries
  /** Paths of all records, which tell the classes of their values. */
  readonly dictionary: Entries
  /** Finds what a query probably does not mean. */
  readonly warnings: Warnings
}

/** The text of an ad hoc query, or a stored query. */
export type Source = { readonly q: string } | StoredQuery

const isStored = (source: Source): source is StoredQuery => 'name' in source

/** The name of a query in log, metrics and statistics. */
const labelOf = (source: Source, { text }: PreparedCall): string =>
  isStored(source) ? `${source.name}/${printSemVer(source)}` : text.hash

/** openEHR REST shows the name with its version in a result set. */
const nameOf = (query: StoredQuery, { isOpenehr }: Call): string =>
  isOpenehr ? `${query.name}/${printSemVer(query)}` : query.name

/** A link is followed by GET, so a POST has none: its caller repeats it with another `offset`. */
function nextPage({ href, isGet, offset }: Call, { count, hasMore }: Ending): string | undefined {
  if (!hasMore || count === 0 || !isGet) return undefined
  return withQuery(href, { offset: String(offset + count) })
}

/** Parties are read by other rights than records. */
const sourceOf = (needs: QueryNeeds, caller: Caller, prepared: PreparedCall): QuerySource =>
  prepared.form.isOfParties
    ? needs.ofParties(caller, prepared)
    : { executor: needs.executor, findings: () => needs.findings(prepared.ehrId) }

async function aboutOf(
  needs: QueryNeeds,
  source: Source,
  call: Call,
  prepared: PreparedCall,
  { findings: countFindings }: QuerySource,
): Promise<About> {
  const findings = await countFindings()
  const warnings = await needs.warnings(prepared)
  return {
    href: call.href,
    created: timestamp(new Date(needs.now())),
    generator: needs.generator,
    executedAql: prepared.executedJson,
    name: isStored(source) ? nameOf(source, call) : undefined,
    isOpenehr: call.isOpenehr,
    q: prepared.text.json,
    offset: prepared.offset,
    fetch: prepared.fetch,
    next: ending => nextPage(call, ending),
    findings,
    warnings,
  }
}

function headersOf(about: About, ending: Ending | undefined): Readonly<Record<string, string>> {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ETag: `"${randomUUID()}"` }
  const next = ending && about.next(ending)
  return next === undefined ? headers : { ...headers, ...nextPageLink(next) }
}

/** The rows of each piece that was printed. */
async function* batchesOf({ rows }: Running): AsyncGenerator<readonly (readonly unknown[])[]> {
  for await (const { json } of rows) yield JSON.parse(`[${json}]`) as unknown[][]
}

const watchOf = (
  needs: QueryNeeds,
  { clientId }: Caller,
  source: Source,
  call: Call,
  prepared: PreparedCall,
) => {
  const started = {
    requestId: call.requestId,
    clientId,
    query: labelOf(source, prepared),
    isStored: isStored(source),
    // Printed from its tree, so that comments are not in it.
    shape: () => withoutLiterals(printAql(prepared.text.parsed)),
  }
  const leave = needs.running.enter(started)
  return watchRun(started, run => {
    leave()
    needs.observe(run)
  })
}

/** A format for analysis has no pages: all rows, unless `fetch` says otherwise. */
async function runForAnalysis(
  needs: QueryNeeds,
  caller: Caller,
  source: Source,
  call: Call,
  type: AnalysisType,
): Promise<Reply> {
  const longest = ownTime(call.timeout, caller, needs.queryTimeout)
  const prepared = needs.prepareWhole(source.q, { ...call, longest })
  const { executor } = sourceOf(needs, caller, prepared)
  const warnings = await needs.warnings(prepared)
  const { digest } = prepared.text
  const watch = watchOf(needs, caller, source, call, prepared)
  const running = await executor.run(prepared, call.signal, memberIdOf(caller), watch.chosen).catch(error => {
    watch.failed(error, 0)
    throw error
  })
  const { shownEhrs, columns } = running
  const { columns: selected } = prepared.query
  const kinds = selected.map(({ expression }) =>
    isWholeNumber(expression, needs.dictionary) ? ('integer' as const) : undefined,
  )
  const body = await analysisStream(
    type,
    { columns: columns.map(({ name }, at) => ({ name, kind: kinds[at] })), batches: batchesOf(running) },
    {
      ended: rows => watch.ended(rows, 0),
      failed: error => watch.failed(error, 0),
      over: async () => {
        endedEarly(running, watch, 0)
        if (shownEhrs) await caller.entry.add(toldOfQuery(digest, shownEhrs))
      },
    },
  )
  if (running.signal) endOnStop(running.signal, body)
  const isOfAll = prepared.ehrId === undefined && shownEhrs === undefined
  return {
    status: 200,
    headers: { 'Content-Type': contentTypeOf(type), ...warningsHeader(warnings.always) },
    body,
    ...(isOfAll ? toldOfGroups(digest, prepared.form.isOfParties) : toldOfQuery(digest, undefined)),
  }
}

async function run(needs: QueryNeeds, caller: Caller, source: Source, call: Call): Promise<Reply> {
  if (call.analysis) return runForAnalysis(needs, caller, source, call, call.analysis)
  const prepared = needs.prepare(source.q, call)
  const rows = sourceOf(needs, caller, prepared)
  const { digest } = prepared.text
  const { entry } = caller
  const watch = watchOf(needs, caller, source, call, prepared)
  try {
    const running = await rows.executor.run(prepared, call.signal, memberIdOf(caller), watch.chosen)
    const about = await aboutOf(needs, source, call, prepared, rows)
    const { shownEhrs } = running
    // A long answer has its event before its first byte, and another with its EHRs at its end.
    const { body, ending } = await printResult(about, running, watch, async () => {
      if (shownEhrs) await entry.add(toldOfQuery(digest, shownEhrs))
    })
    const isWhole = typeof body === 'string'
    const isOfAll = prepared.ehrId === undefined && shownEhrs === undefined
    const told = isOfAll
      ? toldOfGroups(digest, prepared.form.isOfParties)
      : toldOfQuery(digest, isWhole ? shownEhrs : undefined)
    return { status: 200, headers: headersOf(about, ending), body, ehrId: told.ehrId, detail: told.detail }
  } catch (error) {
    watch.failed(error, 0)
    throw error
  }
}

/** The plan shows how the store is laid out: for those who run it. */
async function explain(needs: QueryNeeds, caller: Caller, source: Source, call: Call): Promise<Reply> {
  if (!caller.scopes.has('api.admin'))
    throw new Refusal('auth.insufficient_scope', 'explain needs the scope api.admin.', [], {
      challenge: 'Bearer realm="cairn", error="insufficient_scope", scope="api.admin"',
    })
  const prepared = needs.prepare(source.q, call)
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: `-- name\n${labelOf(source, prepared)}\n\n${await sourceOf(needs, caller, prepared).executor.explain(prepared)}`,
  }
}

export const answerQuery = (needs: QueryNeeds, caller: Caller, source: Source, call: Call): Promise<Reply> =>
  call.isExplained ? explain(needs, caller, source, call) : run(needs, caller, source, call)
