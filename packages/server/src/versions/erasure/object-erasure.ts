/** All SQL that erases one versioned object. */

import { type Queries, sql } from '../../db/index.ts'
import { parameters, printInsert } from '../../db/writing/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { suspectEntries } from '../../roots/index.ts'
import { removeClaims } from './claims.ts'
import { forgetStatistics } from './statistics.ts'

type ObjectKey = [ehrId: EhrId, objectId: ObjectId]

const ofObject = (table: string) =>
  sql<never, ObjectKey>({
    name: `admin.drop.${table}`,
    text: `delete from cairn.${table} where ehr_id = $1 and object_id = $2`,
  })

const dropTags = ofObject('item_tag')
const dropFindings = ofObject('finding')
const dropDrafts = ofObject('draft')
const dropNotes = sql<never, ObjectKey>({
  name: 'admin.dropNotes',
  text: 'delete from cairn.change_note where ehr_id = $1 and subject = $2::text',
})
const dropObject = ofObject('versioned_object')
/** After the object: whoever fills these rows has locked the object, and has committed when it is gone. */
const dropPublished = ofObject('datamap_row')
const dropRoots = sql<never, ObjectKey>({
  name: 'admin.dropRoots',
  text: `delete from cairn.root r using cairn.version v
         where r.ehr_id = $1 and v.ehr_id = $1 and v.object_id = $2 and r.commit_number = v.commit_number`,
})
const dropVersions = sql<{ contribution_id: string }, ObjectKey>({
  name: 'admin.dropVersions',
  text: 'delete from cairn.version where ehr_id = $1 and object_id = $2 returning contribution_id',
})
/** Removes contributions that have no other versions. */
const dropHollow = sql<never, [ehrId: EhrId, contributionIds: readonly string[]]>({
  name: 'admin.dropHollow',
  text: `delete from cairn.contribution c where c.ehr_id = $1 and c.contribution_id = any($2::uuid[]) and not exists (
           select 1 from cairn.version v where v.ehr_id = c.ehr_id and v.contribution_id = c.contribution_id)`,
})
const closeDirectory = sql<never, ObjectKey>({
  name: 'admin.closeDirectory',
  text: 'update cairn.ehr set directory_id = null where ehr_id = $1 and directory_id = $2',
})

/** Number of removed versions, by contribution. */
export type RemovedVersions = Readonly<Record<string, number>>

/** Removes an object with its history, tags and query index. The caller must have locked the EHR. */
export async function removeObject(db: Queries, ehrId: EhrId, objectId: ObjectId): Promise<RemovedVersions> {
  const key: ObjectKey = [ehrId, objectId]
  await db.execute(dropTags, key)
  await db.execute(dropNotes, key)
  await db.execute(dropFindings, key)
  await db.execute(dropDrafts, key)
  await suspectEntries(db, ehrId, objectId)
  await db.execute(dropRoots, key)
  const versions = await db.query(dropVersions, key)
  await db.execute(dropObject, key)
  await removeClaims(db, [objectId])
  await db.execute(dropPublished, key)
  await db.execute(dropHollow, [ehrId, versions.map(each => each.contribution_id)])
  await db.execute(closeDirectory, key)
  await forgetStatistics(db)
  const removed: Record<string, number> = {}
  for (const { contribution_id: id } of versions) removed[id] = (removed[id] ?? 0) + 1
  return removed
}

const insertTombstone = sql<never, [...ObjectKey, kind: string, clientId: string, reason: string]>({
  name: 'admin.buryObject',
  text: printInsert(
    'erased_object',
    parameters(['ehr_id', 'object_id', 'kind', 'client_id', 'reason']),
    `on conflict (ehr_id, object_id) do update
     set erased_at = excluded.erased_at, kind = excluded.kind, client_id = excluded.client_id, reason = excluded.reason`,
  ),
})

export interface ObjectTombstone {
  readonly ehrId: EhrId
  readonly objectId: ObjectId
  readonly kind: string
  readonly clientId: string
  readonly reason: string
}

export async function leaveObjectTombstone(db: Queries, tombstone: ObjectTombstone): Promise<void> {
  const { ehrId, objectId, kind, clientId, reason } = tombstone
  await db.execute(insertTombstone, [ehrId, objectId, kind, clientId, reason])
}
