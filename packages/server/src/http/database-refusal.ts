/** What a client is told of a database that cannot do its part now; faults of ours are not among it. */
import { DatabaseError } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'

const REFUSALS: readonly (readonly [applies: (error: DatabaseError) => boolean, refusal: Refusal])[] = [
  [
    error => error.isUnavailable,
    new Refusal('service.unavailable', 'The database cannot be reached; try again.', [], { retryAfter: '5' }),
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
      'Another operation holds the record; nothing was changed, try again in a moment.',
      [],
      { retryAfter: '2' },
    ),
  ],
  [
    error => error.isDiskFull,
    new Refusal('service.storage_full', 'The disk of the database is full: nothing was stored.'),
  ],
]

/** Nothing where the error is a fault of ours. */
export function databaseRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  return REFUSALS.find(([applies]) => applies(error))?.[1]
}
