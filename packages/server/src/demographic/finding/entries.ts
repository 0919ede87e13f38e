/** Writes what people are found by: with each commit, and again when a definition has changed. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedDatabase, LimitedQueries } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { type Change, findLatest } from '../../versions/index.ts'
import { type PersonEntryRow, putEntry, recordOfParty, removeEntry } from '../../versions/parties/index.ts'
import { daysOf } from './birth-date.ts'
import type { DefinitionShelf } from './definition-shelf.ts'
import { factsOf, NO_FACTS } from './facts.ts'
import { keysOf, sliceKeysOf } from './keys.ts'
import { lockOutdated } from './store.ts'

export interface Made {
  readonly personId: ObjectId
  readonly data: RmObject
  readonly templateKey: number | null
}

export function entryRow(shelf: DefinitionShelf, { personId, data, templateKey }: Made): PersonEntryRow {
  const archetypeId = String(data['archetype_node_id'] ?? '')
  const { revision, inForce } = shelf.of(archetypeId)
  const facts = inForce ? factsOf(data, inForce.ready) : NO_FACTS
  const { name, nameTerms, birthDate, sex, addressTerms, identifiers } = facts
  const born = birthDate === undefined ? undefined : daysOf(birthDate)
  return {
    personId,
    archetypeId,
    revision,
    templateKey,
    name,
    birthDate: birthDate ?? null,
    sex: sex ?? null,
    bornFrom: born?.from ?? null,
    bornTo: born?.to ?? null,
    nameTerms,
    addressTerms,
    identifiers: JSON.stringify(identifiers),
    keys: [...keysOf(facts), ...sliceKeysOf(personId)],
  }
}

/** The entry of a version that is committed. */
export const personEntries =
  (shelf: DefinitionShelf) =>
  ({ objectId, data = {}, templateKey, preceding }: Change): PersonEntryRow =>
    entryRow(shelf, {
      personId: objectId,
      data,
      templateKey: templateKey ?? preceding?.templateKey ?? null,
    })

/** Entries that are made again in one transaction. */
const BATCH = 50

async function renewSome(
  queries: LimitedQueries,
  shelf: DefinitionShelf,
  archetypeId: string,
  revision: number,
): Promise<number> {
  const ids = await lockOutdated(queries, archetypeId, revision, BATCH)
  for (const personId of ids) await renewEntry(queries, shelf, personId)
  return ids.length
}

/** Makes the entry of a person again, by its latest version. */
export async function renewEntry(
  queries: LimitedQueries,
  shelf: DefinitionShelf,
  personId: ObjectId,
): Promise<void> {
  const latest = await findLatest(queries, recordOfParty(personId), personId)
  if (latest?.data == null || latest.kind !== 'PERSON') return removeEntry(queries, personId)
  const data = JSON.parse(latest.data) as RmObject
  await putEntry(queries, entryRow(shelf, { personId, data, templateKey: latest.templateKey }))
}

/** People from before the search have no archetype in their entry. */
const NEVER_ENTERED = ['', 0] as const

/** Makes entries again that an earlier definition made, `most` at most. */
export async function renewEntries(db: LimitedDatabase, shelf: DefinitionShelf, most: number): Promise<void> {
  await shelf.refresh()
  let left = most
  const states = [...shelf.all()].map(([id, { revision }]) => [id, revision] as const)
  for (const [archetypeId, revision] of [NEVER_ENTERED, ...states])
    for (let count = BATCH; count > 0 && left > 0; left -= count)
      count = await db.transaction(queries => renewSome(queries, shelf, archetypeId, revision))
}
