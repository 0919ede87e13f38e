/** The keys of a person: hashes that one index of the database looks up. Different texts may have one hash, so rows are compared afterwards. */
import { shortenedTerms } from './spelling.ts'

/** The origin of a hash, so that a word of a name is no word of an address. */
type Sort = 'name' | 'beginning' | 'address' | 'identifier' | 'born' | 'bornIn' | 'slice'

/** FNV-1a in 32 bits, as PostgreSQL's integer. */
function hashOf(sort: Sort, text: string): number {
  let hash = 0x811c9dc5
  for (const unit of `${sort} ${text}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return hash | 0
}

/** Names of these scripts have one letter for a syllable or a word, and no spaces. */
const IS_DENSE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

const LONGEST_BEGINNING = 6

/** Fewest letters of a beginning. */
export const shortestBeginning = (term: string): number => (IS_DENSE.test(term) ? 1 : 2)

/** Beginnings of a term that it can be found by; those of a longer one are compared in full. */
function beginningsOf(term: string): readonly string[] {
  const letters = Array.from(term)
  const first = shortestBeginning(term)
  const last = Math.min(LONGEST_BEGINNING, letters.length - 1)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    letters.slice(0, first + at).join(''),
  )
}

const nameKey = (term: string): number => hashOf('name', term)

const keysOfTerm = (term: string): number[] => [
  nameKey(term),
  ...shortenedTerms(term).map(nameKey),
  ...beginningsOf(term).map(beginning => hashOf('beginning', beginning)),
]

/** A term of a request, spelt as it is. */
export const exactKeys = (term: string): number[] => [nameKey(term)]

/** A term of a request: misspelt, or the beginning of a name. */
export function looseKeys(term: string): number[] {
  const letters = Array.from(term)
  const beginning = letters.slice(0, LONGEST_BEGINNING).join('')
  return [
    nameKey(term),
    ...shortenedTerms(term).map(nameKey),
    ...(letters.length < shortestBeginning(term) ? [] : [hashOf('beginning', beginning)]),
  ]
}

/** One of so many people is in each slice. */
export const SLICES = [256, 32] as const

export const sliceKey = (slice: (typeof SLICES)[number]): number => hashOf('slice', String(slice))

/** The slices that a person is in: by chance, but always the same. */
export const sliceKeysOf = (personId: string): number[] =>
  SLICES.filter(slice => (hashOf('slice', personId) >>> 0) % slice === 0).map(sliceKey)

export const addressKey = (term: string): number => hashOf('address', term)

export const identifierKey = (plain: string): number => hashOf('identifier', plain)

/** `1980-05-03` → `1980`, `1980-05`, `1980-05-03`. */
const datesAround = (date: string): readonly string[] => {
  const parts = date.split('-')
  return parts.map((_, at) => parts.slice(0, at + 1).join('-'))
}

/** A person is found by the year and month too; a date that is known in part by every date in it. */
const keysOfBirth = (date: string): number[] => [
  ...datesAround(date).map(each => hashOf('born', each)),
  ...(date.split('-').length < 3 ? [hashOf('bornIn', date)] : []),
]

/** A date of a request, whole or in part. */
export const birthKeys = (date: string): number[] => [
  hashOf('born', date),
  ...datesAround(date)
    .slice(0, -1)
    .map(each => hashOf('bornIn', each)),
]

export interface Findable {
  readonly nameTerms: readonly string[]
  readonly addressTerms: readonly string[]
  readonly birthDate: string | undefined
  readonly identifiers: readonly { readonly plain: string }[]
}

export const keysOf = ({ nameTerms, addressTerms, birthDate, identifiers }: Findable): number[] => [
  ...new Set([
    ...nameTerms.flatMap(keysOfTerm),
    ...addressTerms.map(addressKey),
    ...(birthDate === undefined ? [] : keysOfBirth(birthDate)),
    ...identifiers.map(({ plain }) => identifierKey(plain)),
  ]),
]
