/** Runs what SQL alone can answer: one statement a query, its rows streamed. */
import type { Aql } from '@cairn/openehr/aql'
import { printExpression } from '@cairn/openehr/aql'
import { type Database, DatabaseError, sql } from '../db/index.ts'
import { Refusal } from '../http/index.ts'
import { type PathDictionary, timestamp } from '../versions/index.ts'
import { openCurrentDictionary } from './current-dictionary.ts'
import type { PartialExecutor } from './execute.ts'
import { planCache } from './plan/cache.ts'
import { pageOf } from './plan/limit.ts'
import type { Plan } from './plan/plan.ts'
import type { Prepared } from './prepare.ts'
import type { Column, Running } from './result.ts'
import { rowReader } from './rows.ts'
import type { Given } from './sql/fragment.ts'
import { NotInSql } from './sql/functions.ts'

export interface PushdownNeeds {
  /** A pool of its own, with a `statement_timeout`. */
  readonly db: Database
  readonly dictionary: PathDictionary
  readonly now: () => number
}

/** Pages up to this size come in one round trip, larger ones through a cursor. */
const AT_ONCE = 2000
const BATCH = 1000

type Rows = readonly (readonly unknown[])[]

export function openPushdown({ db, dictionary, now }: PushdownNeeds): PartialExecutor {
  const planned = planCache(dictionary, now)
  const current = openCurrentDictionary(db, dictionary)

  /** The rows of a plan; undefined where there are none because the dictionary has grown. */
  const start = async (
    plan: Plan,
    given: Given,
    prepare: boolean,
    signal: AbortSignal,
  ): Promise<AsyncIterable<readonly unknown[]> | undefined> => {
    const statement = sql<readonly unknown[], readonly unknown[]>({
      name: plan.name,
      text: plan.statement.text,
      rowMode: 'array',
      prepare,
    })
    const values = plan.statement.values.map(({ of }) => of(given))
    const atOnce = plan.oneRow || given.fetch <= AT_ONCE
    const complete = rowReader(plan.columns)
    const options = { batch: BATCH, signal, atOnce, ...(complete && { complete }) }
    const batches = db.stream(statement, values, options)
    const first = await batches.next()
    if (!first.done && first.value.length > 0) return rowsOf(first.value, atOnce ? undefined : batches)
    await batches.return()
    return (await current.counted()) === given.generation ? rowsOf([], undefined) : undefined
  }

  const run = async (prepared: Prepared, signal: AbortSignal): Promise<Running | undefined> => {
    await (current.generation === 0 ? current.refresh() : undefined)
    for (;;) {
      const page = pageOf(prepared.query, prepared)
      const { plan, literals, prepare } = planned(prepared.query, prepared.ehrId !== undefined, page)
      if ('reason' in plan) return undefined
      const instant = timestamp(new Date(now()))
      const given: Given = {
        literals,
        ehrId: prepared.ehrId,
        ...page,
        now: instant,
        generation: current.generation,
      }
      const rows = await start(plan, given, prepare, signal)
      if (rows) return { columns: prepared.query.columns.map(columnOf), rows }
      await current.refresh()
    }
  }

  return {
    run: async (prepared, signal) => {
      try {
        return await run(prepared, signal)
      } catch (error) {
        if (error instanceof NotInSql) return undefined
        throw asRefusal(error)
      }
    },
    explain: async prepared => {
      await current.refresh()
      const page = pageOf(prepared.query, prepared)
      const { plan } = planned(prepared.query, prepared.ehrId !== undefined, page)
      return 'reason' in plan
        ? { runs: false, text: `Not by SQL alone: ${plan.reason}.` }
        : { runs: true, text: plan.explain() }
    },
    close: async () => {},
  }
}

/** By hand and not as a generator, which takes several turns of the event loop a row. */
const rowsOf = (
  first: Rows,
  rest: AsyncGenerator<Rows, void, undefined> | undefined,
): AsyncIterable<readonly unknown[]> => ({
  [Symbol.asyncIterator]: () => {
    let batch = first
    let at = 0
    return {
      next: async () => {
        try {
          while (at >= batch.length) {
            const next = await rest?.next()
            if (!next || next.done) return { done: true, value: undefined }
            batch = next.value
            at = 0
          }
          return { done: false, value: batch[at++] ?? [] }
        } catch (error) {
          throw asRefusal(error)
        }
      },
      return: async () => {
        await rest?.return()
        return { done: true, value: undefined }
      },
    }
  },
})

const asRefusal = (error: unknown): unknown =>
  error instanceof DatabaseError && error.isTimeout
    ? new Refusal('query.timeout', 'The query took longer than it may, and was ended.')
    : error

function columnOf({ expression, alias }: Aql.Column, at: number): Column {
  const name = alias ?? `#${at}`
  return expression.kind === 'path' ? { name, path: printExpression(expression) } : { name }
}
