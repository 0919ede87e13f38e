-- The audit trail: what an event is about, and the seals that chain the events.

alter table cairn.audit_event
  -- Who is behind the client, where the token names somebody else than the client.
  add column person text,
  -- The contribution that was written in the same transaction.
  add column contribution_id uuid,
  -- The EHRs that a query or a list showed, or how many and the digest of the query; what was physically deleted.
  add column detail jsonb;

-- UUIDs were kept in the case in which they were asked for.
alter table cairn.audit_event disable trigger audit_event_append_only;
update cairn.audit_event set ehr_id = lower(ehr_id) where ehr_id <> lower(ehr_id);
alter table cairn.audit_event enable trigger audit_event_append_only;

-- Who saw an EHR among others. Only the few events that list EHRs are in it.
create index audit_event_ehrs on cairn.audit_event using gin ((detail -> 'ehrs') jsonb_path_ops)
  where detail -> 'ehrs' is not null;

-- Each seal holds the digests of some events and the digest of the seal before it. See docs/decisions/0040.
create table cairn.audit_seal (
  seal_number bigint primary key check (seal_number > 0),
  sealed_at timestamptz not null,
  -- Ids of events, and the SHA-256 of each, 32 bytes one after the other.
  events bigint[] not null,
  digests bytea not null,
  -- All events up to this one have a seal; set when a search for unsealed events was complete.
  complete_to bigint,
  -- Of the seal before; null for the first.
  previous bytea,
  -- SHA-256 of all of the above.
  digest bytea not null,
  -- Of the digest, by the key that versions are signed with (a detached JWS).
  signature text not null
);

create trigger audit_seal_append_only
  before update or delete or truncate on cairn.audit_seal
  for each statement execute function cairn.refuse_change();
