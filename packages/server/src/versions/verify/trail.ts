/** Checks the records against the audit trail: every commit has an event, so a commit that was removed completely is noticed. */

import { type Queries, sql } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import type { Fault } from './fault.ts'

interface Row {
  ehr_id: EhrId
  id: string
}

/**
 * Tables that are compared with each other across EHRs. The nodes of a distributed database cannot: there the coordinator gathers what is
 * compared, under the same names.
 */
const GATHERED = `with erased_ehr as materialized (select ehr_id, merged_into, erased_at from cairn.erased_ehr),
  erased_party as materialized (select ehr_id, merged_into, erased_at from cairn_party.erased_ehr),
  audit_event as materialized (
    select event_id, ehr_id, contribution_id, outcome, action, route, detail, may_remove from cairn.audit_event
    where contribution_id is not null or detail is not null or route like '%/admin/%'
  ), contribution as materialized (select ehr_id, contribution_id, committed_at from cairn.contribution),
  party_contribution as materialized (select ehr_id, contribution_id, committed_at from cairn_party.contribution)`

/** The contributions to parties. */
const partiesIn = (schema: 'cairn.' | ''): string =>
  schema === '' ? 'party_contribution' : 'cairn_party.contribution'

/** A statement on tables whose names begin with what it is given. */
const check = (name: string, textOf: (schema: 'cairn.' | '') => string) =>
  sql<Row>({ name, text: textOf('cairn.'), distributed: `${GATHERED} ${textOf('')}` })

const erasedPartiesIn = (schema: 'cairn.' | ''): string =>
  schema === '' ? 'erased_party' : 'cairn_party.erased_ehr'

/** The EHR or party that has the records of an event now; null if they were erased. The survivor of a merge may be erased too. */
const placeOf = (schema: 'cairn.' | '') => `left join (select ehr_id, merged_into from ${schema}erased_ehr
    union all select ehr_id, merged_into from ${erasedPartiesIn(schema)}) gone on gone.ehr_id = e.ehr_id::uuid
  left join ${schema}erased_ehr survivor on survivor.ehr_id = gone.merged_into
  cross join lateral (select case when gone.ehr_id is null then e.ehr_id::uuid
    when survivor.ehr_id is null then gone.merged_into end as ehr_id) place`

/** Contributions that are in the trail but not in the records, unless they were erased with their EHR or episode. */
const cutOff = check(
  'trail.cutOff',
  schema => `select e.ehr_id, e.contribution_id as id from ${schema}audit_event e ${placeOf(schema)}
         where e.contribution_id is not null and place.ehr_id is not null
           and not exists (select 1 from ${schema}contribution c
             where c.ehr_id = place.ehr_id and c.contribution_id = e.contribution_id)
           and not exists (select 1 from ${partiesIn(schema)} p
             where p.ehr_id = place.ehr_id and p.contribution_id = e.contribution_id)
           and e.contribution_id::text not in (select jsonb_object_keys(d.detail -> 'removed')
             from ${schema}audit_event d where d.may_remove and d.detail -> 'removed' is not null)
         order by e.event_id`,
)

/**
 * The time from which every commit has an event: that of the first seal, or that before which events were removed. The event of a commit may
 * be a moment older than the commit, and so in the month that is gone.
 */
const BEGINNING = `coalesce((select max(removed_before) + interval '1 hour' from cairn.audit_seal),
  (select sealed_at from cairn.audit_seal where seal_number = 1))`

const unrecordedIn = (name: string, tableOf: (schema: 'cairn.' | '') => string) =>
  check(
    name,
    schema => `select c.ehr_id, c.contribution_id as id from ${tableOf(schema)} c
         where c.committed_at > ${BEGINNING}
           and not exists (select 1 from ${schema}audit_event e where e.contribution_id = c.contribution_id)
         order by c.committed_at`,
  )
const unrecorded = unrecordedIn('trail.unrecorded', schema => `${schema}contribution`)
const unrecordedOfParties = unrecordedIn('trail.unrecordedOfParties', partiesIn)

const silentlyErasedIn = (name: string, tableOf: (schema: 'cairn.' | '') => string) =>
  check(
    name,
    schema => `select x.ehr_id, x.ehr_id as id from ${tableOf(schema)} x
         where x.erased_at > ${BEGINNING}
           and not exists (select 1 from ${schema}audit_event e where e.outcome = 'success'
             and e.action in ('C', 'U', 'D')
             and (e.route like '%/admin/ehr/%' or e.route like '%/admin/party/%' or e.route like '%/admin/v1/import')
             and (e.ehr_id = x.ehr_id::text or e.detail -> 'ehrs' ? x.ehr_id::text))
         order by x.erased_at`,
  )
const silentlyErased = silentlyErasedIn('trail.silentlyErased', schema => `${schema}erased_ehr`)
const silentlyErasedParties = silentlyErasedIn('trail.silentlyErasedParties', erasedPartiesIn)

const CHECKS = [
  { statement: cutOff, what: 'is a contribution that the audit trail has, and that does not exist' },
  { statement: unrecorded, what: 'is a contribution that the audit trail does not have' },
  { statement: unrecordedOfParties, what: 'is a contribution that the audit trail does not have' },
  { statement: silentlyErased, what: 'is an EHR that was erased, and the audit trail does not say by whom' },
  {
    statement: silentlyErasedParties,
    what: 'is a party that was erased, and the audit trail does not say by whom',
  },
]

export async function trailFaults(db: Queries): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const { statement, what } of CHECKS)
    for (const { ehr_id, id } of await db.query(statement)) faults.push({ ehrId: ehr_id, uid: id, what })
  return faults
}
