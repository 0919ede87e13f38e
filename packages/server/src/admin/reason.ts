/** Reads the reason of an erasure, which is kept in the tombstone. */

import type { Incoming, ParameterDoc } from '../http/index.ts'
import { commitHeadersIn } from '../records/request/index.ts'
import { Refusal } from '../refusal/index.ts'

const LONGEST_REASON = 1000

/** Used when no reason is given: openEHR clients cannot send one, so it cannot be required. */
const NO_REASON = 'no reason given'

/** Takes `?reason=`, or the description in the audit details. */
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
