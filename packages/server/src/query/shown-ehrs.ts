/** The EHRs whose data an answer shows, for the audit trail. A party stands there as an EHR does (decision 0100). */
import type { EventDetail } from '../audit/index.ts'

/** More are not told apart: the audit trail then has this number. */
const MOST_COUNTED = 10_000
const MOST_LISTED = 100

/** The part of an audit event that names the EHRs. */
interface Told {
  readonly ehrId?: string | undefined
  readonly detail?: EventDetail
}

export class ShownEhrs {
  readonly #ids = new Set<string>()

  add(ehrId: string): void {
    if (this.#ids.size < MOST_COUNTED) this.#ids.add(ehrId)
  }

  addAll(others: ShownEhrs): void {
    for (const id of others.#ids) this.add(id)
  }

  /** The only one, or all of them in the order of the rows, or how many. */
  told(): Told {
    const { size } = this.#ids
    if (size === 0 || size > MOST_LISTED) return { detail: { ehr_count: size } }
    const ehrs = [...this.#ids]
    return ehrs.length === 1 ? { ehrId: ehrs[0] } : { detail: { ehrs } }
  }
}

/** A query is known by its digest: its text may name a patient. */
export const toldOfQuery = (digest: string, shown: ShownEhrs | undefined): Told => {
  if (shown === undefined) return { detail: { query: digest } }
  const { ehrId, detail } = shown.told()
  return { ehrId, detail: { query: digest, ...detail } }
}

/** For a query over all EHRs or parties whose rows are groups: finding those of each group would cost as much as the query. */
export const toldOfGroups = (digest: string, isOfParties = false): Told => ({
  detail: { query: digest, ...(isOfParties ? { all_parties: true } : { all_ehrs: true }) },
})
