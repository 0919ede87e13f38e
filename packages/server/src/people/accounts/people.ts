/** Finds and changes accounts, for the admin API and the commands. */
import type { Database, Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { lockGivenRoles } from '../roles/given-roles.ts'
import type { RequireOwn } from '../roles/own-roles.ts'
import { endAccess } from '../sessions/end-access.ts'
import { isAdministrator, isLocal, namesOfRoles, type Person, rolesNamed } from './person.ts'
import { findLockedPerson, findPerson, putPerson, removeDraftsOf } from './store.ts'

export const unknownPerson = (personId: string) =>
  new Refusal('person.not_found', `There is no person "${personId}".`)

export async function personById(db: Queries, personId: string): Promise<Person> {
  const person = await findPerson(db, personId)
  if (!person) throw unknownPerson(personId)
  return person
}

export const ofProvider = (personId: string) =>
  new Refusal(
    'person.of_provider',
    `"${personId}" signs in at an identity provider and has no password, passkey, recovery codes or invitation here.`,
  )

/** A link would let a person of a provider come in without it. */
export async function personToInvite(db: Queries, personId: string): Promise<Person> {
  const person = await personById(db, personId)
  if (!isLocal(person)) throw ofProvider(personId)
  return person
}

/** Members that are left out stay as they are. */
export interface PersonChange {
  readonly name?: string
  readonly email?: string | undefined
  readonly fhirUser?: string | undefined
  readonly roles?: readonly string[]
  readonly assignedRoles?: readonly string[]
  readonly disabled?: boolean
}

/** Keeps the last administrator; the authorization room counts clients as well. */
export type KeepAdministrator = (queries: Queries) => Promise<void>

/** Limits of the administrator who changes an account; the operator has none. */
export interface GiverLimits {
  /** Throws if the caller did not sign in a moment ago: asked before somebody becomes an administrator. */
  readonly requireFresh?: (() => void) | undefined
  /** Asked before somebody gets a role. */
  readonly requireOwn?: RequireOwn | undefined
}

interface ChangeNeeds extends GiverLimits {
  readonly keepAdministrator: KeepAdministrator
  readonly now: () => number
}

/** Names of the roles that a person gets by a change; one that is enabled gets all of them back. */
function gainedRoles(person: Person, changed: Person): readonly string[] {
  if (person.disabled && !changed.disabled) return namesOfRoles(changed)
  return [
    ...changed.roles.filter(name => !person.roles.includes(name)),
    ...changed.assignedRoles.filter(name => !person.assignedRoles.includes(name)),
  ]
}

/** Sessions, apps and drafts of an account that is disabled end, and do not come back with it. Announce that afterwards. */
export const changePerson = (
  db: Database,
  personId: string,
  change: PersonChange,
  { keepAdministrator, now, requireFresh, requireOwn }: ChangeNeeds,
): Promise<Person> =>
  db.transaction(async queries => {
    // Before the person is locked: a change of a role locks the role first, and then the people who have it.
    await lockGivenRoles(queries, change)
    const person = await findLockedPerson(queries, personId)
    const changed = person && (await putPerson(queries, { ...person, ...change }))
    if (!person || !changed) throw unknownPerson(personId)
    if (isAdministrator(person) && !isAdministrator(changed)) await keepAdministrator(queries)
    if (!isAdministrator(person) && isAdministrator(changed)) requireFresh?.()
    requireOwn?.(rolesNamed(changed, gainedRoles(person, changed)))
    if (changed.disabled) {
      await endAccess(queries, personId, new Date(now()))
      await removeDraftsOf(queries, personId)
    }
    return changed
  })
