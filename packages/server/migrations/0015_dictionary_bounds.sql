-- The dictionary of paths is bounded, and what nothing uses any more goes. See docs/decisions/0047-bounded-memory.md.

-- By which template a path came under its archetype: none may bring more than its quota. 0: by data of no template; null: before this was kept.
alter table cairn.archetype_path add column template_key integer;
create index archetype_path_template on cairn.archetype_path (template_key);

-- Since when nothing uses it. Servers go on to find it in queries, and ask again before they write it; a while later it is removed.
alter table cairn.archetype_path add column retired_at timestamptz;
alter table cairn.archetype add column retired_at timestamptz;
create index archetype_path_retired on cairn.archetype_path (retired_at) where retired_at is not null;
create index archetype_retired on cairn.archetype (retired_at) where retired_at is not null;

-- What may not be in use any more, since records that had it were erased. Path 0: the archetype itself.
create table cairn.dictionary_suspect (
  archetype_key integer not null,
  path_key integer not null,
  primary key (archetype_key, path_key)
);

-- Servers take note of an archetype that was retired, or is in use again.
create trigger archetype_changed after update on cairn.archetype
  for each statement execute function cairn.dictionary_grew();
