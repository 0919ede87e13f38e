-- What is new is told by a counter, never by a clock. See docs/decisions/0083-a-clock-is-no-order.md.

-- The generation of the dictionary in which an entry was added or changed. Statements set it, and lock the row of the state with it.
do $$
declare
  each record;
begin
  for each in
    select tgname as name, tgrelid::regclass::text as own from pg_trigger
    where tgfoid = 'cairn.dictionary_grew'::regproc and not tgisinternal
  loop
    execute format('drop trigger %I on %s', each.name, each.own);
  end loop;
end
$$;
drop function cairn.dictionary_grew();

alter table cairn.archetype add column changed_in bigint not null default 1;
alter table cairn.archetype_path add column changed_in bigint not null default 1;
alter table cairn.archetype alter column changed_in drop default;
alter table cairn.archetype_path alter column changed_in drop default;
create index archetype_changed_in on cairn.archetype (changed_in);
create index archetype_path_changed_in on cairn.archetype_path (changed_in);
drop index cairn.archetype_added;
drop index cairn.archetype_path_added;
alter table cairn.archetype drop column added_at;
alter table cairn.archetype_path drop column added_at;

-- The last batch of audit events that a server process has stored: one that is sent again after a lost connection is not stored twice. Rows are updated
-- in place, so pages keep room for it.
create table cairn.audit_writer (
  writer uuid primary key,
  batch bigint not null
) with (fillfactor = 50);

-- The latest time that the records of an EHR were read as of, while no later version said that the answer stays as it is. No commit gets an earlier time.
alter table cairn.ehr add column read_to timestamptz;

-- The views of callers with limited rights have the columns that their table had.
do $$
declare
  each record;
begin
  for each in select relname as name, pg_get_viewdef(oid) as text from pg_class
    where relnamespace = 'cairn'::regnamespace and relkind = 'v' and relname ~ '^ehr_by_' loop
    execute format('create or replace view cairn.%I as %s', each.name,
      regexp_replace(each.text, '\s+FROM cairn\.ehr t', ', t.read_to FROM cairn.ehr t'));
  end loop;
end
$$;
