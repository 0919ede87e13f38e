/** The EHRs of the rows of an evaluation: those of the records just added, or all for rows that come at the end. */
import type { EhrData } from '@cairn-ehr/openehr/aql'

/** A thread remembers so many. */
const MOST = 10_000

export class RowSources {
  readonly #all = new Set<string>()
  readonly #shown = new Set<string>()
  /** EHRs that the next row is from, as far as no row before it was. */
  #current: readonly string[] = []
  #fresh: string[] = []

  /** The records that rows are made of from now on. */
  next(records: readonly EhrData[]): void {
    this.#current = records.map(({ ehr_id }) => ehr_id)
    for (const id of this.#current) if (this.#all.size < MOST) this.#all.add(id)
  }

  /** From now on rows are made of all records. */
  end(): void {
    this.#current = [...this.#all]
  }

  rowIsShown(): void {
    if (this.#current.length === 0) return
    for (const id of this.#current)
      if (!this.#shown.has(id) && this.#shown.size < MOST) {
        this.#shown.add(id)
        this.#fresh.push(id)
      }
    this.#current = []
  }

  /** EHRs that were shown since this was last asked. */
  take(): readonly string[] {
    const taken = this.#fresh
    this.#fresh = []
    return taken
  }
}
