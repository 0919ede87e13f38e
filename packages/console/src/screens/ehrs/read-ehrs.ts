/** Reads a part of the list of EHRs: first its ids, then what is shown of each. */
import type { CairnClient } from '@cairn-ehr/client'
import { findPatients, patientsOf } from '../demographics/patients.ts'
import { type EhrRow, ehrCountQuery, ehrDetailsQuery, ehrPageQuery, ehrRows, isEhrId } from './ehr-query.ts'
import type { EhrSearch } from './ehr-search.ts'

export interface EhrReading {
  readonly cairn: CairnClient
  /** The reader may see people. */
  readonly withPeople: boolean
  readonly signal: AbortSignal
}

/** Most people that a text finds; more are found by a longer text. */
const MOST_PEOPLE = 100

/** The ways to understand a text, in the order in which they are tried. */
async function* readingsOf(
  { cairn, withPeople, signal }: EhrReading,
  search: EhrSearch,
): AsyncGenerator<EhrSearch> {
  yield search
  const text = search.q ?? ''
  if (text === '' || isEhrId(text)) return
  if (withPeople) {
    const people = await findPatients(cairn, text, MOST_PEOPLE, signal)
    const ehrIds = people.flatMap(({ ehrUid }) => ehrUid ?? [])
    if (ehrIds.length > 0) yield { ...search, ehrIds }
  }
  yield { ...search, isPart: true }
}

export interface CountedEhrs {
  readonly total: number
  /** The search that found them. */
  readonly search: EhrSearch
}

/** A text is the beginning of a subject id, a person, or a part of a subject id: the first that finds somebody. */
export async function countEhrs(reading: EhrReading, search: EhrSearch): Promise<CountedEhrs> {
  const { cairn, signal } = reading
  let counted: CountedEhrs = { total: 0, search }
  for await (const asked of readingsOf(reading, search)) {
    const body = { ...ehrCountQuery(asked), offset: 0, fetch: 1 }
    const { rows } = await cairn.query.adhocPost({ body }, { signal })
    counted = { total: Number(rows[0]?.[0] ?? 0), search: asked }
    if (counted.total > 0) break
  }
  return counted
}

interface Part {
  readonly offset: number
  readonly fetch: number
}

/** The ids of a part. People stay in the order of the search for them. */
async function idsOf(
  { cairn, signal }: EhrReading,
  search: EhrSearch,
  part: Part,
): Promise<readonly string[]> {
  const whole = search.ehrIds ? { offset: 0, fetch: search.ehrIds.length } : part
  const body = ehrPageQuery(search, whole.offset, whole.fetch)
  const { rows } = await cairn.query.adhocPost({ body }, { signal })
  const found = rows.map(([ehrId]) => String(ehrId))
  const ranked = search.ehrIds?.filter(id => found.includes(id))
  return ranked ? ranked.slice(part.offset, part.offset + part.fetch) : found
}

/** `search` is one that `countEhrs` found. */
export async function readEhrs(
  reading: EhrReading,
  search: EhrSearch,
  part: Part,
): Promise<readonly EhrRow[]> {
  const ehrIds = await idsOf(reading, search, part)
  if (ehrIds.length === 0) return []
  const { cairn, withPeople, signal } = reading
  const body = { ...ehrDetailsQuery(ehrIds), offset: 0, fetch: part.fetch }
  const [details, patients] = await Promise.all([
    cairn.query.adhocPost({ body }, { signal }),
    withPeople ? patientsOf(cairn, ehrIds, signal) : undefined,
  ])
  return ehrRows(ehrIds, details.rows, patients)
}
