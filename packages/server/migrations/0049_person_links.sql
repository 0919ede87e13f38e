-- The EHR of a person: one at most, and one person at most for each EHR (docs/decisions/0108-the-person-of-an-ehr.md). As in all tables of
-- this schema, ehr_id is the id of the party. There are no foreign keys: the EHR is in another schema, and in a cluster on another node. A link is
-- written while both are locked, and removed with either.
create table cairn_party.person_link (
  ehr_id uuid primary key,
  linked_ehr_id uuid not null constraint person_link_ehr unique
);
