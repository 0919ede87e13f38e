/** All records of a datamap in a format for analysis: page after page, as fast as the reader takes them. */

import { Readable } from 'node:stream'
import {
  ANALYSIS_TYPES,
  type AnalysisType,
  analysisStream,
  type ColumnKind,
  guardedPieces,
} from '../../query/analysis/index.ts'
import { type BreakReason, breakLine, ShownEhrs, withReason } from '../../query/index.ts'
import type { CompiledDatamap } from '../definition/datamap-shelf.ts'
import {
  type Cell,
  type CellObject,
  type Column,
  FINDINGS_FIELD,
  FIXED_FIELDS,
  fixedNames,
  type ValueColumn,
} from '../model.ts'
import { isCoded } from './column-key.ts'
import { csvTable, type TableShape } from './csv.ts'
import { type Listed, type ListNeeds, listRecords } from './list.ts'
import { readAfter } from './order.ts'
import type { Page } from './page.ts'

/** Records of a page: small enough that other requests do not wait for them to be read. */
const PAGE = 1000

export interface WholeList {
  readonly body: Readable
  /** Undefined where it is not known before the end, or too small to be told. */
  readonly total?: number | undefined
}

interface WholeListContext {
  readonly needs: ListNeeds
  readonly compiled: CompiledDatamap
  readonly page: Page
  readonly memberId: string
  readonly signal: AbortSignal
  /** Told whose records were shown, before the last of them is sent. */
  readonly over: (shown: ShownEhrs) => Promise<void>
}

/** Each page takes its turn among the queries. */
async function takePage(
  { needs, compiled, page, memberId, signal }: WholeListContext,
  after: Page['after'],
  counted: boolean,
): Promise<Listed> {
  const giveBack = await needs.connectionLine.take({ memberId, isLight: false }, signal)
  try {
    return await listRecords(needs, compiled, { ...page, limit: PAGE, offset: 1, after }, counted)
  } finally {
    giveBack()
  }
}

async function* pagesFrom(
  context: WholeListContext,
  first: Listed,
  shown: ShownEhrs,
): AsyncGenerator<readonly CellObject[]> {
  let listed = first
  for (;;) {
    shown.addAll(listed.shownEhrs)
    yield listed.records
    if (listed.next === undefined) return
    listed = await takePage(context, readAfter(listed.next), false)
  }
}

const isObject = (cell: Cell | undefined): cell is CellObject =>
  typeof cell === 'object' && cell !== null && !Array.isArray(cell)

/** A coded value or quantity as the reference model writes it, which the formats know. */
function asValue(cell: Cell | undefined, { types }: ValueColumn): unknown {
  if (!isObject(cell)) return cell
  const { magnitude, units, code, value, terminology, ...others } = cell
  if (Object.keys(others).length > 0) return cell
  if (typeof magnitude === 'number' && typeof units === 'string')
    return { _type: 'DV_QUANTITY', magnitude, units }
  if (typeof code !== 'string') return cell
  const own = types.find(each => each.terminology !== undefined)?.terminology
  return {
    _type: 'DV_CODED_TEXT',
    value,
    defining_code: { terminology_id: { value: terminology ?? own }, code_string: code },
  }
}

/** Kinds that the template fixes; others are found from the records. */
function kindOf(column: Column): ColumnKind | undefined {
  if (column.kind === 'group') return 'json'
  const [only, ...others] = column.types
  if (!only || others.length > 0) return undefined
  if (only.type === 'DV_QUANTITY') return only.units?.length === 1 ? 'number' : 'quantity'
  if (only.type === 'DV_CODED_TEXT' && isCoded(column)) return 'coded'
  if (only.type === 'DV_COUNT') return 'integer'
  return only.type === 'DV_BOOLEAN' ? 'boolean' : undefined
}

/** Numbers among the fields that every record has. */
const NUMBERS: ReadonlySet<string> = new Set(['version_object_id', 'version_tree_id', 'artefact_id'])

interface Field {
  readonly name: string
  readonly kind: ColumnKind | undefined
  readonly cell: (record: CellObject) => unknown
}

function fieldsOf({ columns, show, fixed = FIXED_FIELDS }: TableShape): readonly Field[] {
  const member = (name: string, kind: ColumnKind): Field => ({ name, kind, cell: record => record[name] })
  return [
    ...fixed.map(name => member(name, NUMBERS.has(name) ? 'integer' : 'text')),
    ...show.map(name => member(name, 'text')),
    ...columns.map(
      (column): Field => ({
        name: column.label,
        kind: kindOf(column),
        cell: record =>
          column.kind === 'value' ? asValue(record[column.label], column) : record[column.label],
      }),
    ),
    member(FINDINGS_FIELD, 'integer'),
  ]
}

async function* csvOf(
  shape: TableShape,
  pages: AsyncIterable<readonly CellObject[]>,
  first: readonly CellObject[],
) {
  const table = csvTable(shape, first)
  yield table.head
  for await (const records of pages) yield table.lines(records)
}

async function* batchesOf(fields: readonly Field[], pages: AsyncIterable<readonly CellObject[]>) {
  for await (const records of pages) yield records.map(record => fields.map(({ cell }) => cell(record)))
}

/** A table of records, in a format for analysis; `first` tells whether it has a column of findings. The last piece waits for `over`. */
export async function streamTable(
  type: AnalysisType,
  shape: TableShape,
  pages: AsyncIterable<readonly CellObject[]>,
  { first, over }: { readonly first: readonly CellObject[]; readonly over: () => Promise<void> },
): Promise<Readable> {
  const events = { ended: () => {}, failed: () => {}, over }
  if (type === ANALYSIS_TYPES.csv) {
    const lastLine = (reason: BreakReason) =>
      [`"${breakLine(reason).replaceAll('"', '""')}"`, '\r\n'] as const
    return Readable.from(guardedPieces(withReason(csvOf(shape, pages, first), lastLine), pages, events))
  }
  const fields = fieldsOf(shape)
  return analysisStream(type, { columns: fields, batches: batchesOf(fields, pages) }, events)
}

/** Resolves when the first page was read, so that an early error can still be sent as an error. */
export async function wholeList(context: WholeListContext, type: AnalysisType): Promise<WholeList> {
  const { compiled, page } = context
  const first = await takePage(context, undefined, true)
  const shown = new ShownEhrs()
  const pages = pagesFrom(context, first, shown)
  const over = () => context.over(shown)
  const { datamap } = compiled
  const table = { columns: datamap.columns, show: page.show, fixed: fixedNames(datamap) }
  return { total: first.total, body: await streamTable(type, table, pages, { first: first.records, over }) }
}
