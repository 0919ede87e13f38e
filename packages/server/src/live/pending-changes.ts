/** Changes after which a live query has not been run yet. */
import type { EhrId } from '../ids/index.ts'
import type { Among } from '../query/calls/index.ts'

/** Two parts of a run: EHRs as a whole, and new versions in EHRs that have no other rows. */
interface Parts {
  readonly ehrs: readonly EhrId[]
  readonly versions: Required<Pick<Among, 'ehrs' | 'commits'>>
}

export class PendingChanges {
  #isWhole = false
  /** By EHR: its new versions, of which alone rows can come; undefined: the EHR as a whole. */
  readonly #ehrs = new Map<EhrId, readonly number[] | undefined>()

  /** True if the whole query has to be run again. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  get isEmpty(): boolean {
    return !this.#isWhole && this.#ehrs.size === 0
  }

  addWhole(): void {
    this.#isWhole = true
    this.#ehrs.clear()
  }

  /** `commits`: undefined for the EHR as a whole. */
  addEhr(ehrId: EhrId, commits: readonly number[] | undefined): void {
    if (this.#isWhole) return
    const known = this.#ehrs.has(ehrId) ? this.#ehrs.get(ehrId) : []
    this.#ehrs.set(ehrId, known && commits && [...known, ...commits])
  }

  addAll(other: PendingChanges): void {
    if (other.#isWhole) this.addWhole()
    else for (const [ehrId, commits] of other.#ehrs) this.addEhr(ehrId, commits)
  }

  /** An EHR that has rows by now is looked at as a whole. */
  parts(hasRows: (ehrId: EhrId) => boolean): Parts {
    const ehrs: EhrId[] = []
    const versions: { ehrs: EhrId[]; commits: number[] } = { ehrs: [], commits: [] }
    for (const [ehrId, commits] of this.#ehrs)
      if (commits === undefined || hasRows(ehrId)) ehrs.push(ehrId)
      else {
        versions.ehrs.push(ehrId)
        versions.commits.push(...commits)
      }
    return { ehrs, versions }
  }
}
