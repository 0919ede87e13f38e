/** Creates and changes accounts, for the admin API and the commands. */
import type { Database, Queries } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import type { Person, Role } from './person.ts'
import { addPerson, findLockedPerson, findPerson, type NewPerson, putPerson } from './store.ts'

export const unknownPerson = (personId: string) =>
  new Refusal('person.not_found', `There is no person "${personId}".`)

export async function personById(db: Queries, personId: string): Promise<Person> {
  const person = await findPerson(db, personId)
  if (!person) throw unknownPerson(personId)
  return person
}

export const createPerson = (db: Database, wanted: NewPerson): Promise<Person> =>
  db.transaction(async queries => {
    const person = await addPerson(queries, wanted)
    if (!person) throw new Refusal('person.exists', `There is a person "${wanted.personId}" already.`)
    return person
  })

/** Members that are left out stay as they are. */
export interface PersonChange {
  readonly name?: string
  readonly email?: string | undefined
  readonly fhirUser?: string | undefined
  readonly roles?: readonly Role[]
  readonly assignedRoles?: readonly Role[]
  readonly disabled?: boolean
}

/** Keeps the last administrator; the authorization room counts clients as well. */
export type KeepAdministrator = (queries: Queries) => Promise<void>

const isAdministrator = ({ roles, disabled }: Person) => roles.includes('administrator') && !disabled

export const changePerson = (
  db: Database,
  personId: string,
  change: PersonChange,
  keepAdministrator: KeepAdministrator,
): Promise<Person> =>
  db.transaction(async queries => {
    const person = await findLockedPerson(queries, personId)
    const changed = person && (await putPerson(queries, { ...person, ...change }))
    if (!person || !changed) throw unknownPerson(personId)
    if (isAdministrator(person) && !isAdministrator(changed)) await keepAdministrator(queries)
    return changed
  })
