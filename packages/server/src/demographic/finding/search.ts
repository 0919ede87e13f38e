/** Finds people: candidates by the index, compared one by one, the best ones first. */
import { inTurns } from '../../collections/index.ts'
import type { LimitedDatabase, LimitedQueries } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { addressKey, birthKeys, exactKeys, identifierKey, looseKeys, SLICES, sliceKey } from './keys.ts'
import { compareEntry, type PersonSearch, type Reason } from './rank.ts'
import { type EntryFilter, type FoundEntry, findEntries, findSurvivors, useIndexes } from './store.ts'
import { plainIdentifier } from './terms.ts'

/** Most candidates of one look-up: whoever has more to choose from adds a birth date. */
export const MOST_CANDIDATES = 200

export interface FoundPerson {
  readonly entry: FoundEntry
  /** The person that was found, who was merged into the one of the entry. */
  readonly merged?: ObjectId
  readonly score: number
  readonly reasons: readonly Reason[]
}

export interface FoundPeople {
  readonly people: readonly FoundPerson[]
  /** False: more people fit than were compared. */
  readonly isComplete: boolean
}

export interface AskedPeople extends PersonSearch {
  /** A birth date, whole or in part; a range is compared by days alone. */
  readonly birthDate: string | undefined
}

const otherGroups = ({ birthDate, identifier, addressTerms }: AskedPeople): number[][] => [
  ...(birthDate === undefined ? [] : [birthKeys(birthDate)]),
  ...(identifier ? [[identifierKey(plainIdentifier(identifier.value))]] : []),
  ...addressTerms.map(term => [addressKey(term)]),
]

/** Names as they are spelt come first: of a frequent one there are enough. */
function filtersOf(search: AskedPeople): readonly (readonly EntryFilter[])[] {
  const { readings, sex, birth, birthDate } = search
  const others = otherGroups(search)
  // The keys of a date find it, so that the days of a range need not.
  const common = { sex, born: birthDate === undefined ? birth : undefined }
  const filtersBy = (keys: (term: string) => number[]): EntryFilter[] =>
    readings.map(terms => ({ ...common, groups: [...terms.map(keys), ...others] }))
  return readings.length === 0
    ? [[{ ...common, groups: others }]]
    : [filtersBy(exactKeys), filtersBy(looseKeys)]
}

/** From so many people on, to read all rows of a frequent name takes longer than two more look-ups. */
const MANY_PEOPLE = 100_000

/**
 * The index yields no row before it has read all that have the name. A slice of them is as good as any others of a
 * frequent name, and takes a tenth of the time.
 */
async function findSome(
  queries: LimitedQueries,
  filter: EntryFilter,
  slices: readonly (typeof SLICES)[number][],
): Promise<FoundEntry[]> {
  for (const slice of slices) {
    const groups = [...filter.groups, [sliceKey(slice)]]
    const found = await findEntries(queries, { ...filter, groups }, MOST_CANDIDATES)
    if (found.length === MOST_CANDIDATES) return found
  }
  return findEntries(queries, filter, MOST_CANDIDATES)
}

/** Names that are spelt alike are joined without reading all of them; misspellings are not, and have few in a small slice. */
function slicesOf({ groups }: EntryFilter, isLoose: boolean): readonly (typeof SLICES)[number][] {
  if (isLoose) return SLICES.slice(-1)
  return groups.length === 1 ? SLICES : []
}

/** Birth dates and identifiers leave few to read. */
const isBroad = ({ birth, birthDate, identifier }: AskedPeople): boolean =>
  birth === undefined && birthDate === undefined && identifier === undefined

async function findCandidates(queries: LimitedQueries, search: AskedPeople) {
  const candidates = new Map<string, FoundEntry>()
  let isComplete = true
  const people = await useIndexes(queries)
  const hasSlices = people > MANY_PEOPLE && isBroad(search)
  for (const [at, tier] of filtersOf(search).entries()) {
    for (const filter of tier) {
      const found = await findSome(queries, filter, hasSlices ? slicesOf(filter, at > 0) : [])
      if (found.length === MOST_CANDIDATES) isComplete = false
      for (const entry of found) candidates.set(entry.personId, entry)
    }
    if (candidates.size >= MOST_CANDIDATES) break
  }
  return { candidates: [...candidates.values()], isComplete }
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const bestFirst = (a: FoundPerson, b: FoundPerson): number =>
  b.score - a.score || inOrder(a.entry.name, b.entry.name) || inOrder(a.entry.personId, b.entry.personId)

/** In place of a person who was merged, the one that stays; once, if both are found. */
export async function withSurvivors(
  db: LimitedQueries,
  people: readonly FoundPerson[],
): Promise<readonly FoundPerson[]> {
  const survivors = await findSurvivors(
    db,
    people.map(({ entry }) => entry),
  )
  return people.flatMap(({ entry: found, ...more }): FoundPerson[] => {
    if (found.mergedInto === undefined) return [{ entry: found, ...more }]
    const entry = survivors.get(found.personId)
    const reason = { criterion: 'merged', asked: found.personId, found: found.name, how: 'merged' } as const
    return entry ? [{ ...more, entry, merged: found.personId, reasons: [...more.reasons, reason] }] : []
  })
}

const once = (people: readonly FoundPerson[]): readonly FoundPerson[] => {
  const seen = new Set<string>()
  return people.filter(({ entry: { personId } }) => !seen.has(personId) && seen.add(personId))
}

export async function findPeople(db: LimitedDatabase, search: AskedPeople): Promise<FoundPeople> {
  const { candidates, isComplete } = await db.transaction(queries => findCandidates(queries, search))
  const compared = await inTurns(candidates, entry => ({ entry, ...compareEntry(search, entry) }))
  const people = compared.filter((each): each is FoundPerson => each.score !== undefined)
  return { people: once([...(await withSurvivors(db, people))].sort(bestFirst)), isComplete }
}
