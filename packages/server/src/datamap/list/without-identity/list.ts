/**
 * Lists for researchers. A query gets the compositions, without identity as all queries of researchers get them (decision 0056); they are
 * filtered, ordered and shown here, so that no filter sees what a record does not show.
 */

import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { WalPosition } from '../../../db/reads/index.ts'
import { BARE_CALL, type Executor, type Prepare, type ShownEhrs } from '../../../query/index.ts'
import { Refusal } from '../../../refusal/index.ts'
import type { CompiledDatamap } from '../../definition/datamap-shelf.ts'
import type { Cell, CellObject } from '../../model.ts'
import { recordOf } from '../../record.ts'
import { fieldOf } from '../fields.ts'
import { type GivenPage, pageOf } from '../page.ts'
import { matchesFilter } from './matches-filter.ts'
import { recordKey, type ShownRecord } from './record-key.ts'
import { keepFirst } from './sorted-records.ts'

export interface ResearchNeeds {
  /** Limited to records without identity. */
  readonly executor: Executor
  readonly prepareWhole: Prepare
}

interface ResearchCall {
  readonly memberId: string
  readonly signal: AbortSignal
  readonly after: WalPosition | undefined
}

interface Found {
  readonly records: AsyncIterable<ShownRecord>
  readonly shownEhrs: ShownEhrs | undefined
}

const ARCHETYPE = /^[A-Za-z0-9_.-]+$/

/** The archetype narrows the search; the template decides. */
function queryOf({ template }: CompiledDatamap): string {
  const { archetypeId } = template.template.definition.archetype
  const predicate = ARCHETYPE.test(archetypeId) ? `[${archetypeId}]` : ''
  return `SELECT e/ehr_id/value, v/uid/value, v/lifecycle_state/value, c
    FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c${predicate}
    WHERE c/archetype_details/template_id/value = $template`
}

type Row = readonly [ehrId: string, uid: string, state: string, document: RmObject]

/** Episodes and numbers in the order of commits are left out: they are known outside. */
const fixedFields = ([, vuid, state]: Row, artefactId: number): CellObject => ({
  vuid,
  episode_uid: null,
  episode_id: null,
  episode_status: null,
  episode_start: null,
  episode_end: null,
  uid: vuid.split('::')[0] ?? '',
  version_object_id: null,
  version_tree_id: Number(vuid.split('::')[2]),
  artefact_id: artefactId,
  trunk_lifecycle_state: state,
})

const shownFields = ([ehrId]: Row, show: GivenPage['show']): CellObject =>
  Object.fromEntries(show.map((name): [string, Cell] => [name, name === 'ehr_id' ? ehrId : null]))

/** A value that lost its text shows as no value. */
const withoutGaps = (cells: CellObject): CellObject =>
  Object.fromEntries(Object.entries(cells).map(([label, cell]) => [label, cell ?? null]))

async function findRecords(
  { executor, prepareWhole }: ResearchNeeds,
  compiled: CompiledDatamap,
  page: GivenPage,
  { memberId, signal, after }: ResearchCall,
): Promise<Found> {
  const { template, datamap } = compiled
  const parameters = { typed: { template: template.template.templateId }, untyped: {} }
  const prepared = prepareWhole(queryOf(compiled), { ...BARE_CALL, parameters, after })
  const running = await executor.run(prepared, signal, memberId)
  const filters = page.filters.map(given => ({ given, field: fieldOf(datamap, given.name, given.name) }))
  const isWanted = (record: ShownRecord, ehrId: string): boolean =>
    (page.ehrId === undefined || page.ehrId === ehrId) &&
    filters.every(({ given, field }) => matchesFilter(given, field, recordKey(field, record)))
  async function* records(): AsyncGenerator<ShownRecord> {
    for await (const piece of running.rows) {
      const rows = ('json' in piece ? JSON.parse(`[${piece.json}]`) : [piece]) as readonly Row[]
      for (const row of rows) {
        const [ehrId, , , document] = row
        const cells = withoutGaps(recordOf(datamap.columns, document))
        const fields = { ...fixedFields(row, template.artefactId), ...shownFields(row, page.show), ...cells }
        const record = { fields, document }
        if (isWanted(record, ehrId)) yield record
      }
    }
  }
  return { records: records(), shownEhrs: running.shownEhrs }
}

/** Records that an order keeps in memory. */
const MOST_SORTED = 100_000

const tooMany = () =>
  new Refusal(
    'request.malformed',
    `A list without identity is ordered for its first ${MOST_SORTED} records only: filter it, or leave order_by out.`,
  )

export interface ResearchPage {
  readonly records: readonly CellObject[]
  readonly total: number
  readonly shownEhrs: ShownEhrs | undefined
  /** Undefined after the last page. */
  readonly nextOffset: number | undefined
}

export async function pageWithoutIdentity(
  needs: ResearchNeeds,
  compiled: CompiledDatamap,
  page: GivenPage,
  call: ResearchCall,
): Promise<ResearchPage> {
  if (page.after) throw new Refusal('request.malformed', 'A list without identity goes on by offset.')
  const { order } = pageOf(compiled.datamap, page)
  const start = page.offset - 1
  const end = start + page.limit
  if (order.length > 0 && end > MOST_SORTED) throw tooMany()
  const { records, shownEhrs } = await findRecords(needs, compiled, page, call)
  const first = order.length > 0 ? keepFirst(order, end) : undefined
  const inPage: ShownRecord[] = []
  let total = 0
  for await (const record of records) {
    if (first) first.add(record)
    else if (total >= start && total < end) inPage.push(record)
    total += 1
  }
  const shown = first ? first.sorted().slice(start) : inPage
  return {
    records: shown.map(({ fields }) => fields),
    total,
    shownEhrs,
    nextOffset: total > end ? end + 1 : undefined,
  }
}

export interface WholeResearchList {
  readonly pages: AsyncIterable<readonly CellObject[]>
  readonly shownEhrs: ShownEhrs | undefined
}

/** Records that are handed on together. */
const PIECE = 1000

async function* inPieces(records: AsyncIterable<ShownRecord>): AsyncGenerator<readonly CellObject[]> {
  let piece: CellObject[] = []
  for await (const { fields } of records) {
    piece.push(fields)
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/** All records, in the order of the query; with `order_by`, as many as can be ordered. */
export async function allWithoutIdentity(
  needs: ResearchNeeds,
  compiled: CompiledDatamap,
  page: GivenPage,
  call: ResearchCall,
): Promise<WholeResearchList> {
  const { order } = pageOf(compiled.datamap, page)
  const { records, shownEhrs } = await findRecords(needs, compiled, page, call)
  if (order.length === 0) return { pages: inPieces(records), shownEhrs }
  const first = keepFirst(order, MOST_SORTED + 1)
  for await (const record of records) first.add(record)
  const sorted = first.sorted()
  if (sorted.length > MOST_SORTED) throw tooMany()
  async function* inOrder() {
    yield* sorted
  }
  return { pages: inPieces(inOrder()), shownEhrs }
}
