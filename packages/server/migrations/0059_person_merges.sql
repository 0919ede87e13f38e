-- People who were found to be one, and merged (docs/decisions/0122-merged-people.md). As in all tables of this schema, ehr_id is the id of a party:
-- here of the person that was merged into the other. The row is removed when the merge is undone, and with the erasure of either. There are no
-- foreign keys: in a cluster the other person is on another node.
create table cairn_party.person_merge (
  ehr_id uuid primary key,
  into_id uuid not null,
  -- Seals are kept for ever, so a merge has an id that says nothing about the people.
  merge_id uuid not null,
  -- The link to an EHR that went over to the other person.
  link_id uuid,
  merged_at timestamptz not null default now(),
  client_id text not null,
  -- The account of the person who merged them.
  person text,
  reason text not null,
  check (ehr_id <> into_id)
);
create index person_merge_into on cairn_party.person_merge (into_id);
alter table cairn_party.person_merge
  alter column client_id set statistics 0, alter column person set statistics 0, alter column reason set statistics 0;
