/** Limits of the database as a whole, as a commit asks for them (decision 0133). */
import type { Change } from './model.ts'

export interface Quota {
  /** Throws if another EHR would be one too many. */
  requireEhrRoom(): void
  /** Throws if the changes are more than deletions and the database is as large as it may be. */
  requireRoomFor(changes: readonly Pick<Change, 'data'>[]): void
  /** Throws if the database is as large as it may be. */
  requireRoom(): void
}
