/** Scores people who may be the same: each part that both have counts with its weight, and the answer says how. */
import { inTurns } from '../../collections/index.ts'
import type { LimitedDatabase, LimitedQueries } from '../../db/index.ts'
import { daysOf, overlap } from './birth-date.ts'
import type { KnownIdentifier } from './facts.ts'
import { birthKeys, identifierKey, looseKeys } from './keys.ts'
import { compareName, isIdentifier } from './rank.ts'
import { type FoundEntry, findEntries, useIndexes } from './store.ts'

export const MATCHED_PARTS = ['name', 'birth_date', 'sex', 'identifier'] as const

type MatchedPart = (typeof MATCHED_PARTS)[number]

export type MatchWeights = Readonly<Record<MatchedPart, number>>

/** The person to compare others with. */
export interface Sought {
  readonly personId: string | undefined
  /** The terms of the name. */
  readonly terms: readonly string[]
  readonly birthDate: string | undefined
  readonly sex: string | undefined
  readonly identifiers: readonly KnownIdentifier[]
}

/** One part of a score. */
interface MatchPart {
  readonly part: MatchedPart
  readonly weight: number
  /** From 0 to 1. */
  readonly agreement: number
}

export interface Match {
  readonly entry: FoundEntry
  /** From 0 to 1: the agreement of the parts that both have, by their weights. */
  readonly score: number
  readonly parts: readonly MatchPart[]
}

const PARTLY_KNOWN = 0.5
const YEAR_AND_ONE_MORE = 0.5

/** Dates that differ in the month or the day alone are often slips: half of them counts. */
function agreementOfDates(a: string, b: string): number {
  if (a === b) return 1
  if (overlap(daysOf(a), daysOf(b))) return PARTLY_KNOWN
  const [one, other] = [a.split('-'), b.split('-')]
  const same = one.filter((part, at) => part === other[at]).length
  const isExchanged = one[0] === other[0] && one[1] === other[2] && one[2] === other[1]
  return one.length === 3 && other.length === 3 && (same === 2 || isExchanged) ? YEAR_AND_ONE_MORE : 0
}

/** The share of the terms of the shorter name that the longer one has, each as far as it fits. */
function agreementOfNames(a: readonly string[], b: readonly string[]): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const fits = few.map(term => compareName([[term]], many)?.score ?? 0)
  return fits.reduce((sum, each) => sum + each, 0) / few.length
}

/** Numbers of the same type that differ speak against a match; others say nothing. */
function agreementOfIdentifiers(
  a: readonly KnownIdentifier[],
  b: readonly KnownIdentifier[],
): number | undefined {
  if (a.some(one => b.some(other => isIdentifier(one, other)))) return 1
  const typeOf = ({ type, issuer }: KnownIdentifier): string | undefined => type && `${type} ${issuer ?? ''}`
  return a.some(one => typeOf(one) !== undefined && b.some(other => typeOf(one) === typeOf(other)))
    ? 0
    : undefined
}

function agreements(sought: Sought, entry: FoundEntry): Partial<Record<MatchedPart, number | undefined>> {
  const hasNames = sought.terms.length > 0 && entry.nameTerms.length > 0
  const hasDates = sought.birthDate !== undefined && entry.birthDate !== undefined
  return {
    name: hasNames ? agreementOfNames(sought.terms, entry.nameTerms) : undefined,
    birth_date: hasDates ? agreementOfDates(sought.birthDate ?? '', entry.birthDate ?? '') : undefined,
    sex: sought.sex && entry.sex ? Number(sought.sex === entry.sex) : undefined,
    identifier: agreementOfIdentifiers(sought.identifiers, entry.identifiers),
  }
}

function scoreMatch(sought: Sought, entry: FoundEntry, weights: MatchWeights): Match {
  const found = agreements(sought, entry)
  const parts = MATCHED_PARTS.flatMap((part): MatchPart[] => {
    const agreement = found[part]
    return agreement === undefined ? [] : [{ part, weight: weights[part], agreement }]
  })
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const reached = parts.reduce((sum, { weight, agreement }) => sum + weight * agreement, 0)
  return { entry, score: total === 0 ? 0 : reached / total, parts }
}

const MOST_CANDIDATES = 200

/** Keys that a possible duplicate must have one of, group by group: an identifier; a birth date and a term; two terms. */
function candidateGroups({ terms, birthDate, identifiers }: Sought): number[][][] {
  const names = terms.map(looseKeys)
  const any = names.flat()
  const pairs = names.flatMap((keys, at) => names.slice(at + 1).map(others => [keys, others]))
  return [
    ...(identifiers.length > 0 ? [[identifiers.map(({ plain }) => identifierKey(plain))]] : []),
    ...(birthDate !== undefined && any.length > 0 ? [[birthKeys(birthDate), any]] : []),
    ...(terms.length === 1 ? [names] : pairs.slice(0, MOST_PAIRS)),
  ]
}

const MOST_PAIRS = 6

async function findCandidates(queries: LimitedQueries, sought: Sought): Promise<Map<string, FoundEntry>> {
  const candidates = new Map<string, FoundEntry>()
  await useIndexes(queries)
  for (const groups of candidateGroups(sought))
    for (const entry of await findEntries(queries, { groups }, MOST_CANDIDATES))
      if (entry.personId !== sought.personId && entry.mergedInto === undefined)
        candidates.set(entry.personId, entry)
  return candidates
}

/** People whose score is at least `least`, the best ones first. */
export async function findMatches(
  db: LimitedDatabase,
  sought: Sought,
  { weights, least, most }: { readonly weights: MatchWeights; readonly least: number; readonly most: number },
): Promise<readonly Match[]> {
  const candidates = await db.transaction(queries => findCandidates(queries, sought))
  const matches = await inTurns([...candidates.values()], entry => scoreMatch(sought, entry, weights))
  return matches
    .filter(({ score }) => score >= least)
    .sort((a, b) => b.score - a.score || (a.entry.personId < b.entry.personId ? -1 : 1))
    .slice(0, most)
}
