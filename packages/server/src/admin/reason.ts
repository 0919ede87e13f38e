/** Why something is deleted for good: kept in its tombstone. */

import type { Incoming, ParameterDoc } from '../http/index.ts'
import { commitHeadersIn } from '../records/index.ts'
import { Refusal } from '../refusal/index.ts'

const LONGEST_REASON = 1000

/** openEHR clients send none, so it cannot be asked for. */
const NO_REASON = 'no reason given'

/** `?reason=`, or the description of the audit details. */
export function reasonIn(request: Incoming): string {
  const given = request.query.get('reason') ?? commitHeadersIn(request).description ?? ''
  if (given.length > LONGEST_REASON)
    throw new Refusal('request.malformed', `A reason has at most ${LONGEST_REASON} characters.`)
  return given.trim() || NO_REASON
}

export const REASON: ParameterDoc = {
  name: 'reason',
  in: 'query',
  description: 'Why; kept in the tombstone. Or `description.value` of `openehr-audit-details`.',
  schema: { type: 'string' },
}
