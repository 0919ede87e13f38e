-- What queries need besides the rows.

-- Counts additions to the dictionary of paths. A query asks in its own snapshot whether its plan still knows all paths.
create table cairn.dictionary_state (
  only_row boolean primary key default true check (only_row),
  generation bigint not null
);

insert into cairn.dictionary_state (generation) values (1);

create function cairn.dictionary_grew() returns trigger language plpgsql as $$
begin
  update cairn.dictionary_state set generation = generation + 1;
  return null;
end
$$;

-- At the end of a statement that adds, when it waits for nobody any more: those who add take turns for that moment only.
create trigger archetype_added after insert on cairn.archetype
  for each statement execute function cairn.dictionary_grew();
create trigger archetype_path_added after insert on cairn.archetype_path
  for each statement execute function cairn.dictionary_grew();
create trigger archetype_path_changed after update on cairn.archetype_path
  for each statement execute function cairn.dictionary_grew();

-- Population queries leave these out; there are few.
create index ehr_not_queryable on cairn.ehr (ehr_id) where not is_queryable;

-- The order of rows of a query over EHRs as a whole.
create index ehr_created on cairn.ehr (created_at, ehr_id);
