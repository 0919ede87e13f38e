/** Merges two people who are one, and separates them again (decision 0122). Both keep their versions: a merge is a row between them. */
import { type ChangeNote, NO_EHR, recorded } from '../../audit/index.ts'
import { type Database, DatabaseError, type Queries } from '../../db/index.ts'
import { flagsOf } from '../../ehr/index.ts'
import type { Caller } from '../../http/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { findEhr } from '../../versions/companions/index.ts'
import { findLatest } from '../../versions/index.ts'
import {
  findLinksOf,
  findMergesOf,
  insertMerge,
  lockEhr,
  lockMerges,
  lockPartyAlone,
  lockPerson,
  type PersonMerge,
  passLinkOn,
  removeMerge,
} from '../../versions/parties/index.ts'

export interface PeopleToMerge {
  /** The one that stays. */
  readonly into: ObjectId
  /** The one that is merged into it. */
  readonly from: ObjectId
  readonly reason: string
}

export const notMerged = (): Refusal => new Refusal('resource.not_found', 'There is no such merged person.')

const conflict = (message: string): Refusal => new Refusal('person.merged', message)

/** The person that stays is locked first, as by an erasure. */
async function lockPeople(db: Queries, people: readonly ObjectId[]): Promise<void> {
  for (const id of people) {
    await lockPartyAlone(db, id)
    if (!(await lockPerson(db, id)))
      throw new Refusal('person.unknown', `There is no PERSON ${id}, or it is deleted.`)
  }
}

function refuseChains({ into, from }: PeopleToMerge, merges: readonly PersonMerge[]): void {
  for (const merge of merges) {
    if (merge.from === from || merge.from === into)
      throw conflict(`The person ${merge.from} was merged into ${merge.into} already.`)
    if (merge.into === from)
      throw conflict(
        `The person ${merge.from} was merged into ${from}: merge the other way round, or separate those two first.`,
      )
  }
}

/** Returns the id of the link that goes over. */
async function passEhrOn(db: Queries, { into, from }: PeopleToMerge): Promise<string | null> {
  const links = await findLinksOf(db, [into, from])
  if (links.length === 2)
    throw new Refusal(
      'person.linked',
      'Both people have an EHR: merge the EHRs first (POST /openehr/v1/admin/ehr/{ehr_id}/merge).',
    )
  const own = links.find(({ personId }) => personId === from)
  if (own) await passLinkOn(db, own.linkId, { from, to: into })
  return own?.linkId ?? null
}

const noteOf = (type: ChangeNote['type'], { into, from }: Pick<PersonMerge, 'into' | 'from'>) => ({
  ehrId: into,
  detail: { ehrs: [from] },
  // People are in no EHR.
  changes: [{ type, subject: into, ehrId: NO_EHR, detail: { merged_object_id: from } }],
})

export async function mergePeople(db: Database, wanted: PeopleToMerge, caller: Caller): Promise<void> {
  const { into, from, reason } = wanted
  try {
    await recorded(
      db,
      caller.entry,
      async queries => {
        await lockMerges(queries)
        await lockPeople(queries, [into, from])
        refuseChains(wanted, await findMergesOf(queries, [into, from]))
        const linkId = await passEhrOn(queries, wanted)
        const { clientId, person = null } = caller
        await insertMerge(queries, { from, into, linkId }, { clientId, person, reason })
      },
      () => noteOf('person.merged', wanted),
    )
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === UNIQUE_VIOLATION)) throw error
    throw new Refusal('person.linked', 'The person was linked to an EHR meanwhile; try again.')
  }
}

const UNIQUE_VIOLATION = '23505'

/** The EHR would refer to another person than the one that it is linked to. */
async function refuseSubject(db: Queries, ehrId: EhrId, into: ObjectId): Promise<void> {
  await lockEhr(db, ehrId, { alone: false })
  const ehr = await findEhr(db, ehrId)
  const status = ehr && (await findLatest(db, ehrId, ehr.statusId))
  if (status?.data == null || flagsOf(JSON.parse(status.data)).person !== into) return
  throw conflict(
    `The EHR_STATUS of ${ehrId} refers to ${into}: let its subject refer to the person that gets the EHR back first.`,
  )
}

async function separate(db: Queries, from: ObjectId): Promise<PersonMerge | undefined> {
  await lockMerges(db)
  const merge = (await findMergesOf(db, [from])).find(each => each.from === from)
  if (!merge) return undefined
  const { into, linkId } = merge
  const [link] = (await findLinksOf(db, [into])).filter(each => each.linkId === linkId)
  if (link) await refuseSubject(db, link.ehrId, into)
  for (const id of [into, from]) await lockPartyAlone(db, id)
  if (link) await passLinkOn(db, link.linkId, { from: into, to: from })
  await removeMerge(db, from)
  return merge
}

/** Throws if the person is not merged into another. */
export async function separatePeople(db: Database, from: ObjectId, caller: Caller): Promise<void> {
  const merge = await recorded(
    db,
    caller.entry,
    queries => separate(queries, from),
    found => found && noteOf('person.separated', found),
  )
  if (!merge) throw notMerged()
}
