/**
 * AQL that is pushed down, against the same questions in SQL written by hand on the same tables.
 *
 *   npm run bench aql               10,000, 30,000 and 100,000 compositions of the load mix; CAIRN_BENCH_COUNT=10000,30000
 *                                   for others; CAIRN_BENCH_PLOT=docs/aql-time.svg draws time against size
 *
 * PostgreSQL as Cairn brings it along, in a temporary folder, everything in memory. Both sides run on the same connection, turn
 * by turn, prepared. `SQL` is the statement that AQL became, through the same call as the one by hand, and `ratio` is of these
 * two; `AQL` is the whole executor, from the bound query to the last row. A page that is cut out of documents has no such ratio.
 */
import { writeFileSync } from 'node:fs'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { sql } from '../packages/server/src/db/index.ts'
import { readsFrom } from '../packages/server/src/db/reads/index.ts'
import { openCurrentDictionary } from '../packages/server/src/query/current-dictionary.ts'
import { planCache } from '../packages/server/src/query/plan/cache.ts'
import { pageOf } from '../packages/server/src/query/plan/limit.ts'
import { type Prepared, prepareOnce } from '../packages/server/src/query/prepare.ts'
import { openPushdown } from '../packages/server/src/query/pushdown.ts'
import { valuesFor } from '../packages/server/src/relation/index.ts'
import { NO_INDEX } from '../test/query/index-choices.ts'
import { wideLine } from '../test/query/wide-line.ts'
import { type Loaded, load } from './aql-data.ts'
import { type AqlShape, aqlShapes } from './aql-shapes.ts'
import { plot } from './size-plot.ts'

export const about = 'AQL pushed down against SQL by hand, time against size'

const SIZES = (process.env['CAIRN_BENCH_COUNT'] ?? '10000,30000,100000').split(',').map(Number)
const PLOT = process.env['CAIRN_BENCH_PLOT']
const ROUNDS = 25
/** PostgreSQL settles on a plan after five. */
const WARM_UP = 8

interface Measured {
  readonly rows: number
  readonly hand: number
  readonly statement: number
  readonly aql: number
  readonly planning: number
}

export async function run(): Promise<void> {
  const series = new Map<string, [size: number, ms: number][]>()
  for (const size of SIZES) {
    const start = performance.now()
    const loaded = await load(size)
    try {
      console.log(`\n${size} compositions, loaded in ${Math.round((performance.now() - start) / 1000)} s`)
      const table: Record<string, object> = {}
      for (const [name, shape] of Object.entries(aqlShapes(loaded.dictionary))) {
        const measured = await measure(loaded, shape, name)
        table[name] = shown(measured)
        series.set(name, [...(series.get(name) ?? []), [size, measured.aql]])
      }
      console.table(table)
    } finally {
      await loaded.close()
    }
  }
  if (PLOT) writeFileSync(PLOT, plot(series))
}

const shown = ({ rows, hand, statement, aql, planning }: Measured) => ({
  rows,
  'hand ms': Number(hand.toPrecision(3)),
  'SQL ms': Number(statement.toPrecision(3)),
  ratio: Number((statement / hand).toFixed(2)),
  'AQL ms': Number(aql.toPrecision(3)),
  'planning %': Number(((100 * planning) / aql).toFixed(1)),
})

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

async function measure({ db, dictionary }: Loaded, shape: AqlShape, name: string): Promise<Measured> {
  const pushdown = openPushdown({
    reads: readsFrom(db),
    dictionary,
    indexes: NO_INDEX,
    now: Date.now,
    line: wideLine(),
  })
  const query = bindParameters(parseAql(shape.aql), {})
  const prepared = prepareOnce(query, {
    ehrId: undefined,
    offset: 0,
    fetch: name.includes('all rows') ? 100_000 : 1000,
  })
  const statement = sql<readonly unknown[], readonly unknown[]>({
    name: `bench.${name.replace(/\W+/g, '_').slice(0, 50)}`,
    text: shape.sql,
    rowMode: 'array',
  })
  const made = await statementOf(db, dictionary, prepared)
  const times = { hand: [] as number[], statement: [] as number[], aql: [] as number[] }
  let rows = 0
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const start = performance.now()
    const expected = await db.query(statement, shape.ehr === undefined ? [] : [shape.ehr])
    const byHand = performance.now()
    await db.query(made.statement, made.values)
    const bySql = performance.now()
    const running = await pushdown.run(prepared, new AbortController().signal, 'test')
    if (!running) throw new Error(`${name}: ${(await pushdown.explain(prepared)).text}`)
    for await (const _ of running.rows);
    rows = running.ending()?.count ?? 0
    const byAql = performance.now()
    if (rows !== expected.length) throw new Error(`${name}: ${rows} rows, by hand ${expected.length}`)
    if (round < 0) continue
    times.hand.push(byHand - start)
    times.statement.push(bySql - byHand)
    times.aql.push(byAql - bySql)
  }
  return {
    rows,
    hand: median(times.hand),
    statement: median(times.statement),
    aql: median(times.aql),
    planning: planningOf(prepared, dictionary),
  }
}

/** The statement that a query becomes, and its values. */
async function statementOf(db: Loaded['db'], dictionary: Loaded['dictionary'], prepared: Prepared) {
  const page = pageOf(prepared.query, prepared)
  const { plan } = planCache(dictionary, Date.now, NO_INDEX, false)(prepared.form, false, page)
  if ('reason' in plan) throw new Error(plan.reason)
  const given = {
    literals: prepared.literals,
    ehrId: undefined,
    ...page,
    now: '',
    answers: [],
    generation: await openCurrentDictionary(db, dictionary).counted(),
  }
  return {
    statement: sql<readonly unknown[], readonly unknown[]>({
      name: `bench.${plan.name}`,
      text: plan.statement.text,
      rowMode: 'array',
    }),
    values: valuesFor(plan.statement, given),
  }
}

/** To find the plan of a query that was planned before, and its values. */
function planningOf({ form }: Prepared, dictionary: Loaded['dictionary']): number {
  const planned = planCache(dictionary, Date.now, NO_INDEX, false)
  const page = { offset: 0, fetch: 1000 }
  const times: number[] = []
  for (let round = -500; round < 200; round++) {
    const start = performance.now()
    planned(form, false, page)
    if (round >= 0) times.push(performance.now() - start)
  }
  return median(times)
}
