/** The search for EHRs in the address of their list. */

export interface EhrSearch {
  /** An EHR id, or a subject id in either case. */
  readonly q?: string | undefined
  /** Finds `q` anywhere in a subject id, and not at its start alone, which an index has. */
  readonly isPart?: boolean
  /** EHRs of the people whom `q` finds, the best first; they stand for `q`. */
  readonly ehrIds?: readonly string[]
  readonly template?: string | undefined
  /** Days, `2026-11-14`. */
  readonly from?: string | undefined
  readonly before?: string | undefined
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
const day = (value: unknown): string | undefined => {
  const given = text(value)
  return given !== undefined && DAY.test(given) ? given : undefined
}

/** The search in an address; anything else in it is left out. */
export function readEhrSearch(search: Readonly<Record<string, unknown>>): EhrSearch {
  const { q, template, from, before } = search
  return Object.fromEntries(
    Object.entries({ q: text(q), template: text(template), from: day(from), before: day(before) }).filter(
      ([, value]) => value !== undefined,
    ),
  )
}
