/** EHRs that a typed text finds for a person: by number or id, else by the name of the patient. */
import type { Person } from '../../people/index.ts'
import { callersOfPerson, viewerOf } from '../caller-rights.ts'
import type { EhrChoice } from './launch-records.ts'
import type { AuthorizeNeeds } from './needs.ts'

export async function findEhrs(
  { records, patients }: Pick<AuthorizeNeeds, 'records' | 'patients'>,
  person: Person,
  text: string,
): Promise<readonly EhrChoice[]> {
  const viewer = viewerOf(person)
  const rights = callersOfPerson(person).limited?.rights
  const byNumber = await records.search(viewer, text)
  const ids = byNumber.length > 0 ? [] : await patients.find(rights, text)
  // The record of somebody whom the person may find may be out of reach.
  const byName = await Promise.all(ids.map(id => records.find(viewer, id)))
  const found = [...byNumber, ...byName.filter(each => each !== undefined)]
  const people = await patients.ofEhrs(
    rights,
    found.map(({ ehrId }) => ehrId),
  )
  return found.map(choice => ({ ...choice, patient: people.get(choice.ehrId) }))
}
