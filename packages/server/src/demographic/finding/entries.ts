/** Writes what people are found by: with each commit, and again when a definition has changed. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedDatabase, LimitedQueries } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { type Change, type Commit, type Companion, findLatest } from '../../versions/index.ts'
import { recordOfParty } from '../../versions/parties/index.ts'
import type { DefinitionShelf } from './definition-shelf.ts'
import { factsOf, NO_FACTS } from './facts.ts'
import { lockOutdated, putEntry, removeEntry } from './store.ts'

interface Made {
  readonly personId: ObjectId
  readonly data: RmObject
  readonly templateKey: number | null
}

async function enter(
  db: LimitedQueries,
  shelf: DefinitionShelf,
  { personId, data, templateKey }: Made,
): Promise<void> {
  const archetypeId = String(data['archetype_node_id'] ?? '')
  const { revision, inForce } = shelf.of(archetypeId)
  const facts = inForce ? factsOf(data, inForce.ready) : NO_FACTS
  await putEntry(db, { personId, ...facts }, { archetypeId, revision, templateKey })
}

const entering =
  (shelf: DefinitionShelf, { objectId, data, templateKey, preceding }: Change): Companion =>
  queries =>
    data === undefined
      ? removeEntry(queries, objectId)
      : enter(queries, shelf, {
          personId: objectId,
          data,
          templateKey: templateKey ?? preceding?.templateKey ?? null,
        })

/** The companion writes of a commit to parties. */
export const personEntries =
  (shelf: DefinitionShelf) =>
  ({ changes }: Commit): readonly Companion[] =>
    changes.filter(({ kind }) => kind === 'PERSON').map(change => entering(shelf, change))

/** Entries that are made again in one transaction. */
const BATCH = 50

async function renewSome(
  queries: LimitedQueries,
  shelf: DefinitionShelf,
  archetypeId: string,
  revision: number,
): Promise<number> {
  const ids = await lockOutdated(queries, archetypeId, revision, BATCH)
  for (const personId of ids) {
    const latest = await findLatest(queries, recordOfParty(personId), personId)
    if (latest?.data == null) await removeEntry(queries, personId)
    else {
      const data = JSON.parse(latest.data) as RmObject
      await enter(queries, shelf, { personId, data, templateKey: latest.templateKey })
    }
  }
  return ids.length
}

/** People from before the search have no archetype in their entry. */
const NEVER_ENTERED = ['', 0] as const

/** Makes entries again that an earlier definition made, `most` at most. */
export async function renewEntries(db: LimitedDatabase, shelf: DefinitionShelf, most: number): Promise<void> {
  await shelf.refresh()
  let left = most
  const states = [...shelf.all()].map(([id, { revision }]) => [id, revision] as const)
  for (const [archetypeId, revision] of [NEVER_ENTERED, ...states])
    for (let count = BATCH; count === BATCH && left > 0; left -= count)
      count = await db.transaction(queries => renewSome(queries, shelf, archetypeId, revision))
}
