/** Patients by name, for the page on which a person chooses the EHR for an app. */
import { allows, partyRight, type Rights } from '../../access/index.ts'
import type { LimitedDatabase } from '../../db/index.ts'
import { limitDatabase } from '../../http/index.ts'
import { findKnown } from './known-people.ts'
import { findPeople } from './search.ts'
import { readingsOf } from './terms.ts'

const RIGHT = partyRight('person', 's')

/** Enough for a list to choose from. */
const MOST_FOUND = 20

/** `all`: the database of parties. Without the right to find people nobody is found. */
export const launchPatients = (all: LimitedDatabase) => {
  const seenBy = (rights: Rights | undefined): LimitedDatabase | undefined =>
    rights && allows(rights, RIGHT) ? limitDatabase(all, { rights, right: RIGHT }) : undefined
  return {
    /** EHRs of people with such a name, the best first. */
    find: async (rights: Rights | undefined, text: string): Promise<readonly string[]> => {
      const db = seenBy(rights)
      const readings = readingsOf(text)
      if (!db || readings.every(terms => terms.length === 0)) return []
      const others = { birthDate: undefined, birth: undefined, sex: undefined, identifier: undefined }
      const { people } = await findPeople(db, { readings, ...others, addressTerms: [] })
      return people.flatMap(({ entry }) => entry.ehrId ?? []).slice(0, MOST_FOUND)
    },
    /** By the id of the EHR. */
    ofEhrs: async (rights: Rights | undefined, ehrIds: readonly string[]) => {
      const db = seenBy(rights)
      const { people } = db ? await findKnown(db, { list: 'ehr_uid', ids: ehrIds }) : { people: [] }
      return new Map(
        people.map(({ entry: { personId, ehrId = '', name, birthDate } }) => [
          ehrId as string,
          { personId: personId as string, name, birthDate },
        ]),
      )
    },
  }
}
