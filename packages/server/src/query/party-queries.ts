/** Queries of parties: the rights that they need, and the rows that these reach. */
import { partiesAsked } from '@cairn-ehr/openehr/aql'
import { queriedParties, type RowLimit } from '../access/index.ts'
import type { LimitedDatabase } from '../db/index.ts'
import type { Caller } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { countFindings } from '../versions/companions/index.ts'
import type { Executor } from './execute.ts'
import type { Prepared } from './prepare.ts'

/** The source of the rows of one query. */
export interface QuerySource {
  readonly executor: Executor
  /** Number of objects that break their template, among those that the query may read. */
  readonly findings: () => Promise<number> | number
}

/** Those of the caller's rights alone: `needs` see all. */
export type PartySource = (caller: Caller, prepared: Prepared) => QuerySource

/** Undefined: all parties. Refuses a caller whose rights reach none of the kinds that are asked for. */
export function partyLimit(
  { scopes, limitedRights }: Caller,
  asked: readonly string[],
  what: string,
): RowLimit | undefined {
  if (scopes.has('api.admin')) return undefined
  const { kinds, limit } = queriedParties(limitedRights ?? { rules: [] })
  if (asked.some(kind => kinds.has(kind))) return limit
  const [first = 'PARTY'] = asked
  throw new Refusal(
    'auth.right_denied',
    `${what} asks for ${asked.join(', ')}: this needs rights to read and to search them, such as ${first.toLowerCase()}-*.rs.`,
  )
}

export const openPartySource =
  ({ db, executor }: { readonly db: LimitedDatabase; readonly executor: Executor }): PartySource =>
  (caller, prepared) => {
    if (prepared.ehrId !== undefined)
      throw new Refusal(
        'query.of_parties',
        'The call names an EHR, and the query is of parties: they are in none.',
      )
    const limit = partyLimit(caller, partiesAsked(prepared.form.query.from), 'The query')
    const parties = limit ? db.limitedTo(limit) : db.ofParties()
    return { executor: executor.ofParties(limit), findings: () => countFindings(parties, undefined) }
  }
