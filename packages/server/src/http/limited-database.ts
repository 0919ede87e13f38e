/** The database and the servers to read from of a call with limited rights. */

import { limitOf } from '../access/index.ts'
import type { LimitedDatabase } from '../db/index.ts'
import { limitReads, type Reads } from '../db/reads/index.ts'
import type { LimitedCall } from './endpoint.ts'

export function limitDatabase(db: LimitedDatabase, { rights, right }: LimitedCall): LimitedDatabase {
  const limit = limitOf(rights, right)
  return limit === undefined ? db : db.limitedTo(limit)
}

export function limitReadsOf(reads: Reads, { rights, right }: LimitedCall): Reads {
  const limit = limitOf(rights, right)
  return limit === undefined ? reads : limitReads(reads, limit)
}
