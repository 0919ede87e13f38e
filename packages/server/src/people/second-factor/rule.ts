/** Decides who needs a second factor. A passkey is two factors by itself; people of a provider have their factors there. */
import { isAdministrator, type Person } from '../accounts/person.ts'
import type { Session } from '../sessions/store.ts'

export interface SecondFactorRule {
  /** True if the person may not sign in by a password alone. */
  isNeededBy(person: Person): boolean
  /** True if the session lacks the second factor: it opens nothing but the pages that mend that. */
  isMissing(person: Person, session: Session): boolean
}

export function secondFactorRule(neededBy: 'administrators' | 'all'): SecondFactorRule {
  const isNeededBy = (person: Person): boolean =>
    person.provider === undefined && (neededBy === 'all' || isAdministrator(person))
  return {
    isNeededBy,
    isMissing: (person, session) =>
      person.provider === undefined && !session.secondFactor && (person.hasTotp || isNeededBy(person)),
  }
}

type Factors = Pick<Person, 'hasTotp' | 'hasPasskey'>

/** A password alone must not replace a factor that the person has; a recovery code and an invitation may. */
export const maySetUpFactor = (
  { hasTotp, hasPasskey }: Factors,
  { method, secondFactor }: Session,
): boolean => secondFactor || method === 'recovery' || method === 'invitation' || !(hasTotp || hasPasskey)

/** True if the password by itself shows again who somebody is. */
export const isPasswordEnough = ({ hasTotp, hasPasskey }: Factors, isNeeded: boolean): boolean =>
  !hasTotp && !(isNeeded && hasPasskey)
