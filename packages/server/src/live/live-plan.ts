/** Decides how the rows of a live query are kept up to date, from the query alone. */
import {
  type Aql,
  declaredVariables,
  ehrLinks,
  namedEhrs,
  pathsIn,
  printAql,
  unitOf,
  visitNodes,
} from '@cairn-ehr/openehr/aql'
import type { TouchedDocument } from '../events/index.ts'
import type { EhrId } from '../ids/index.ts'
import { type Demand, type PreparedCall, readingOf } from '../query/calls/index.ts'

/**
 * `ehr`: the query is about one EHR, and is run again after each change of it. `ehrs`: each row is of one EHR, and the query is run again in the
 * EHRs that changed. `query`: a change may move any row, so the whole query is run again, at most once in an interval.
 */
export type Kept = 'ehr' | 'ehrs' | 'query'

export interface LivePlan {
  readonly kept: Kept
  /** Of `ehr`; undefined if the query contradicts itself about its EHR, and finds nothing. */
  readonly ehrId: EhrId | undefined
  /** The text to run. */
  readonly q: string
  /** Of `ehr`: the text with the EHR of each row behind its other cells, which can be run in many EHRs at once. */
  readonly each: string | undefined
  /** It has the EHR of each row behind its other cells. */
  readonly hasEhrCell: boolean
  /** Its rows change with time, without a change of records. */
  readonly isTimed: boolean
  /** Columns that tell groups apart; undefined without aggregates. */
  readonly groupedBy: readonly number[] | undefined
  readonly isDistinct: boolean
  /** EHRs that it sees even if they are not queryable. */
  readonly named: ReadonlySet<string>
  /** A condition on each document that a row comes from; undefined: any change may matter. */
  readonly demand: Demand | undefined
  /** The query, if a document by itself tells whether rows come from it. */
  readonly ofDocument: Aql.BoundQuery | undefined
}

function hasNode(tree: unknown, isWanted: (node: { readonly kind: string }) => boolean): boolean {
  let isFound = false
  visitNodes(tree, node => {
    isFound ||= isWanted(node)
    return !isFound
  })
  return isFound
}

/** Functions whose value is not in the records. */
const TIMED: ReadonlySet<string> = new Set([
  'NOW',
  'CURRENT_DATE',
  'CURRENT_TIME',
  'CURRENT_DATE_TIME',
  'TERMINOLOGY',
])

const isTimed = (query: Aql.Query): boolean =>
  hasNode(query, node => node.kind === 'call' && TIMED.has((node as Aql.Call).name))

const isAggregate = ({ expression }: Aql.Column): boolean =>
  hasNode(expression, ({ kind }) => kind === 'aggregate')

function freshVariable({ from }: Aql.Query): string {
  const names = new Set(declaredVariables(from).map(({ name }) => name))
  let name = 'live_ehr'
  while (names.has(name)) name += '_'
  return name
}

/** The same query with the id of the EHR as its last column. FROM must not combine EHRs. */
function withEhrCell(query: Aql.Query): Aql.Query {
  const { from, at } = query
  const isEhr = from.kind === 'class' && from.name === 'EHR'
  const variable = (isEhr ? from.variable : undefined) ?? freshVariable(query)
  const step = (attribute: string): Aql.Step => ({ kind: 'step', attribute, at })
  const expression: Aql.Path = { kind: 'path', variable, steps: [step('ehr_id'), step('value')], at }
  return {
    ...query,
    columns: [...query.columns, { kind: 'column', expression, at }],
    from: isEhr
      ? { ...from, variable }
      : {
          kind: 'class',
          name: 'EHR',
          variable,
          contains: { kind: 'contains', negated: false, what: from, at },
          at,
        },
  }
}

/** Undefined: a row may depend on more than the documents that FROM finds. */
function demandOf(prepared: PreparedCall): Demand | undefined {
  const { unit, demand, linked } = readingOf(prepared)
  const isOfDocuments = linked !== 'history' && linked.every(kind => kind === 'EHR_STATUS')
  return unit === 'version' && isOfDocuments && demand.kind !== 'nothing' ? demand : undefined
}

/** True if rows need nothing but a document and the id of its EHR. */
function isOfDocument(query: Aql.BoundQuery): boolean {
  const ehrs = new Set(
    declaredVariables(query.from)
      .filter(({ type }) => type === 'EHR')
      .map(({ name }) => name),
  )
  const isOther = ({ variable, steps }: Aql.Path) => ehrs.has(variable) && steps[0]?.attribute !== 'ehr_id'
  const paths = pathsIn([query.columns, query.where])
  return (
    ehrLinks(query).size === 0 &&
    !hasNode(query.from, ({ kind }) => kind === 'version') &&
    !paths.some(isOther)
  )
}

/** Patients whose charts have the same text are told apart by the EHR that the call names, and by nothing in the text. */
const isNamedByCall = ({ ehrId, text }: PreparedCall): boolean =>
  ehrId !== undefined && !text.names.includes('ehr_id')

/** `hidesIdentity`: the EHRs of rows are not those of the database, so a query cannot be run in one of them. */
export function planLive(prepared: PreparedCall, hidesIdentity: boolean): LivePlan {
  const { query, text } = prepared
  const { ehrs } = readingOf(prepared)
  const isGrouped = query.columns.some(isAggregate)
  const isEach = !isGrouped && !query.distinct
  const isOfOne = ehrs.kind !== 'population' && !hidesIdentity
  const canShowEhr = isEach && unitOf(query) !== 'all' && !hidesIdentity
  const hasEhrCell = !isOfOne && canShowEhr
  const isOrdered = query.orderBy.length > 0 || query.limit !== undefined || query.top !== undefined
  const demand = demandOf(prepared)
  const isTimedQuery = isTimed(query)
  return {
    kept: isOfOne ? 'ehr' : hasEhrCell && !isOrdered ? 'ehrs' : 'query',
    ehrId: isOfOne && ehrs.kind === 'one' ? (ehrs.id as EhrId) : undefined,
    each: isOfOne && canShowEhr && isNamedByCall(prepared) ? printAql(withEhrCell(text.parsed)) : undefined,
    q: hasEhrCell ? printAql(withEhrCell(text.parsed)) : text.q,
    hasEhrCell,
    isTimed: isTimedQuery,
    groupedBy: isGrouped
      ? query.columns.flatMap((column, at) => (isAggregate(column) ? [] : [at]))
      : undefined,
    isDistinct: query.distinct,
    named: namedEhrs(query),
    demand,
    ofDocument: demand && !isTimedQuery && isOfDocument(query) ? query : undefined,
  }
}

/** Kinds of documents that FROM can name; all other classes are inside of them. */
export const DOCUMENT_KINDS: readonly string[] = ['COMPOSITION', 'EHR_STATUS', 'FOLDER']

/** False only if no row can come from the document. */
export function mayMeet(demand: Demand, document: TouchedDocument): boolean {
  switch (demand.kind) {
    case 'nothing':
      return true
    case 'both':
      return demand.of.every(each => mayMeet(each, document))
    case 'either':
      return demand.of.some(each => mayMeet(each, document))
    case 'class':
      if (demand.archetypes) return demand.archetypes.some(id => document.archetypes.includes(id))
      return !DOCUMENT_KINDS.includes(demand.name) || demand.name === document.kind
  }
}
