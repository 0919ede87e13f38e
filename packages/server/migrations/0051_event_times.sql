-- A root has the time of its latest event in a column, so that a commit need not look for it in a list of times.
-- See docs/decisions/0104-newest-by-event-time.md.

-- Rows keep the path 0, as those from before migration 0047, until `cairn index rebuild` gives them path and time. Dropping the column drops its
-- index too.
alter table cairn.root drop column event_path;
alter table cairn_party.root drop column event_path;
alter table cairn.root add column event_path integer default 0;
alter table cairn_party.root add column event_path integer default 0;

-- In milliseconds; null where the path is 0 or null.
alter table cairn.root add column event_time bigint;
alter table cairn_party.root add column event_time bigint;

-- The roots of one EHR and archetype, the latest event first; those of one time in the order of their commits, as in an answer.
create index root_event_time on cairn.root (ehr_id, archetype_key, event_path, event_time desc, commit_number, num)
  where latest and event_path is not null;
