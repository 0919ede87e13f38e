/** The conditions that FROM puts on a document, to skip documents that cannot match; never more than that. */
import { type Aql, PARTY_CLASSES } from '@cairn-ehr/openehr/aql'
import { isA } from '@cairn-ehr/openehr/rm'
import type { Entries } from '../../roots/index.ts'

/** A condition on one version, in terms of the query. */
export type Demand =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'both' | 'either'; readonly of: readonly Demand[] }
  /** An object of the class, with one of the archetypes where these are given. */
  | { readonly kind: 'class'; readonly name: string; readonly archetypes: readonly string[] | undefined }

const NOTHING: Demand = { kind: 'nothing' }

/** Kinds of versioned objects that can be asked for: of EHRs, and parties. */
export const EHR_KINDS: readonly string[] = ['COMPOSITION', 'EHR_STATUS', 'FOLDER']

const KINDS: readonly string[] = [...EHR_KINDS, ...PARTY_CLASSES]

/** The archetypes that a version must have for a containment to match. NOT CONTAINS is left to the evaluator. */
export function demandOf(containment: Aql.Containment): Demand {
  switch (containment.kind) {
    case 'containsAll':
      return joined('both', containment.operands.map(demandOf))
    case 'containsAny':
      return joined('either', containment.operands.map(demandOf))
    case 'version':
      return insideOf(containment.contains)
    case 'class': {
      const { name, predicate } = containment
      const inside = insideOf(containment.contains)
      // The EHR stands over its documents.
      if (name === 'EHR') return inside
      return joined('both', [{ kind: 'class', name, archetypes: archetypesIn(predicate) }, inside])
    }
  }
}

const insideOf = (contains: Aql.Contains | undefined): Demand =>
  contains && !contains.negated ? demandOf(contains.what) : NOTHING

export function joined(kind: 'both' | 'either', demands: readonly Demand[]): Demand {
  const isNothing = ({ kind: each }: Demand) => each === 'nothing'
  if (kind === 'either') return demands.some(isNothing) ? NOTHING : { kind, of: demands }
  const of = demands.filter(each => !isNothing(each))
  const [only, more] = of
  if (!only) return NOTHING
  return more ? { kind, of } : only
}

/** The archetype ids of which a node must have one; `undefined`: a predicate that does not say so. */
function archetypesIn(predicate: Aql.Predicate | undefined): readonly string[] | undefined {
  if (predicate?.kind === 'node')
    return predicate.id.kind === 'archetypeId' ? [predicate.id.value] : undefined
  if (predicate?.kind !== 'predicateAnd' && predicate?.kind !== 'predicateOr') return undefined
  const found = predicate.operands.map(archetypesIn)
  if (predicate.kind === 'predicateAnd') return found.find(ids => ids !== undefined)
  return found.every(ids => ids !== undefined) ? found.flatMap(ids => ids ?? []) : undefined
}

/** A condition on one version, in terms of the store. */
export type Narrowing =
  | { readonly kind: 'all' }
  | { readonly kind: 'both' | 'either'; readonly of: readonly Narrowing[] }
  | { readonly kind: 'kinds'; readonly kinds: readonly string[] }
  /** Has a root with one of these keys of `cairn.archetype`. */
  | { readonly kind: 'roots'; readonly keys: readonly number[] }

const ALL: Narrowing = { kind: 'all' }

/** The dictionary must know every document that is looked at. */
export function narrowingOf(demand: Demand, entries: Entries): Narrowing {
  switch (demand.kind) {
    case 'nothing':
      return ALL
    case 'both':
    case 'either':
      return { kind: demand.kind, of: demand.of.map(each => narrowingOf(each, entries)) }
    case 'class':
      return demand.archetypes
        ? { kind: 'roots', keys: rootsWith(entries, demand.name, demand.archetypes) }
        : classNarrowing(entries, demand.name)
  }
}

/** An archetype id, wherever it stands, begins a root; what is no archetype id is found inside one. */
const rootsWith = (entries: Entries, name: string, ids: readonly string[]): readonly number[] =>
  [...entries.archetypes()]
    .filter(({ type, id }) => isA(type, name) && ids.includes(id))
    .map(({ key }) => key)

function classNarrowing(entries: Entries, name: string): Narrowing {
  const kinds = KINDS.filter(kind => isA(kind, name))
  // No other object can hold one of these.
  if (KINDS.includes(name)) return { kind: 'kinds', kinds }
  if (kinds.length > 0) return ALL
  const archetypes = [...entries.archetypes()]
  const keys = archetypes
    .filter(({ type, paths }) => isA(type, name) || hasClass(paths.keys(), name))
    .map(({ key }) => key)
  // What most documents have is not worth being asked for.
  return keys.length > archetypes.length / 2 ? ALL : { kind: 'roots', keys }
}

function hasClass(paths: Iterable<{ readonly steps: readonly { readonly type?: string }[] }>, name: string) {
  for (const { steps } of paths)
    for (const { type } of steps) if (type !== undefined && isA(type, name)) return true
  return false
}

const JOINTS = { both: ' and ', either: ' or ' }

/** For people. */
export function printNarrowing(narrowing: Narrowing): string {
  switch (narrowing.kind) {
    case 'all':
      return 'any'
    case 'kinds':
      return narrowing.kinds.join(' or ')
    case 'roots':
      return `archetype key in {${narrowing.keys.join(', ')}}`
    default:
      return `(${narrowing.of.map(printNarrowing).join(JOINTS[narrowing.kind])})`
  }
}
