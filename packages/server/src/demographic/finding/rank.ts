/** Compares an entry with a request: how each part of it fits, and the score that people are ordered by. */
import { daysOf, overlap } from './birth-date.ts'
import type { Identifier, KnownIdentifier } from './facts.ts'
import { shortestBeginning } from './keys.ts'
import { isSimilar } from './spelling.ts'
import type { FoundEntry } from './store.ts'
import { fold, lengthOf, plainIdentifier } from './terms.ts'

export interface PersonSearch {
  /** The readings of the name. */
  readonly readings: readonly (readonly string[])[]
  readonly birth: { readonly from: string; readonly to: string } | undefined
  readonly sex: string | undefined
  readonly identifier: Identifier | undefined
  readonly addressTerms: readonly string[]
}

/** Scores of terms by their fit. */
const FITS = { same: 1, beginning: 0.8, similar: 0.6 } as const

type Fit = keyof typeof FITS

/** A part of the request and the part of the person that fits it. */
export interface Reason {
  readonly criterion:
    | 'name'
    | 'birth_date'
    | 'sex'
    | 'identifier'
    | 'address'
    | 'ehr_uid'
    | 'person_uid'
    | 'merged'
  readonly asked: string
  readonly found: string
  readonly how: Fit | 'within' | 'partly_known' | 'merged'
}

interface Compared {
  readonly score: number
  readonly reasons: readonly Reason[]
}

function fitOf(asked: string, stored: string): Fit | undefined {
  if (asked === stored) return 'same'
  if (stored.startsWith(asked) && lengthOf(asked) >= shortestBeginning(stored)) return 'beginning'
  return isSimilar(asked, stored) ? 'similar' : undefined
}

function bestTerm(asked: string, terms: readonly string[]): (Reason & { readonly how: Fit }) | undefined {
  let best: (Reason & { readonly how: Fit }) | undefined
  for (const found of terms) {
    const how = fitOf(asked, found)
    if (how && (!best || FITS[how] > FITS[best.how])) best = { criterion: 'name', asked, found, how }
  }
  return best
}

const average = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)

function compareReading(reading: readonly string[], terms: readonly string[]): Compared | undefined {
  const reasons = reading.map(asked => bestTerm(asked, terms))
  const fitting = reasons.filter(reason => reason !== undefined)
  if (fitting.length < reasons.length) return undefined
  return { score: average(fitting.map(({ how }) => FITS[how])), reasons: fitting }
}

/** The best reading; undefined if none fits. */
export const compareName = (
  readings: readonly (readonly string[])[],
  terms: readonly string[],
): Compared | undefined =>
  readings
    .flatMap(reading => compareReading(reading, terms) ?? [])
    .reduce<Compared | undefined>((best, each) => (best && best.score >= each.score ? best : each), undefined)

const PARTLY_KNOWN = 0.8

function compareBirth(asked: { from: string; to: string }, date: string | undefined): Compared | undefined {
  if (date === undefined) return undefined
  const days = daysOf(date)
  if (!overlap(days, asked)) return undefined
  const isDay = asked.from === asked.to
  const isWithin = asked.from <= days.from && days.to <= asked.to
  const how = isWithin ? (isDay ? 'same' : 'within') : 'partly_known'
  const text = isDay ? asked.from : `${asked.from}/${asked.to}`
  return {
    score: isWithin ? 1 : PARTLY_KNOWN,
    reasons: [{ criterion: 'birth_date', asked: text, found: date, how }],
  }
}

const isText = (asked: string | undefined, stored: string | undefined): boolean =>
  asked === undefined || (stored !== undefined && fold(asked) === fold(stored))

/** Type and issuer count where they are asked for. */
export const isIdentifier = (asked: Identifier, stored: KnownIdentifier): boolean =>
  stored.plain === plainIdentifier(asked.value) &&
  isText(asked.type, stored.type) &&
  isText(asked.issuer, stored.issuer)

function compareIdentifier(asked: Identifier, stored: readonly KnownIdentifier[]): Compared | undefined {
  const found = stored.find(each => isIdentifier(asked, each))
  return (
    found && {
      score: 1,
      reasons: [{ criterion: 'identifier', asked: asked.value, found: found.value, how: 'same' }],
    }
  )
}

const compareAddress = (asked: readonly string[], terms: readonly string[]): Compared | undefined =>
  asked.every(term => terms.includes(term))
    ? {
        score: 1,
        reasons: asked.map(term => ({ criterion: 'address', asked: term, found: term, how: 'same' })),
      }
    : undefined

const compareSex = (asked: string, sex: string | undefined): Compared | undefined =>
  asked === sex ? { score: 1, reasons: [{ criterion: 'sex', asked, found: sex, how: 'same' }] } : undefined

/** Undefined if a part of the request does not fit. */
export function compareEntry(search: PersonSearch, entry: FoundEntry): Compared | undefined {
  const { readings, birth, sex, identifier, addressTerms } = search
  const parts = [
    ...(readings.length > 0 ? [compareName(readings, entry.nameTerms)] : []),
    ...(birth ? [compareBirth(birth, entry.birthDate)] : []),
    ...(sex === undefined ? [] : [compareSex(sex, entry.sex)]),
    ...(identifier ? [compareIdentifier(identifier, entry.identifiers)] : []),
    ...(addressTerms.length > 0 ? [compareAddress(addressTerms, entry.addressTerms)] : []),
  ]
  const fitting = parts.filter(part => part !== undefined)
  if (fitting.length < parts.length) return undefined
  return { score: average(fitting.map(({ score }) => score)), reasons: fitting.flatMap(part => part.reasons) }
}
