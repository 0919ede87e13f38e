/** The time that a call asks for its query, by `?timeout=`: whoever may export may let it run as long as it takes. */

import { allows, RIGHTS } from '../access/index.ts'
import type { Caller, Incoming, ParameterDoc } from '../http/index.ts'
import { int32In } from '../http/request/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { AnalysisType } from './analysis/index.ts'

export const TIMEOUT: ParameterDoc = {
  name: 'timeout',
  in: 'query',
  description:
    'For formats for analysis: seconds that the query may take instead of `CAIRN_QUERY_TIMEOUT_MS`; 0: as many as it needs. ' +
    'More than the setting, or 0, is for those who may export (`api.admin`, or rights without identity).',
  schema: { type: 'integer', format: 'int32', minimum: 0 },
}

/** Undefined: not asked for. */
export function timeoutIn({ query }: Incoming, analysis: AnalysisType | undefined): number | undefined {
  const seconds = int32In(query, TIMEOUT.name)
  if (seconds !== undefined && analysis === undefined)
    throw new Refusal('request.malformed', 'timeout is for formats for analysis, such as format=csv.')
  return seconds
}

/** No limit: 24 days. Timers and the database cannot count further. */
const MOST_MS = 24 * 24 * 3600 * 1000

/** As the operation `transfer_export` asks for. */
const mayExport = ({ scopes, rights }: Caller): boolean =>
  scopes.has('api.admin') || (rights !== undefined && allows(rights, RIGHTS.exportRecords))

/** Milliseconds; undefined: as the setting says. */
export function ownTime(seconds: number | undefined, caller: Caller, usualMs: number): number | undefined {
  if (seconds === undefined) return undefined
  const asked = seconds === 0 ? MOST_MS : Math.min(seconds * 1000, MOST_MS)
  if (asked <= usualMs || mayExport(caller)) return asked
  throw new Refusal(
    'auth.insufficient_scope',
    `Only those who may export (scope api.admin) can let a query take longer than ${usualMs / 1000} seconds (CAIRN_QUERY_TIMEOUT_MS).`,
    [],
    { challenge: 'Bearer realm="cairn", error="insufficient_scope", scope="api.admin"' },
  )
}
