/** Keeps published datamaps up to date: the rows of records, and the rights of readers. */
import type { Rights } from '../../access/index.ts'
import { type FillNeeds, fillPublished } from './fill.ts'
import { reachOf } from './reach.ts'
import { changeReach, findPublications, findReaders } from './store.ts'

interface KeepNeeds extends FillNeeds {
  /** The rights of a person for reading records; undefined: all records. */
  readonly rightsOf: (personId: string) => Promise<Rights | undefined>
}

/** Assignments and disabled accounts are in force at once, since the database reads them; this follows changed roles. */
async function followRights({ db, rightsOf }: KeepNeeds): Promise<void> {
  const readers = (await findReaders(db)).filter(({ person_id }) => person_id !== null)
  if (readers.length === 0) return
  const publications = new Map((await findPublications(db)).map(each => [each.publication, each]))
  for (const reader of readers) {
    const withoutIdentity = publications.get(reader.publication)?.without_identity
    if (reader.person_id === null || withoutIdentity === undefined) continue
    const reach = reachOf(await rightsOf(reader.person_id), withoutIdentity)
    if (reach !== reader.reach) await changeReach(db, reader, reader.person_id, reach)
  }
}

/** A server calls it every few seconds. */
export async function keepPublished(needs: KeepNeeds): Promise<void> {
  await followRights(needs)
  await fillPublished(needs)
}
