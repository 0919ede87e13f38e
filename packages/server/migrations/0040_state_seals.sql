-- Seals of objects that have no signed document: definitions, clients, people, roles, rights and tags.
-- See docs/decisions/0087-seals-of-unsigned-rows.md.

-- Each change of a sealed object adds a row. Rows form a chain, and the audit trail names its end.
create table cairn.state_seal (
  -- From 1 upwards without a gap.
  number bigint primary key,
  kind text not null,
  id text not null,
  -- HMAC-SHA-256 of the rows of the object; null: the object was removed.
  content bytea,
  -- HMAC-SHA-256 of this row and of the chain before it.
  chain bytea not null
);

create index state_seal_object on cairn.state_seal (kind, id, number desc);

-- Tags are written with records, in many EHRs at once, so each object has a seal of its own in place of the chain. The revision counts the
-- transactions that changed its tags; null: it never had any.
alter table cairn.versioned_object add column tag_revision integer, add column tag_seal bytea;
select cairn.make_reach_views();

-- The end of the chain when events were sealed; null in seals from before.
alter table cairn.audit_seal add column state_number bigint, add column state_chain bytea;
