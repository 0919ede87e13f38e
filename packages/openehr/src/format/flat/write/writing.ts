/** The state of a document that is being written. */
import type { KeyList } from '../keys/key-list.ts'

export interface Writing {
  /** All keys so far: what has no keys of its own is taken back by shortening the list. */
  readonly list: KeyList
  readonly rmVersion: string
  /** On the root only: the template that the composition says it is made with. */
  readonly templateId: string | undefined
  /** The language of the composition, for what lies below the root. */
  readonly language: unknown
  /** On the root only: for everything below it, which inherits from the root. */
  readonly below: Writing | undefined
}
