/** Everything about an account that an administrator asks for: ways to sign in, sessions, assigned EHRs. */
import type { Queries } from '../../db/index.ts'
import type { Assignment } from '../assignments/assignment.ts'
import { assignmentsOf, countAssignedEhrs } from '../assignments/store.ts'
import { listPasskeys, type Passkey } from '../passkeys/store.ts'
import { listSessions, type Session } from '../sessions/store.ts'
import { personById } from './people.ts'
import type { Person } from './person.ts'
import { countRecoveryCodes, findOpenInvitation, findPasswordHash } from './store.ts'

export interface AccountFacts {
  readonly person: Person
  readonly passkeys: readonly Pick<Passkey, 'credentialId' | 'name' | 'usedAt'>[]
  readonly hasPassword: boolean
  readonly recoveryCodes: number
  /** The end of the link that was not used yet. */
  readonly invitationEndsAt: Date | undefined
  readonly sessions: readonly Session[]
  /** Those that have not ended, also those to come. */
  readonly assignments: readonly Assignment[]
  /** EHRs that assignments reach now, with those that the person took. */
  readonly assignedEhrs: number
}

export interface FactsNeeds {
  readonly db: Queries
  readonly now: () => number
  /** Seconds after which a session without use ends. */
  readonly sessionIdle: number
}

/** Throws if there is no such person. */
export async function accountFacts(
  { db, now, sessionIdle }: FactsNeeds,
  personId: string,
): Promise<AccountFacts> {
  const person = await personById(db, personId)
  const at = new Date(now())
  const assignments = await assignmentsOf(db, personId)
  return {
    person,
    passkeys: await listPasskeys(db, personId),
    hasPassword: (await findPasswordHash(db, personId)) !== undefined,
    recoveryCodes: await countRecoveryCodes(db, personId),
    invitationEndsAt: await findOpenInvitation(db, personId, at),
    sessions: await listSessions(db, personId, at, new Date(now() - sessionIdle * 1000)),
    assignments: assignments.filter(({ endsAt }) => endsAt === undefined || endsAt > at),
    assignedEhrs: await countAssignedEhrs(db, personId),
  }
}
