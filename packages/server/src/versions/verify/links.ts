/** Checks that the person and the EHR of each link exist (decision 0108), and the people of each merge (decision 0122). */
import { type Queries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import { recordOfParty } from '../model.ts'
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

const wrongMerges = (people: string, links: string, merges: string): string =>
  `select m.ehr_id as person_id, m.into_id, s.ehr_id is not null as has_survivor from ${merges} m
   left join ${people} p on p.ehr_id = m.ehr_id left join ${people} s on s.ehr_id = m.into_id
   left join ${merges} n on n.ehr_id = m.into_id left join ${links} l on l.ehr_id = m.ehr_id
   where p.ehr_id is null or s.ehr_id is null or n.ehr_id is not null or l.ehr_id is not null order by m.ehr_id`

const unsound = sql<{ person_id: ObjectId; into_id: ObjectId; has_survivor: boolean }>({
  name: 'verify.merges',
  text: wrongMerges('cairn_party.ehr', 'cairn_party.person_link', 'cairn_party.person_merge'),
  distributed: `with person as materialized (select ehr_id from cairn_party.ehr),
      link as materialized (select ehr_id from cairn_party.person_link),
      merge as materialized (select ehr_id, into_id from cairn_party.person_merge)
    ${wrongMerges('person', 'link', 'merge')}`,
})

export const mergeFaults = async (queries: Queries): Promise<Fault[]> =>
  (await queries.query(unsound)).map(({ person_id, into_id, has_survivor }) => ({
    ehrId: recordOfParty(person_id),
    uid: person_id,
    what: has_survivor
      ? `is a person that cannot be merged into ${into_id}: it has an EHR, does not exist, or the other is merged itself`
      : 'is a person that was merged into one that does not exist',
  }))
