/** Compares the entries that people are found by with the documents that they are made from. */
import { isDeepStrictEqual } from 'node:util'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { LimitedDatabase, LimitedQueries } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { lockRecordAlone, type PersonEntryRow, recordOfParty } from '../../versions/parties/index.ts'
import type { DocumentCheck, Fault } from '../../versions/verify/index.ts'
import { type DefinitionShelf, openDefinitionShelf } from './definition-shelf.ts'
import { entryRow, renewEntry } from './entries.ts'
import {
  findEntriesWithoutPerson,
  findStoredEntries,
  findTemplateNames,
  type StoredEntry,
} from './entry-store.ts'

/** The newest documents of people; undefined for one that is deleted. */
type Heads = Map<ObjectId, { readonly data: RmObject | undefined; readonly templateKey: number | null }>

/** A job makes entries of an earlier definition again, and those that were never made. */
const awaitsRenewal = (stored: StoredEntry, { archetypeId, revision }: PersonEntryRow): boolean =>
  stored.revision < revision && (stored.archetypeId === archetypeId || stored.archetypeId === '')

function differenceOf(
  stored: StoredEntry | undefined,
  expected: PersonEntryRow | undefined,
  templateId: string | null,
): string | undefined {
  if (!expected) return stored && 'is deleted, and has a search entry'
  if (!stored) return 'has no search entry'
  if (awaitsRenewal(stored, expected)) return undefined
  const { templateKey: _key, personId: _id, identifiers, ...values } = expected
  const isSame = isDeepStrictEqual(stored, { ...values, templateId, identifiers: JSON.parse(identifiers) })
  return isSame ? undefined : 'has another search entry than its document'
}

async function checkPeople(queries: LimitedQueries, shelf: DefinitionShelf, heads: Heads): Promise<Fault[]> {
  const stored = await findStoredEntries(queries, [...heads.keys()])
  const keys = new Set([...heads.values()].flatMap(({ templateKey }) => templateKey ?? []))
  const names = await findTemplateNames(queries, [...keys])
  return [...heads].flatMap(([personId, { data, templateKey }]) => {
    const expected = data && entryRow(shelf, { personId, data, templateKey })
    const templateId = (templateKey === null ? undefined : names.get(templateKey)) ?? null
    const what = differenceOf(stored.get(personId), expected, templateId)
    return what === undefined ? [] : [faultOf(personId, what)]
  })
}

const faultOf = (personId: ObjectId, what: string): Fault => ({
  ehrId: recordOfParty(personId),
  uid: personId,
  what,
})

/** People that are checked by the same statements. */
const TOGETHER = 200

/** `db`: that of parties. */
export function openEntryCheck(
  db: LimitedDatabase,
  report: (faults: readonly Fault[]) => void,
): DocumentCheck {
  let shelf: Promise<DefinitionShelf> | undefined
  let heads: Heads = new Map()
  const check = async (queries: LimitedQueries): Promise<void> => {
    shelf ??= openDefinitionShelf(db)
    if (heads.size > 0) report(await checkPeople(queries, await shelf, heads))
    heads = new Map()
  }
  return {
    visit: async (queries, documents) => {
      for (const { version, data } of documents) {
        const { objectId, kind, templateKey } = version
        if (kind !== 'PERSON') continue
        if (!heads.has(objectId) && heads.size >= TOGETHER) await check(queries)
        heads.set(objectId, { data, templateKey })
      }
    },
    end: async (queries, ids) => {
      await check(queries)
      const strays = await findEntriesWithoutPerson(queries, ids)
      report(strays.map(id => faultOf(id, 'is no person, and has a search entry')))
    },
  }
}

/** Makes the entries of these people again. */
export async function mendEntries(db: LimitedDatabase, personIds: readonly ObjectId[]): Promise<void> {
  const shelf = await openDefinitionShelf(db)
  for (const personId of personIds)
    await db.transaction(async queries => {
      await lockRecordAlone(queries, recordOfParty(personId))
      await renewEntry(queries, shelf, personId)
    })
}
