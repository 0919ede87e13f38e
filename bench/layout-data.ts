/** The load mix of the corpus as many compositions: other values, times and ids in each, spread over EHRs. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'

const FOLDER = fileURLToPath(
  new URL('../../shared/corpus/performance-test/compositions/repeatable/', import.meta.url),
)

export const EHRS = 10_000
/** Every fiftieth composition belongs to one patient with a long record; the others have ten each. */
const LONG_RECORD_EVERY = 50

export interface Made {
  readonly ehr: string
  readonly object: string
  /** Commit number: from 1. */
  readonly commit: number
  readonly data: RmObject
}

/** A version 4 UUID that is the same in every run. */
export const uuidOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const ehrOf = (at: number): string => uuidOf(`ehr ${at}`)
export const LONG_RECORD = ehrOf(0)
/** One of those with some ten, two of them blood pressures where there are 100,000. */
export const SHORT_RECORD = '9dad9fe9-6001-48db-a4ff-e5e727136ca5'

function documents(): readonly RmObject[] {
  return readdirSync(FOLDER)
    .sort()
    .map(name => JSON.parse(readFileSync(FOLDER + name, 'utf8')) as RmObject)
}

/** Small and fast, and the same in every run. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Batches of compositions, in commit order. */
export function* compositions(count: number, batch: number): Generator<readonly Made[]> {
  const originals = documents()
  const next = mulberry32(7)
  let made: Made[] = []
  for (let commit = 1; commit <= count; commit++) {
    const original = originals[Math.floor(next() * originals.length)] ?? {}
    const ehr = commit % LONG_RECORD_EVERY === 0 ? LONG_RECORD : ehrOf(1 + Math.floor(next() * (EHRS - 1)))
    const object = uuidOf(`object ${commit}`)
    made.push({ ehr, object, commit, data: varied(original, object, next) })
    if (made.length === batch || commit === count) {
      yield made
      made = []
    }
  }
}

/** Quantities vary, all times move by the same stretch, every tenth blood pressure has three events. */
function varied(original: RmObject, object: string, next: () => number): RmObject {
  const days = Math.floor(next() * 2000)
  const copies = next() < 0.1 && JSON.stringify(original['archetype_details']).includes('Blutdruck') ? 3 : 1
  const copy = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) {
      const list: readonly unknown[] =
        name === 'events' && value.length === 1
          ? Array.from({ length: copies }, () => value[0] as unknown)
          : value
      return list.map(member => copy(member, ''))
    }
    if (!isRmObject(value)) return value
    const entries = Object.entries(value).map(([key, inner]) => [key, copy(inner, key)] as const)
    const same: RmObject = Object.fromEntries(entries)
    if (same._type === 'DV_QUANTITY' && typeof same['magnitude'] === 'number')
      return { ...same, magnitude: Math.round(same['magnitude'] * (5 + next() * 10)) / 10 }
    if (same._type === 'DV_DATE_TIME' && typeof same['value'] === 'string')
      return { ...same, value: moved(same['value'], days) }
    if (same._type === 'OBJECT_VERSION_ID') return { ...same, value: `${object}::cairn.local::1` }
    return same
  }
  return copy(original, '') as RmObject
}

function moved(text: string, days: number): string {
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(day)) return text
  return new Date(day + days * 86_400_000).toISOString().slice(0, 10) + text.slice(10)
}
