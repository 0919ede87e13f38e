/** One query from its text to its answer: rows, or the plan. */
import { randomUUID } from 'node:crypto'
import { printAql } from '@cairn/openehr/aql'
import type { Database } from '../db/index.ts'
import { type Caller, nextPageLink, Refusal, type Reply, withQuery } from '../http/index.ts'
import type { Call } from './call.ts'
import type { Executor } from './execute.ts'
import { type Limits, prepare } from './prepare.ts'
import { type Ending, printResult } from './result.ts'
import { toldOfQuery } from './shown-ehrs.ts'

export interface QueryNeeds {
  readonly db: Database
  readonly executor: Executor
  readonly limits: Limits
  /** Name and version, as results are stamped with. */
  readonly generator: string
  readonly now: () => number
  /** Number of objects of an EHR, or of all, that break their template. */
  readonly findings: (ehrId: string | undefined) => Promise<number> | number
}

/** The text of a query, and its name where it is stored. */
export interface Source {
  readonly q: string
  readonly name?: string
}

/** A link is followed by GET, so a POST has none: its caller repeats it with another `offset`. */
function nextPage({ href, isGet, offset }: Call, { count, hasMore }: Ending): string | undefined {
  if (!hasMore || count === 0 || !isGet) return undefined
  return withQuery(href, { offset: String(offset + count) })
}

async function run(needs: QueryNeeds, caller: Caller, { q, name }: Source, call: Call): Promise<Reply> {
  const prepared = prepare(q, call, needs.limits)
  const running = await needs.executor.run(prepared, call.signal, caller.clientId)
  const about = {
    href: call.href,
    created: new Date(needs.now()).toISOString().replace('Z', '+00:00'),
    generator: needs.generator,
    executedAql: printAql(prepared.query),
    name,
    q,
    offset: prepared.offset,
    fetch: prepared.fetch,
    next: (ending: Ending) => nextPage(call, ending),
    findings: await needs.findings(prepared.ehrId),
  }
  // A long answer has its event before its first byte, and another with its EHRs at its end.
  const { body, ending } = await printResult(about, running, () => {
    if (running.shownEhrs) caller.entry.add(toldOfQuery(q, running.shownEhrs))
  })
  const next = ending && about.next(ending)
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ETag: `"${randomUUID()}"`,
      ...(next === undefined ? {} : nextPageLink(next)),
    },
    body,
    ...toldOfQuery(q, typeof body === 'string' ? running.shownEhrs : undefined),
  }
}

/** The plan shows how the store is laid out: for those who run it. */
async function explain(needs: QueryNeeds, caller: Caller, { q }: Source, call: Call): Promise<Reply> {
  if (!caller.scopes.has('api.admin'))
    throw new Refusal('auth.insufficient_scope', 'explain needs the scope api.admin.', [], {
      challenge: 'Bearer realm="cairn", error="insufficient_scope", scope="api.admin"',
    })
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: await needs.executor.explain(prepare(q, call, needs.limits)),
  }
}

export const answerQuery = (needs: QueryNeeds, caller: Caller, source: Source, call: Call): Promise<Reply> =>
  call.isExplained ? explain(needs, caller, source, call) : run(needs, caller, source, call)
