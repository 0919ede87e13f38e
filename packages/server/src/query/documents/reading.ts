/** The documents that a query has to see: of which EHRs, in which versions, with what in them, and what of it together. */
import {
  type Aql,
  type EhrLink,
  ehrLinks,
  isOfParties,
  namedEhrs,
  PARTY_CLASSES,
  type Unit,
  unitOf,
} from '@cairn-ehr/openehr/aql'
import { isUuid } from '@cairn-ehr/openehr/rm'
import type { Among } from '../among.ts'
import { type Demand, demandOf, EHR_KINDS, joined } from './demand.ts'

/** The EHRs to read: one, or all that are queryable and those that are named. Parties are in none. */
export type EhrChoice =
  | { readonly kind: 'parties' }
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly id: string; readonly queryableOnly: boolean }
  | { readonly kind: 'population'; readonly named: readonly string[] }

export interface Reading {
  readonly unit: Unit
  readonly ehrs: EhrChoice
  /** Of these, some EHRs alone, or versions in them. */
  readonly among?: Among | undefined
  /** Kinds of versioned objects to read. */
  readonly kinds: readonly string[]
  /** True if superseded and deleted versions are asked for as well. */
  readonly history: boolean
  readonly demand: Demand
  /** Kinds of objects that the EHR's references lead to; the whole history of all where contributions are asked for. */
  readonly linked: readonly string[] | 'history'
}

/** True if a query can find something in one EHR only. */
export const isInOneEhr = ({ query, ehrId }: Given): boolean =>
  ['none', 'one'].includes(ehrsOf(query, ehrId).kind)

type Given = {
  readonly query: Aql.BoundQuery
  readonly ehrId: string | undefined
  readonly among?: Among | undefined
}

export function readingOf({ query, ehrId, among }: Given): Reading {
  const unit = unitOf(query)
  const linked = linkedKinds(ehrLinks(query))
  const isTogether = unit !== 'version'
  return {
    unit,
    ehrs: ehrsOf(query, ehrId),
    among,
    kinds: isOfParties(query.from) ? PARTY_CLASSES : EHR_KINDS,
    history: asksForHistory(query.from) || (isTogether && linked === 'history'),
    demand: isTogether ? demandOfRecord(query.from, linked) : demandOf(query.from),
    linked: isTogether ? [] : linked,
  }
}

const KIND_OF: Readonly<Record<Exclude<EhrLink, 'contributions'>, string>> = {
  ehr_status: 'EHR_STATUS',
  directory: 'FOLDER',
  folders: 'FOLDER',
  compositions: 'COMPOSITION',
}

function linkedKinds(links: ReadonlySet<EhrLink>): readonly string[] | 'history' {
  const kinds = new Set<string>()
  for (const link of links) {
    if (link === 'contributions') return 'history'
    kinds.add(KIND_OF[link])
  }
  return [...kinds]
}

function asksForHistory(from: Aql.Containment): boolean {
  switch (from.kind) {
    case 'containsAll':
    case 'containsAny':
      return from.operands.some(asksForHistory)
    case 'version':
      if (from.versions === 'ALL_VERSIONS' || from.predicate) return true
  }
  return from.contains !== undefined && asksForHistory(from.contains.what)
}

/**
 * Of an EHR as a whole, every version matters in which some part of FROM may be found, be it a part that must not be
 * there; and what the EHR's references lead to. Where folders are followed, that can be anything.
 */
function demandOfRecord(from: Aql.Containment, linked: Reading['linked']): Demand {
  if (linked === 'history') return { kind: 'nothing' }
  const ofLinks = linked.map((name): Demand => ({ kind: 'class', name, archetypes: undefined }))
  return joined('either', [...partsOf(from), ...ofLinks])
}

function partsOf(from: Aql.Containment): readonly Demand[] {
  if (from.kind === 'containsAll' || from.kind === 'containsAny') return from.operands.flatMap(partsOf)
  if (from.kind === 'class' && from.name === 'EHR') return from.contains ? partsOf(from.contains.what) : []
  return [unitOf({ from } as Aql.Query) === 'version' ? demandOf(from) : { kind: 'nothing' }]
}

function ehrsOf(query: Aql.BoundQuery, ehrId: string | undefined): EhrChoice {
  if (isOfParties(query.from)) return { kind: 'parties' }
  const named = namedEhrs(query)
  const ids = new Set([...(ehrId === undefined ? [] : [ehrId]), ...idsInFrom(query), ...idsInWhere(query)])
  const [id] = ids
  if (id === undefined) return { kind: 'population', named: [...named].filter(isId) }
  if (ids.size > 1 || !isId(id)) return { kind: 'none' }
  return { kind: 'one', id, queryableOnly: ehrId === undefined && !named.has(id) }
}

/** As the store writes them: an id in capitals is another text. */
const isId = (id: string): boolean => isUuid(id) && id === id.toLowerCase()

/** The id in `FROM EHR e[ehr_id/value='…']`, where that is the EHR of every row. */
function idsInFrom({ from, ...query }: Aql.BoundQuery): Iterable<string> {
  if (from.kind !== 'class' || from.name !== 'EHR') return []
  const { contains: _, ...ehr } = from
  return namedEhrs({ ...query, from: ehr })
}

/** The ids in `WHERE e/ehr_id/value = '…' AND …`, where `e` is the EHR of every row. */
function idsInWhere({ from, where }: Aql.BoundQuery): readonly string[] {
  if (from.kind !== 'class' || from.name !== 'EHR' || from.variable === undefined) return []
  const { variable } = from
  return conjuncts(where).flatMap(({ operator, left, right }) => {
    if (operator !== '=' || left.kind !== 'path' || right.kind !== 'literal') return []
    const path = left.steps.map(step => step.attribute).join('/')
    return left.variable === variable && path === 'ehr_id/value' ? [String(right.value)] : []
  })
}

function conjuncts(condition: Aql.Condition | undefined): readonly Aql.Comparison[] {
  if (condition?.kind === 'and') return condition.operands.flatMap(conjuncts)
  return condition?.kind === 'comparison' ? [condition] : []
}
