/**
 * An export for research: versions without identity, as queries of researchers see them (decision 0056). EHR by EHR, each by a query under
 * rights that reach this EHR alone; in the order of their replaced ids, which says nothing about when they were made.
 */

import { guarded, inOneEhr, limitOf, RIGHTS, type Rights, seen } from '../access/index.ts'
import type { LimitedDatabase } from '../db/index.ts'
import { sql } from '../db/index.ts'
import type { WalPosition } from '../db/reads/index.ts'
import { exportedTemplates } from '../definitions/index.ts'
import type { EhrId } from '../ids/index.ts'
import { BARE_CALL, type Executor, type Prepare, replacedEhrId } from '../query/index.ts'
import type { TakeText } from '../streams/index.ts'
import { LineWriter } from './line-writer.ts'
import { line, templateLine } from './print-lines.ts'

const FORMAT = 'cairn-research/1'

export interface ResearchNeeds {
  /** The database as the caller sees it. */
  readonly db: LimitedDatabase
  /** The executor of the server, which has no limit by itself; each EHR is asked for with a limit to that EHR. */
  readonly executor: Executor
  readonly prepareWhole: Prepare
  readonly rights: Rights
  readonly identityKey: string
}

const QUERY =
  'SELECT e/ehr_id/value, e/time_created/value, v FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] ORDER BY v/uid/value'

const queryableEhrs = sql<{ ehr_id: EhrId }>({
  name: 'transfer.queryableEhrs',
  text: guarded`select ehr_id from ${seen.ehr()} where is_queryable`,
})

export interface ResearchEhr {
  readonly ehrId: EhrId
  readonly replacedId: string
}

/** `chosen`: replaced ids; null: all EHRs. */
export async function findResearchEhrs(
  { db, identityKey }: ResearchNeeds,
  chosen: ReadonlySet<string> | null,
): Promise<readonly ResearchEhr[]> {
  const found = await db.query(queryableEhrs)
  return found
    .map(({ ehr_id }) => ({ ehrId: ehr_id, replacedId: replacedEhrId(identityKey, ehr_id) }))
    .filter(({ replacedId }) => chosen === null || chosen.has(replacedId))
    .sort((a, b) => (a.replacedId < b.replacedId ? -1 : 1))
}

interface ResearchCall {
  readonly clientId: string
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

type Row = readonly [ehrId: string, created: string, version: object]

async function* versionsOf(
  { executor, prepareWhole, rights }: ResearchNeeds,
  ehrId: EhrId,
  { clientId, signal, after }: ResearchCall,
): AsyncGenerator<Row> {
  const limit = limitOf(inOneEhr(rights, ehrId), RIGHTS.exportRecords)
  if (!limit?.deidentified) throw new Error('an export for research has a limit without identity')
  const prepared = prepareWhole(QUERY, { ...BARE_CALL, after })
  const { rows } = await executor.limitedTo(limit).run(prepared, signal, clientId)
  for await (const piece of rows)
    yield* ('json' in piece ? JSON.parse(`[${piece.json}]`) : [piece]) as readonly Row[]
}

export interface ResearchFacts {
  readonly generator: string
  readonly createdAt: string
  readonly isWhole: boolean
}

export async function writeResearchExport(
  needs: ResearchNeeds,
  ehrs: readonly ResearchEhr[],
  { generator, createdAt, isWhole }: ResearchFacts,
  call: ResearchCall & { readonly take: TakeText },
): Promise<void> {
  const lines = new LineWriter(call.take)
  const header = {
    format: FORMAT,
    created_at: createdAt,
    generator,
    scope: isWhole ? 'all' : 'selection',
    expected: { ehrs: ehrs.length },
  }
  await lines.write(line('export', header))
  await lines.flush()
  for await (const template of exportedTemplates(needs.db, null))
    await lines.write(templateLine(template, []), 'template')
  for (const { ehrId } of ehrs) {
    let isFirst = true
    for await (const [ehr_id, time_created, version] of versionsOf(needs, ehrId, call)) {
      if (isFirst) await lines.write(line('ehr', { ehr_id, time_created }), 'ehr')
      isFirst = false
      await lines.write(line('version', { ehr_id, version }), 'version')
    }
  }
  await lines.end(({ template, ehr, version }) => ({ template, ehr, version }))
}
