/** Runs a live query, whole or in some EHRs, and reads its rows. */
import { type Queries, sql } from '../db/index.ts'
import type { WalPosition } from '../db/reads/index.ts'
import type { EhrId } from '../ids/index.ts'
import type { Among, CallInput } from '../query/calls/index.ts'
import type { Executor, Prepare, ShownEhrs } from '../query/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { LivePlan } from './live-plan.ts'
import type { FoundRow } from './row-changes.ts'
import { cutEhr, splitRows } from './split-rows.ts'

export interface RunNeeds {
  /** With the limit of the readers. */
  readonly executor: Executor
  /** Pages of all rows that a live query may have, and of those that come in one round trip. */
  readonly prepareAll: Prepare
  readonly prepareFew: Prepare
  readonly mostRows: number
}

export interface RunOptions {
  /** Undefined: the whole query. */
  readonly among: Among | undefined
  readonly after: WalPosition | undefined
  readonly memberId: string
  readonly signal: AbortSignal
}

interface FoundRows {
  readonly rows: readonly FoundRow[]
  /** Undefined where the rows do not tell, as those of groups. */
  readonly shown: ShownEhrs | undefined
}

/** Characters of all rows of a live query. */
const MOST_CHARACTERS = 16 * 1024 * 1024

export const tooLarge = (mostRows: number): Refusal =>
  new Refusal(
    'live.too_large',
    `The query has more rows than a live query may have (${mostRows} rows, CAIRN_LIVE_MAX_ROWS, or 16 MB): ask for less, or use LIMIT.`,
  )

function groupOf({ groupedBy, isDistinct }: LivePlan, json: string, ehrId: string | undefined): string {
  if (isDistinct) return json
  if (groupedBy === undefined) return ehrId ?? ''
  const cells = JSON.parse(json) as readonly unknown[]
  return JSON.stringify(groupedBy.map(at => cells[at]))
}

function foundRow(plan: LivePlan, text: string): FoundRow {
  const { json, ehrId } = plan.hasEhrCell ? cutEhr(text) : { json: text, ehrId: plan.ehrId }
  return { json, ehrId, group: groupOf(plan, json, ehrId) }
}

/** Throws `live.too_large` where there are too many. */
export async function runRows(
  needs: RunNeeds,
  plan: LivePlan,
  call: CallInput,
  { among, after, memberId, signal }: RunOptions,
): Promise<FoundRows> {
  const { executor, prepareAll, prepareFew, mostRows } = needs
  const run = async (prepare: Prepare) => {
    const wanted = { ...call, after, among }
    const running = await executor.run(prepare(plan.q, wanted), signal, memberId)
    const rows: FoundRow[] = []
    let characters = 0
    for await (const { json } of running.rows) {
      characters += json.length
      if (characters > MOST_CHARACTERS) throw tooLarge(mostRows)
      for (const row of splitRows(json)) rows.push(foundRow(plan, row))
    }
    return { rows, shown: running.shownEhrs, hasMore: running.ending()?.hasMore === true }
  }
  const few = among === undefined ? undefined : await run(prepareFew)
  const found = few && !few.hasMore ? few : await run(prepareAll)
  if (found.hasMore) throw tooLarge(mostRows)
  return found
}

const queryable = sql<{ ehr_id: EhrId }, [ehrs: readonly EhrId[]]>({
  name: 'live.queryable',
  text: 'select ehr_id from cairn.ehr where ehr_id = any($1::uuid[]) and is_queryable',
})

/** Of these EHRs, those that a population query sees. */
export const findQueryable = async (db: Queries, ehrs: readonly EhrId[]): Promise<ReadonlySet<string>> =>
  new Set((await db.query(queryable, [ehrs])).map(({ ehr_id }) => ehr_id))
