/** Signs people in with what they know: a password or a recovery code. The answer tells nobody who has an account. */

import { isPassword, TooManySignIns } from '../accounts/password.ts'
import { isLocal, type Person } from '../accounts/person.ts'
import { useRecoveryCode } from '../accounts/recovery-codes.ts'
import { findPasswordHash, findPerson } from '../accounts/store.ts'
import type { PeopleNeeds } from '../needs.ts'
import { useTotpCode } from '../second-factor/use-code.ts'

export type SignInResult =
  | { readonly person: Person }
  /** `known`: the account that was tried, if there is one, for the audit trail. */
  | { readonly known: string | undefined; readonly waitSeconds?: number }

interface Attempt {
  readonly personId: string
  readonly address: string
}

type Check = (person: Person | undefined) => Promise<boolean>

/** Failures are forgotten only when all is shown: whoever has the password could go on guessing codes otherwise. */
type IsAll = (person: Person) => boolean

async function attempt(
  needs: PeopleNeeds,
  { personId, address }: Attempt,
  check: Check,
  isAll: IsAll = () => true,
): Promise<SignInResult> {
  const { db, delays } = needs
  const waitSeconds = delays.wait(personId, address)
  const person = await findPerson(db, personId)
  if (waitSeconds !== undefined) return { known: person?.personId, waitSeconds }
  try {
    const isRight = await check(person)
    if (isRight && person && !person.disabled && isLocal(person)) {
      if (isAll(person)) delays.succeeded(personId, address)
      return { person }
    }
  } catch (error) {
    if (error instanceof TooManySignIns) return { known: undefined, waitSeconds: 5 }
    throw error
  }
  delays.failed(personId, address)
  return { known: person?.personId }
}

/** The hash is looked up and computed for an unknown person too, so that the time reveals nothing. */
const isPasswordOf = async (
  { db, passwordCost }: PeopleNeeds,
  person: Person | undefined,
  password: string,
): Promise<boolean> => isPassword(password, await findPasswordHash(db, person?.personId ?? ''), passwordCost)

export const signInWithPassword = (
  needs: PeopleNeeds,
  { password, ...who }: Attempt & { readonly password: string },
): Promise<SignInResult> =>
  attempt(
    needs,
    who,
    person => isPasswordOf(needs, person, password),
    person => !person.hasTotp,
  )

/** The second step, after the password. */
export const signInWithTotp = (
  needs: PeopleNeeds,
  { code, ...who }: Attempt & { readonly code: string },
): Promise<SignInResult> => attempt(needs, who, person => useTotpCode(needs, person?.personId ?? '', code))

/** Password and code together, for somebody who is signed in. */
export const signInWithPasswordAndTotp = (
  needs: PeopleNeeds,
  { password, code, ...who }: Attempt & { readonly password: string; readonly code: string },
): Promise<SignInResult> =>
  attempt(
    needs,
    who,
    async person =>
      (await isPasswordOf(needs, person, password)) && useTotpCode(needs, person?.personId ?? '', code),
  )

/** A person who needs a code has lost the way in, so that nobody else stays signed in, as after an invitation. `sessionId`: the session that is confirmed with it. */
export const signInWithRecoveryCode = (
  needs: PeopleNeeds,
  { code, sessionId, ...who }: Attempt & { readonly code: string; readonly sessionId?: string },
): Promise<SignInResult> =>
  attempt(needs, who, async person => {
    const { db, vault, sessions } = needs
    const personId = person?.personId ?? ''
    const isRight = await db.transaction(async queries => {
      const isUsed = await useRecoveryCode(queries, vault, personId, code)
      if (isUsed) await sessions.endOthers(queries, personId, sessionId)
      return isUsed
    })
    if (isRight) await sessions.announceEnd()
    return isRight
  })
