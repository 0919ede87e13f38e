/** Checks the records against the audit trail: every commit has an event, so a commit that was removed completely is noticed. */

import { type Queries, sql } from '../db/index.ts'
import type { EhrId } from '../ids.ts'
import type { Fault } from './fault.ts'

interface Row {
  ehr_id: EhrId
  id: string
}

/** The EHR that has the records of an event now; null if they were erased. The survivor of a merge may be erased too. */
const PLACE = `left join cairn.erased_ehr gone on gone.ehr_id = e.ehr_id::uuid
  left join cairn.erased_ehr survivor on survivor.ehr_id = gone.merged_into
  cross join lateral (select case when gone.ehr_id is null then e.ehr_id::uuid
    when survivor.ehr_id is null then gone.merged_into end as ehr_id) place`

/** Contributions that are in the trail but not in the records, unless they were erased with their EHR or episode. */
const cutOff = sql<Row>({
  name: 'trail.cutOff',
  text: `select e.ehr_id, e.contribution_id as id from cairn.audit_event e ${PLACE}
         where e.contribution_id is not null and place.ehr_id is not null
           and not exists (select from cairn.contribution c
             where c.ehr_id = place.ehr_id and c.contribution_id = e.contribution_id)
           and e.contribution_id::text not in (select jsonb_object_keys(d.detail -> 'removed')
             from cairn.audit_event d where d.detail -> 'removed' is not null)
         order by e.event_id`,
})

/** The time from which every commit has an event: that of the first seal. */
const BEGINNING = '(select sealed_at from cairn.audit_seal where seal_number = 1)'

const unrecorded = sql<Row>({
  name: 'trail.unrecorded',
  text: `select c.ehr_id, c.contribution_id as id from cairn.contribution c
         where c.committed_at > ${BEGINNING}
           and not exists (select from cairn.audit_event e where e.contribution_id = c.contribution_id)
         order by c.committed_at`,
})

const silentlyErased = sql<Row>({
  name: 'trail.silentlyErased',
  text: `select x.ehr_id, x.ehr_id as id from cairn.erased_ehr x
         where x.erased_at > ${BEGINNING}
           and not exists (select from cairn.audit_event e where e.outcome = 'success'
             and e.action in ('C', 'D') and (e.route like '%/admin/ehr/%' or e.route like '%/admin/v1/import')
             and (e.ehr_id = x.ehr_id::text or e.detail -> 'ehrs' ? x.ehr_id::text))
         order by x.erased_at`,
})

const CHECKS = [
  { statement: cutOff, what: 'is a contribution that the audit trail has, and that is not there' },
  { statement: unrecorded, what: 'is a contribution that the audit trail does not have' },
  { statement: silentlyErased, what: 'is an EHR that was erased, and the audit trail does not say by whom' },
]

export async function trailFaults(db: Queries): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const { statement, what } of CHECKS)
    for (const { ehr_id, id } of await db.query(statement)) faults.push({ ehrId: ehr_id, uid: id, what })
  return faults
}
