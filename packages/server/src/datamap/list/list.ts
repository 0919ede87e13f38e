/** Pages of records: found and ordered by one statement, then read from the leaves of their rows. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { FairLine } from '../../collections/index.ts'
import { groupBy } from '../../collections/index.ts'
import { DatabaseError, type LimitedDatabase, type LimitedQueries } from '../../db/index.ts'
import { type CurrentDictionary, ShownEhrs } from '../../query/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { ArchetypeEntry, PathDictionary } from '../../roots/index.ts'
import type { CompiledDatamap } from '../definition/datamap-shelf.ts'
import { fixedFieldsOf } from '../fixed-fields-store.ts'
import type { CellObject, Datamap } from '../model.ts'
import { recordOf } from '../record.ts'
import { type ColumnKey, columnKey } from './column-key.ts'
import type { Field } from './fields.ts'
import { demandOf, type RootRow, recordOfRoots } from './leaves.ts'
import type { ColumnKeys } from './list-rows.ts'
import { printAfter } from './order.ts'
import type { Page } from './page.ts'
import { pageStatement, totalStatement } from './statement.ts'
import {
  findDocuments,
  findPage,
  findRoots,
  findSubjects,
  findTotal,
  type PageRow,
  type StoredRoot,
} from './store.ts'

export interface ListNeeds {
  /** The connections of queries: a list may be heavy. */
  readonly queryPool: LimitedDatabase
  /** Turns on those connections. */
  readonly connectionLine: FairLine
  readonly dictionary: PathDictionary
  readonly current: CurrentDictionary
}

export interface Listed {
  readonly records: readonly CellObject[]
  readonly total: number
  /** Those that the records are from. */
  readonly shownEhrs: ShownEhrs
  /** The start of the next page; undefined after the last one. */
  readonly next: string | undefined
}

/** The archetype that records of the template begin with; undefined while there is none. */
export function topOf(
  { dictionary }: Pick<ListNeeds, 'dictionary'>,
  { template, datamap }: CompiledDatamap,
): ArchetypeEntry | undefined {
  return dictionary.archetype(
    datamap.party ?? 'COMPOSITION',
    template.template.definition.archetype.archetypeId,
  )
}

/** One for each column that is ordered or filtered by. */
export function keysOf(
  { dictionary }: Pick<ListNeeds, 'dictionary'>,
  top: ArchetypeEntry | undefined,
  fields: readonly Field[],
): ColumnKeys {
  const keys = new Map<Field, ColumnKey | undefined>()
  for (const field of fields)
    if (field.of === 'column') keys.set(field, top && columnKey(field.column, field.kind, top, dictionary))
  return keys
}

async function fromDocuments(db: LimitedQueries, { columns }: Datamap, rows: readonly PageRow[]) {
  const found = await findDocuments(db, rows)
  return new Map(
    found.map(({ commit_number, data }) => [commit_number, recordOf(columns, JSON.parse(data) as RmObject)]),
  )
}

async function fromLeaves(
  { queryPool, dictionary }: ListNeeds,
  { columns }: Datamap,
  rows: readonly PageRow[],
  demand: NonNullable<ReturnType<typeof demandOf>>,
): Promise<ReadonlyMap<number, CellObject>> {
  const archetypes = new Map([...dictionary.archetypes()].map(entry => [entry.key, entry]))
  const rootOf = (root: StoredRoot): RootRow => {
    const archetype = archetypes.get(root.archetype_key)
    if (!archetype) throw new Error('the dictionary lacks an archetype of its own generation')
    return { ...root, archetype }
  }
  const found = await findRoots(queryPool, rows, demand.archetypes, demand.leaves)
  const records = new Map<number, CellObject>()
  for (const [commit, roots] of groupBy(found, root => root.commit_number)) {
    const record = recordOfRoots(columns, roots.map(rootOf))
    if (record) records.set(commit, record)
  }
  return records
}

/** The fields that say whose a record is, as far as they are asked for. */
async function shownFields(
  { queryPool }: ListNeeds,
  show: Page['show'],
  rows: readonly PageRow[],
): Promise<(row: PageRow) => CellObject> {
  if (show.length === 0) return () => ({})
  const needsSubject = show.some(name => name !== 'ehr_id')
  const subjects = needsSubject
    ? await findSubjects(queryPool, [...new Set(rows.map(row => row.ehr_id))])
    : undefined
  return ({ ehr_id }) => {
    const subject = subjects?.get(ehr_id)
    const all = {
      ehr_id,
      subject_id: subject?.subject_id ?? null,
      subject_namespace: subject?.namespace ?? null,
    }
    return Object.fromEntries(show.map(name => [name, all[name]]))
  }
}

/** A record whose EHR was erased in between is left out. */
async function read(
  needs: ListNeeds,
  compiled: CompiledDatamap,
  top: ArchetypeEntry | undefined,
  rows: readonly PageRow[],
  show: Page['show'],
) {
  const { datamap } = compiled
  const shown = await shownFields(needs, show, rows)
  const demand = top && demandOf(datamap.columns, top, needs.dictionary)
  const cells = demand
    ? await fromLeaves(needs, datamap, rows, demand)
    : await fromDocuments(needs.queryPool, datamap, rows)
  return rows.flatMap(row => {
    const columns = cells.get(row.commit_number)
    return columns ? [{ ...fixedFieldsOf(row, datamap), ...shown(row), ...columns }] : []
  })
}

/** A page that has the last record tells the total itself: the two then never differ by what is committed in between. */
function totalOf({ limit, offset, after }: Page, found: number, counted: number): number {
  const isWhole = after === undefined && found <= limit && (found > 0 || offset === 1)
  return isWhole ? offset - 1 + found : counted
}

/** `counted`: the total is wanted, too. */
export async function listRecords(
  needs: ListNeeds,
  compiled: CompiledDatamap,
  page: Page,
  counted = true,
): Promise<Listed> {
  const { current, queryPool } = needs
  const fields = [...page.order, ...page.filters].map(({ field }) => field)
  try {
    if (current.generation === 0) await current.refresh()
    for (;;) {
      const top = topOf(needs, compiled)
      const keys = keysOf(needs, top, fields)
      const { artefactId } = compiled.template
      // Beside each other: counting 100,000 takes longer than finding a page of them.
      const [{ records, generation }, total] = await Promise.all([
        findPage(queryPool, pageStatement(page, artefactId, keys, queryPool.isDistributed)),
        counted ? findTotal(queryPool, totalStatement(page, artefactId, keys, queryPool.isDistributed)) : 0,
      ])
      // What was committed meanwhile may have paths that the keys do not know of.
      if (generation === current.generation) {
        const shown = records.slice(0, page.limit)
        const last = records.length > page.limit ? shown.at(-1) : undefined
        const shownEhrs = new ShownEhrs()
        for (const { ehr_id } of shown) shownEhrs.add(ehr_id)
        return {
          shownEhrs,
          records: await read(needs, compiled, top, shown, page.show),
          total: totalOf(page, records.length, total),
          next: last && printAfter(last.keys),
        }
      }
      await current.refresh()
    }
  } catch (error) {
    if (!(error instanceof DatabaseError && error.isTimeout)) throw error
    throw new Refusal(
      'query.timeout',
      'The list took longer than it may, and was ended: ask for less, or for one EHR.',
    )
  }
}
