/** Refusals for database errors that are not bugs: not reachable, read-only, too slow, locked, full. */
import { DatabaseError } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'

const REFUSALS: readonly (readonly [applies: (error: DatabaseError) => boolean, refusal: Refusal])[] = [
  [
    error => error.isUnavailable,
    new Refusal('service.unavailable', 'The database cannot be reached; try again.', [], { retryAfter: '5' }),
  ],
  [
    error => error.isReadOnly,
    new Refusal(
      'service.unavailable',
      'The database takes no writes at the moment; nothing was changed, try again.',
      [],
      { retryAfter: '5' },
    ),
  ],
  [
    error => error.isTimeout,
    new Refusal('service.unavailable', 'The database did not answer in time; try again.', [], {
      retryAfter: '5',
    }),
  ],
  [
    error => error.isLocked,
    new Refusal(
      'service.busy',
      'Another operation has locked the record; nothing was changed, try again in a moment.',
      [],
      { retryAfter: '2' },
    ),
  ],
  [
    error => error.isConflict,
    new Refusal(
      'service.busy',
      'Another operation changed the same records at the same time; nothing was changed, try again.',
      [],
      { retryAfter: '1' },
    ),
  ],
  [
    error => error.isDiskFull,
    new Refusal('service.storage_full', 'The disk of the database is full: nothing was stored.'),
  ],
]

/** Records that other nodes have are served; what needs all nodes is refused rather than answered in part. */
const partMissing = (node: string): Refusal =>
  new Refusal(
    'service.unavailable',
    `A part of the database cannot be reached (node ${node}), and this request needs it; try again.`,
    [],
    { retryAfter: '5' },
  )

/** Returns undefined for any other error, which is a bug. */
export function databaseRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  const { missingNode } = error
  if (missingNode !== undefined) return partMissing(missingNode)
  return REFUSALS.find(([applies]) => applies(error))?.[1]
}
