/** Seals what exists when an installation seals for the first time. What was changed before then is taken as it is. */

import { groupBy } from '../collections/index.ts'
import type { Database } from '../db/index.ts'
import { KIND_NAMES } from './kinds.ts'
import type { SealKey } from './seal.ts'
import { TAGS } from './sealed-writes.ts'
import {
  appendSeals,
  completeSeal,
  findCompleteKinds,
  findIdsAfter,
  findObjects,
  lockSeals,
} from './state-store.ts'
import { findTagged, findUnsealedTags, lockTagged, sealTagsOf } from './tag-store.ts'

/** The number of objects that were sealed, by kind; kinds without any are left out. */
type FirstSeals = Readonly<Record<string, number>>

const TOGETHER = 500

const sealKind = (db: Database, key: SealKey, kind: string): Promise<number> =>
  db.transaction(async queries => {
    await lockSeals(queries)
    // Processes that start at the same moment seal once.
    if ((await findCompleteKinds(queries)).has(kind)) return 0
    let sealed = 0
    for (let last = ''; ; ) {
      const ids = await findIdsAfter(queries, kind, last, TOGETHER)
      if (ids.length === 0) break
      last = ids.at(-1) ?? last
      const found = await findObjects(queries, key, kind, ids)
      const fresh = found.filter(each => each.sealed === undefined)
      await appendSeals(
        queries,
        key,
        fresh.map(({ id, content }) => ({ kind, id, content })),
      )
      sealed += fresh.length
    }
    await appendSeals(queries, key, [completeSeal(key, kind)])
    return sealed
  })

/** In many transactions: there may be millions. One that is cut off goes on at the next start. */
async function sealTags(db: Database, key: SealKey): Promise<number> {
  let sealed = 0
  for (;;) {
    const page = await findUnsealedTags(db, TOGETHER)
    if (page.length === 0) break
    for (const [ehrId, objects] of groupBy(page, ({ ehr_id }) => ehr_id))
      sealed += await db.transaction(async queries => {
        const ids = objects.map(({ object_id }) => object_id)
        await lockTagged(queries, ehrId, ids)
        const found = (await findTagged(queries, ehrId, ids)).filter(each => each.revision === undefined)
        await sealTagsOf(queries, key, ehrId, found)
        return found.length
      })
  }
  await db.transaction(async queries => {
    await lockSeals(queries)
    if (!(await findCompleteKinds(queries)).has(TAGS))
      await appendSeals(queries, key, [completeSeal(key, TAGS)])
  })
  return sealed
}

export async function sealWhatExists(db: Database, key: SealKey): Promise<FirstSeals> {
  const complete = await findCompleteKinds(db)
  const sealed: Record<string, number> = {}
  for (const kind of [...KIND_NAMES, TAGS]) {
    if (complete.has(kind)) continue
    const count = await (kind === TAGS ? sealTags(db, key) : sealKind(db, key, kind))
    if (count > 0) sealed[kind] = count
  }
  return sealed
}
