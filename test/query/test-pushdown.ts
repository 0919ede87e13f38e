/** Queries by SQL on a test database, with as many connections as there are. */
import type { Database } from '../../packages/server/src/db/index.ts'
import { readsFrom } from '../../packages/server/src/db/reads/index.ts'
import type { PartialExecutor } from '../../packages/server/src/query/execute.ts'
import { openPushdown, type PushdownNeeds } from '../../packages/server/src/query/pushdown.ts'
import { NO_INDEX } from './index-choices.ts'
import { wideLine } from './wide-line.ts'

/** Without value indexes, unless some are given. */
export const testPushdown = (
  database: Database,
  needs: Pick<PushdownNeeds, 'dictionary' | 'now'> & Partial<PushdownNeeds>,
): PartialExecutor =>
  openPushdown({ reads: readsFrom(database), indexes: NO_INDEX, line: wideLine(), ...needs })
