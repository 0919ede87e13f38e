/** A query as a condition on single records: the rows of a version, compared with those of the version before it (decision 0118). */
import { type Aql, canHold } from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { RecordVersions } from '../events/index.ts'
import type { Demand, PreparedCall } from '../query/calls/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type DocumentRows, openDocumentRows } from './document-rows.ts'
import { DOCUMENT_KINDS, mayMeet, planLive } from './live-plan.ts'
import { compareRows, type FoundRow, type LiveRow } from './row-changes.ts'

export interface RecordCondition {
  readonly prepared: PreparedCall
  readonly rowsIn: DocumentRows
  readonly demand: Demand
  /** EHRs that it sees even if they are not queryable. */
  readonly named: ReadonlySet<string>
}

const refused = (reason: string): Refusal => new Refusal('subscription.query_refused', reason)

const ONE_RECORD =
  'The query of a subscription looks at one record at a time: each of its rows must come from the composition, EHR_STATUS or folder that FROM names, and from the id of its EHR.'

/** Says why rows of a query would depend on more than one version of one record. */
function faultOf(query: Aql.BoundQuery, plan: ReturnType<typeof planLive>): string | undefined {
  const { limit, top, orderBy } = query
  const clauses: readonly (readonly [isUsed: boolean, name: string])[] = [
    [plan.groupedBy !== undefined, 'aggregates such as COUNT'],
    [plan.isDistinct, 'DISTINCT'],
    [orderBy.length > 0, 'ORDER BY'],
    [limit !== undefined || top !== undefined, 'LIMIT or TOP'],
  ]
  const used = clauses.filter(([isUsed]) => isUsed).map(([, name]) => name)
  if (used.length > 0)
    return `The query of a subscription looks at one record at a time, so it cannot have ${used.join(' and ')}.`
  if (plan.isTimed)
    return 'The rows of NOW(), CURRENT_… and TERMINOLOGY() change without a commit: the query of a subscription cannot use them.'
  return plan.ofDocument ? undefined : ONE_RECORD
}

/** Throws if rows of the query depend on more than one version of one record. */
export function planCondition(prepared: PreparedCall): RecordCondition {
  if (prepared.form.isOfParties)
    throw refused('The query of a subscription is of EHRs, and this one is of parties.')
  const { query } = prepared
  const plan = planLive(prepared, false)
  const fault = faultOf(query, plan)
  if (fault !== undefined || !plan.demand) throw refused(fault ?? ONE_RECORD)
  return { prepared, rowsIn: openDocumentRows(query), demand: plan.demand, named: plan.named }
}

/** Archetypes of which a document with rows has at least one; undefined: it may have any. */
export function archetypesOf(demand: Demand): readonly string[] | undefined {
  switch (demand.kind) {
    case 'nothing':
      return undefined
    case 'class':
      return demand.archetypes
    case 'both':
      return demand.of.map(archetypesOf).find(ids => ids !== undefined)
    case 'either': {
      const each = demand.of.map(archetypesOf)
      return each.every(ids => ids !== undefined) ? each.flatMap(ids => ids ?? []) : undefined
    }
  }
}

/** Kinds of records that can have rows. */
export function kindsOf(demand: Demand): readonly string[] {
  switch (demand.kind) {
    case 'nothing':
      return DOCUMENT_KINDS
    case 'class':
      return DOCUMENT_KINDS.filter(kind => kind === demand.name || canHold(kind, demand.name))
    case 'both':
      return demand.of.map(kindsOf).reduce((some, others) => some.filter(kind => others.includes(kind)))
    case 'either':
      return [...new Set(demand.of.flatMap(kindsOf))]
  }
}

/** False only if neither version has rows. */
export const mayConcern = ({ demand }: RecordCondition, { before, after }: RecordVersions): boolean =>
  mayMeet(demand, after) || (before !== undefined && mayMeet(demand, before))

type Cells = readonly unknown[]

interface ChangedRows {
  readonly columns: readonly { readonly name: string; readonly path?: string }[]
  readonly added: readonly Cells[]
  readonly changed: readonly { readonly before: Cells; readonly after: Cells }[]
  readonly removed: readonly Cells[]
}

/** Rows and steps of the evaluator in one document. They are counted, since a time limit would depend on the load of the machine. */
const [MOST_ROWS, MOST_STEPS] = [1000, 1_000_000]

const tooMuch = (): Refusal =>
  refused(
    `The query finds more than ${MOST_ROWS} rows in one record, or takes more than ${MOST_STEPS} steps in it: ask for less.`,
  )

function rowsOf({ rowsIn }: RecordCondition, ehrId: string, document: RmObject | undefined): FoundRow[] {
  const rows: FoundRow[] = []
  let steps = 0
  const tick = () => {
    steps += 1
    if (steps > MOST_STEPS) throw tooMuch()
  }
  if (document === undefined) return rows
  for (const cells of rowsIn(ehrId, document, tick)) {
    if (rows.length === MOST_ROWS) throw tooMuch()
    rows.push({ json: JSON.stringify(cells), group: '', ehrId })
  }
  return rows
}

const cellsOf = ({ json }: FoundRow): Cells => JSON.parse(json) as Cells

/** The documents of a change; undefined: there is none, or the caller may not see it. */
export interface ChangedDocuments {
  readonly before: RmObject | undefined
  readonly after: RmObject | undefined
}

/** Undefined: both versions have the same rows. Throws if a document has too many. */
export function changedRows(
  condition: RecordCondition,
  ehrId: string,
  documents: ChangedDocuments,
): ChangedRows | undefined {
  let key = 0
  const newKey = () => key++
  const before: LiveRow[] = rowsOf(condition, ehrId, documents.before).map(row => ({ ...row, key: newKey() }))
  const after = rowsOf(condition, ehrId, documents.after)
  const { added, changed, removed } = compareRows(before, after, false, newKey)
  if (added.length + changed.length + removed.length === 0) return undefined
  const earlier = new Map(before.map(row => [row.key, row]))
  return {
    columns: condition.prepared.form.columns,
    added: added.map(cellsOf),
    changed: changed.map(row => ({ before: cellsOf(earlier.get(row.key) ?? row), after: cellsOf(row) })),
    removed: removed.map(cellsOf),
  }
}
