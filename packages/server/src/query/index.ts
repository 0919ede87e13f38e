/** The query room: AQL, ad hoc and stored, by whichever executor can run it. */

import { limitOf } from '../access/index.ts'
import { type BoundEndpoint, bind, type LimitNeeds } from '../http/index.ts'
import { countFindings } from '../versions/companions/index.ts'
import { queryEndpoints } from './endpoints.ts'
import { openPartySource } from './party-queries.ts'
import type { QueryNeeds } from './run.ts'
import { type StatisticsNeeds, statisticsEndpoint } from './statistics-endpoint.ts'
import { textWarnings } from './warnings/warnings.ts'

export { type BreakReason, breakLine, withReason } from './break-off.ts'
export { type CurrentDictionary, openCurrentDictionaries } from './current-dictionary.ts'
export { replacedEhrId } from './documents/without-identity/replacement.ts'
export { openWithoutIdentity } from './documents/without-identity/show-versions.ts'
export { openTextsByTemplate, type TextsByTemplate } from './documents/without-identity/texts-by-template.ts'
export type { Executor } from './execute.ts'
export { openConnectionLine, openExecutor, openQueryReads } from './open.ts'
export { BARE_CALL, openPrepare, openPrepareWhole, type Prepare } from './prepare.ts'
export type { QueryRun } from './query-run.ts'
export type { Column as ResultColumn } from './result.ts'
export { openRunningQueries } from './running-queries.ts'
export { ShownEhrs } from './shown-ehrs.ts'
export { documentsOf } from './sql/store.ts'
export { openQueryStatistics, type QueryFigures, sumFigures } from './statistics.ts'
export { readQueryMetrics } from './statistics-metrics.ts'
export { openTenantTurns } from './tenant-turns.ts'
export {
  addValueIndex,
  dropValueIndex,
  type IndexTarget,
  indexTarget,
  type ListedIndex,
  listIndexes,
  USES as INDEX_USES,
} from './value-index.ts'
export { openWarnings } from './warnings/warnings.ts'

/** A limited call sees rows within its rights, and nothing that was counted or found beyond them. */
const limitQueries =
  (needs: QueryNeeds): LimitNeeds<QueryNeeds> =>
  ({ rights, right }) => {
    const limit = limitOf(rights, right)
    if (limit === undefined) return needs
    const db = needs.db.limitedTo(limit)
    return {
      ...needs,
      db,
      executor: needs.executor.limitedTo(limit),
      // Without identity, nobody may ask about an EHR by its own id.
      findings: limit.deidentified ? () => 0 : ehrId => countFindings(db, ehrId),
      warnings: textWarnings,
    }
  }

export function queryRoomEndpoints(given: Omit<QueryNeeds, 'ofParties'>): BoundEndpoint[] {
  const needs = { ...given, ofParties: openPartySource(given) }
  return bind(queryEndpoints, needs, limitQueries(needs))
}

export const queryAdminEndpoints = (needs: StatisticsNeeds): BoundEndpoint[] =>
  bind([statisticsEndpoint], needs)
