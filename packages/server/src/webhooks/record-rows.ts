/** Selects the events whose records bring other rows of a query, and adds the rows to them (decision 0118). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../access/index.ts'
import { weightedCache } from '../collections/index.ts'
import type { Database, LimitedDatabase } from '../db/index.ts'
import { type ChangeEvent, findRecordVersions, type RecordVersions } from '../events/index.ts'
import { type Identity, limitDatabase } from '../http/index.ts'
import type { EhrId } from '../ids/index.ts'
import { changedRows, findQueryable, mayConcern, type RecordCondition } from '../live/index.ts'
import { documentsOf } from '../query/index.ts'
import { requireQueryRight } from './conditions.ts'

/** The records of a page of events, read once for all conditions that may concern them. */
export interface PageRecords {
  /** By the id of the event. */
  versions(): Promise<ReadonlyMap<string, RecordVersions>>
  /** Documents that exist, by the numbers of their commits. */
  documents(changes: readonly RecordVersions[]): Promise<ReadonlyMap<number, RmObject>>
}

/** Characters of the documents that a page keeps. */
const MOST_CHARACTERS = 8 * 1024 * 1024

export function openPageRecords(db: LimitedDatabase, events: readonly ChangeEvent[]): PageRecords {
  let versions: Promise<ReadonlyMap<string, RecordVersions>> | undefined
  const kept = weightedCache<number, { readonly document: RmObject; readonly characters: number }>({
    most: MOST_CHARACTERS,
    weigh: ({ characters }) => characters,
  })
  return {
    versions: () => (versions ??= findRecordVersions(db, events)),
    documents: async changes => {
      const found = new Map<number, RmObject>()
      const missing = new Map<number, string>()
      for (const { ehrId, before, after } of changes)
        for (const { commit } of before ? [before, after] : [after]) {
          const known = kept.get(commit)
          if (known) found.set(commit, known.document)
          else missing.set(commit, ehrId)
        }
      if (missing.size === 0) return found
      for (const { commit_number, data } of await documentsOf(
        db,
        [...missing.values()],
        [...missing.keys()],
      )) {
        const document = JSON.parse(data) as RmObject
        kept.set(commit_number, { document, characters: data.length })
        found.set(commit_number, document)
      }
      return found
    },
  }
}

/** Records as the queries of the caller see them. Throws if it may not run any. */
export function recordsFor(db: Database, identity: Identity, events: readonly ChangeEvent[]): PageRecords {
  const { rights } = identity
  requireQueryRight(identity)
  return openPageRecords(rights ? limitDatabase(db, { rights, right: RIGHTS.runQuery }) : db, events)
}

/** Events whose documents are in memory together. Other work gets its turn between two chunks. */
const CHUNK = 16

/** Of the events of a page, those whose record brings other rows, with the rows. */
export async function selectByRows(
  db: Database,
  records: PageRecords,
  condition: RecordCondition,
  events: readonly ChangeEvent[],
): Promise<readonly ChangeEvent[]> {
  if (events.length === 0) return events
  const versions = await records.versions()
  const touched = events.flatMap(event => {
    const change = versions.get(event.id)
    return change && mayConcern(condition, change) ? [{ event, change }] : []
  })
  const found: ChangeEvent[] = []
  for (let at = 0; at < touched.length; at += CHUNK) {
    const chunk = touched.slice(at, at + CHUNK)
    const documents = await records.documents(chunk.map(({ change }) => change))
    for (const { event, change } of chunk) {
      const { ehrId, before, after } = change
      const pair = { before: before && documents.get(before.commit), after: documents.get(after.commit) }
      const rows = changedRows(condition, ehrId, pair)
      if (rows) found.push({ ...event, data: { ...event.data, rows } })
    }
    await nextTurn()
  }
  const ehrs = [...new Set(found.map(({ data }) => data.ehr_id as EhrId))]
  const queryable = ehrs.length === 0 ? new Set() : await findQueryable(db, ehrs)
  return found.filter(({ data: { ehr_id = '' } }) => queryable.has(ehr_id) || condition.named.has(ehr_id))
}
