/** Compares the tags of each object with their seal, and the number of their changes with the audit trail. */
import { type GuardedSql, guarded, open, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import {
  findCompleteKinds,
  findTaggedOfEhrs,
  isTagSeal,
  type SealKey,
  type StateFault,
  TAGS,
  type TaggedObject,
} from '../../seals/index.ts'
import type { DocumentCheck } from '../../versions/verify/index.ts'

/** Events that changed tags, by object. Retention may have removed some, so the number can be too low. */
const RECORDED = guarded`recorded as materialized (
    select t.id::uuid as object_id, count(*)::integer as changes
    from ${open.audit_event} e cross join lateral jsonb_array_elements_text(e.detail -> 'tags') t (id)
    where e.detail -> 'tags' is not null and e.outcome = 'success' group by t.id)`

const setBack = (objects: GuardedSql): GuardedSql => guarded`select o.object_id from recorded r
  join ${objects} on o.object_id = r.object_id where coalesce(o.tag_revision, 0) < r.changes order by o.object_id`

/** Objects whose tags have changed less often than the audit trail says. */
const setBackObjects = sql<{ object_id: ObjectId }>({
  name: 'tagCheck.setBack',
  text: guarded`with ${RECORDED} ${setBack(guarded`${seen.versioned_object('o')}`)}`,
  distributed: guarded`with ${RECORDED}, object as materialized (
      select object_id, tag_revision from ${seen.versioned_object()})
    ${setBack(guarded`object o`)}`,
})

function faultOf(key: SealKey, tagged: TaggedObject, isComplete: boolean): string | undefined {
  const { revision, seal, tags } = tagged
  if (revision !== undefined && seal !== null)
    return isTagSeal(key, tagged) ? undefined : 'were changed in the database'
  if (revision !== undefined || seal !== null) return 'have lost their seal'
  return isComplete && tags.length > 0 ? 'were added in the database' : undefined
}

/** EHRs that are checked by the same statement. */
const TOGETHER = 200

export function openTagCheck(key: SealKey, report: (faults: readonly StateFault[]) => void): DocumentCheck {
  let ehrIds = new Set<EhrId>()
  let isComplete: boolean | undefined
  const check = async (queries: LimitedQueries): Promise<void> => {
    isComplete ??= (await findCompleteKinds(queries)).has(TAGS)
    for (const tagged of ehrIds.size > 0 ? await findTaggedOfEhrs(queries, [...ehrIds]) : []) {
      const what = faultOf(key, tagged, isComplete)
      if (what !== undefined) report([{ kind: TAGS, id: tagged.objectId, what }])
    }
    ehrIds = new Set()
  }
  return {
    visit: async (queries, documents) => {
      for (const { version } of documents) {
        if (ehrIds.size >= TOGETHER && !ehrIds.has(version.ehrId)) await check(queries)
        ehrIds.add(version.ehrId)
      }
    },
    end: check,
    atLast: async queries => {
      for (const { object_id: id } of await queries.query(setBackObjects))
        report([{ kind: TAGS, id, what: 'were set back to an earlier state in the database' }])
    },
  }
}
