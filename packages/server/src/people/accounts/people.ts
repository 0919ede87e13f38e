/** Finds and changes accounts, for the admin API and the commands. */
import type { Database, Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { endOtherSessions } from '../sessions/store.ts'
import type { Person, Role } from './person.ts'
import { findLockedPerson, findPerson, putPerson } from './store.ts'

export const unknownPerson = (personId: string) =>
  new Refusal('person.not_found', `There is no person "${personId}".`)

export async function personById(db: Queries, personId: string): Promise<Person> {
  const person = await findPerson(db, personId)
  if (!person) throw unknownPerson(personId)
  return person
}

/** Members that are left out stay as they are. */
export interface PersonChange {
  readonly name?: string
  readonly email?: string | undefined
  readonly roles?: readonly Role[]
  readonly assignedRoles?: readonly Role[]
  readonly disabled?: boolean
}

/** Keeps the last administrator; the authorization room counts clients as well. */
export type KeepAdministrator = (queries: Queries) => Promise<void>

const isAdministrator = ({ roles, disabled }: Person) => roles.includes('administrator') && !disabled

/** A disabled account has no sessions, so that none of them goes on when it is enabled again. */
export const changePerson = (
  db: Database,
  personId: string,
  change: PersonChange,
  { keepAdministrator, now }: { keepAdministrator: KeepAdministrator; now: () => number },
): Promise<Person> =>
  db.transaction(async queries => {
    const person = await findLockedPerson(queries, personId)
    const changed = person && (await putPerson(queries, { ...person, ...change }))
    if (!person || !changed) throw unknownPerson(personId)
    if (isAdministrator(person) && !isAdministrator(changed)) await keepAdministrator(queries)
    if (changed.disabled) await endOtherSessions(queries, personId, undefined, new Date(now()))
    return changed
  })
