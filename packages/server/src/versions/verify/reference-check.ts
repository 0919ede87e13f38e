/** Compares the stored references of parties with those of their latest documents. */
import { isDeepStrictEqual } from 'node:util'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { groupBy } from '../../collections/index.ts'
import type { LimitedDatabase, LimitedQueries } from '../../db/index.ts'
import type { ObjectId } from '../../ids/index.ts'
import { lockRecordAlone } from '../erasure/record-lock.ts'
import { recordOfParty } from '../model.ts'
import {
  findReferences,
  lockReferences,
  type ReferenceRow,
  replaceReferences,
} from '../parties/reference-store.ts'
import { referencesOf } from '../parties/references.ts'
import { findLatest } from '../store.ts'
import type { DocumentCheck } from './document-check.ts'
import type { Fault } from './fault.ts'

function rowsOf(partyId: ObjectId, data: RmObject | undefined): ReferenceRow[] {
  const { references } = data ? referencesOf(data) : { references: [] }
  return references.map(({ targetId, relation }) => ({ partyId, targetId, relation }))
}

const keysOf = (rows: readonly ReferenceRow[]): readonly string[] =>
  [...new Set(rows.map(({ targetId, relation }) => `${targetId} ${relation}`))].sort()

/** The newest documents of parties; undefined for one that is deleted. */
type Heads = Map<ObjectId, RmObject | undefined>

async function checkParties(queries: LimitedQueries, heads: Heads): Promise<Fault[]> {
  const stored = groupBy(await findReferences(queries, [...heads.keys()]), row => row.partyId)
  return [...heads].flatMap(([id, data]) =>
    isDeepStrictEqual(keysOf(stored.get(id) ?? []), keysOf(rowsOf(id, data)))
      ? []
      : [{ ehrId: recordOfParty(id), uid: id, what: 'has other references than its document' }],
  )
}

/** Parties that are checked by the same statement. */
const TOGETHER = 200

export function openReferenceCheck(report: (faults: readonly Fault[]) => void): DocumentCheck {
  let heads: Heads = new Map()
  const end = async (queries: LimitedQueries): Promise<void> => {
    if (heads.size > 0) report(await checkParties(queries, heads))
    heads = new Map()
  }
  return {
    visit: async (queries, documents) => {
      for (const { version, data } of documents) {
        if (!heads.has(version.objectId) && heads.size >= TOGETHER) await end(queries)
        heads.set(version.objectId, data)
      }
    },
    end,
  }
}

/** Makes the references of these parties again. */
export async function mendReferences(db: LimitedDatabase, ids: readonly ObjectId[]): Promise<void> {
  for (const id of ids)
    await db.transaction(async queries => {
      await lockRecordAlone(queries, recordOfParty(id))
      await lockReferences(queries, [id], [])
      const latest = await findLatest(queries, recordOfParty(id), id)
      const data = latest?.data == null ? undefined : (JSON.parse(latest.data) as RmObject)
      await replaceReferences(queries, [id], rowsOf(id, data))
    })
}
