-- Seals find assignments, links and merges by their ids, and each write of one looks for its seal
-- (docs/decisions/0087-seals-of-unsigned-rows.md). Without these, a write reads all of them. Ids are compared as text, as the chain of seals has them.
create index assignment_id_text on cairn.assignment ((assignment_id::text));
create index person_link_id on cairn_party.person_link ((link_id::text));
create index person_merge_id on cairn_party.person_merge ((merge_id::text));
