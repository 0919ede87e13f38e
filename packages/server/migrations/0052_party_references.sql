-- The parties that the latest version of a party refers to (docs/decisions/0109-references-between-parties.md). Rows are written in the transaction
-- of a commit. As in all tables of this schema, ehr_id is the id of the party. There is no foreign key to the other party: in a cluster it is on
-- another node, and its erasure leaves references to it in the documents.
create table cairn_party.party_reference (
  ehr_id uuid not null,
  target_id uuid not null,
  relation text not null check (relation in ('relationship', 'reverse', 'other')),
  primary key (ehr_id, target_id, relation)
);
create index party_reference_target on cairn_party.party_reference (target_id);
