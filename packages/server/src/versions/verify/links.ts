/** Checks that the person and the EHR of each link exist (decision 0108). */
import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { Fault } from './fault.ts'

interface Row {
  person_id: ObjectId
  linked_ehr_id: EhrId
  has_person: boolean
}

const danglingLinks = (people: string, ehrs: string, links: string): string =>
  `select l.ehr_id as person_id, l.linked_ehr_id, p.ehr_id is not null as has_person from ${links} l
   left join ${people} p on p.ehr_id = l.ehr_id left join ${ehrs} e on e.ehr_id = l.linked_ehr_id
   where p.ehr_id is null or e.ehr_id is null order by l.ehr_id`

const dangling = sql<Row>({
  name: 'verify.links',
  text: danglingLinks('cairn_party.ehr', 'cairn.ehr', 'cairn_party.person_link'),
  // The tables are distributed by different ids, so the coordinator compares them.
  distributed: `with person as materialized (select ehr_id from cairn_party.ehr),
      record as materialized (select ehr_id from cairn.ehr),
      link as materialized (select ehr_id, linked_ehr_id from cairn_party.person_link)
    ${danglingLinks('person', 'record', 'link')}`,
})

export const linkFaults = async (queries: Queries): Promise<Fault[]> =>
  (await queries.query(dangling)).map(({ person_id, linked_ehr_id, has_person }) => ({
    ehrId: linked_ehr_id,
    uid: person_id,
    what: has_person
      ? 'is a person that is linked to an EHR that does not exist'
      : 'is linked to an EHR, and is no person',
  }))
