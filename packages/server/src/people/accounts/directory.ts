/** People kept in memory, since each request of a person needs what the person may do now; at most a few seconds old. */
import { type Database, readChangePosition } from '../../db/index.ts'
import type { Person } from './person.ts'
import { changedPeople, findPerson } from './store.ts'

export interface PersonDirectory {
  /** A person as of the last refresh; undefined until somebody asked for them. */
  known(personId: string): Person | undefined
  find(personId: string): Promise<Person | undefined>
  refresh(): Promise<void>
}

/** More are forgotten and asked for again. */
const MOST_PEOPLE = 100_000

export async function openPersonDirectory(db: Database): Promise<PersonDirectory> {
  const people = new Map<string, Person>()
  let position = await readChangePosition(db)
  return {
    known: personId => people.get(personId),
    find: async personId => {
      const person = await findPerson(db, personId)
      if (people.size >= MOST_PEOPLE) people.clear()
      if (person) people.set(personId, person)
      return person
    },
    refresh: async () => {
      const changes = await changedPeople(db, position)
      for (const person of changes.people)
        if (people.has(person.personId)) people.set(person.personId, person)
      position = changes.position
    },
  }
}
