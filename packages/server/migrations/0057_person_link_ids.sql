-- A link of a person to an EHR is sealed (docs/decisions/0087-seals-of-unsigned-rows.md). The chain of seals keeps ids for ever, so a link has one
-- of its own.
alter table cairn_party.person_link add column link_id uuid not null default gen_random_uuid();
