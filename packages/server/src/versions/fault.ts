/** Something that `cairn verify` found wrong. */
import type { EhrId } from '../ids.ts'
export interface Fault {
  readonly ehrId: EhrId
  /** Of a version; of an object or a contribution where it is about those. */
  readonly uid: string
  readonly what: string
}
