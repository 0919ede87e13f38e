-- Datamaps as views for programs that read SQL. See docs/decisions/0093-datamaps-as-sql.md.

-- A datamap that was published: as the records are, or without identity. Its views are in the schema cairn_datamap, or cairn_datamap_research.
create table cairn.published_datamap (
  publication integer generated always as identity primary key,
  datamap text not null references cairn.datamap on delete cascade,
  without_identity boolean not null,
  -- The definition, and the version of its template, as they were when it was published: columns stay as they are until it is published again.
  definition text not null,
  format text not null check (format in ('xml', 'json')),
  template_key integer not null,
  artefact_id integer not null,
  -- "uid::version" of the datamap.
  etag text not null,
  -- Names of its views; the first has the records, the others have the rows of groups.
  views text[] not null,
  published_at timestamptz not null default now(),
  -- Records that were committed up to this number have their row; null: compare all records.
  filled_to bigint,
  -- The next such number, once every transaction has ended that could still commit a smaller one.
  next_to bigint,
  next_xid xid8,
  -- Counts what makes a comparison of all records necessary, so that a server which is filling rows notices.
  resets integer not null default 0,
  checked_at timestamptz not null default '-infinity',
  compared_at timestamptz not null default '-infinity',
  unique (datamap, without_identity)
);

-- Database roles that read a published datamap, and what they see of it.
create table cairn.datamap_reader (
  publication integer not null references cairn.published_datamap on delete cascade,
  role text not null,
  -- The role sees what this person sees; null: all records.
  person_id text references cairn.person,
  -- As the setting cairn.reach has it (migration 0023): the rights of the person, which a server keeps up to date; null: all records.
  reach text,
  primary key (publication, role)
);

-- The columns of a record in a published datamap. Derived from its document; a server adds and replaces rows.
create table cairn.datamap_row (
  ehr_id uuid not null,
  object_id uuid not null,
  publication integer not null references cairn.published_datamap on delete cascade,
  -- The version that the cells are of.
  commit_number bigint not null,
  version integer not null,
  lifecycle smallint not null,
  -- The id of the version, and of its EHR; those that stand for them where it is published without identity.
  vuid text not null,
  shown_ehr_id uuid not null,
  -- By the names of the columns.
  cells jsonb not null,
  primary key (ehr_id, object_id, publication)
);

create index datamap_row_publication on cairn.datamap_row (publication, ehr_id);

-- No values of patients in statistics (migration 0039).
alter table cairn.datamap_row alter column cells set statistics 0;
alter table cairn.datamap_row alter column vuid set statistics 0;

-- The EHRs of a published datamap that the role of this session reads: {"every": true}, or {"ehrs": […]}; null: none.
-- By the functions that keep the rights of callers of the API (migration 0023). The session cannot choose the rights: they are looked up by its
-- role. The function puts the setting back: an ordinary role may not name it in the SET of a function.
create function cairn.reach_of_reader(of_publication integer) returns jsonb language plpgsql security definer
  set search_path = pg_catalog as $$
declare
  reader record;
  reached jsonb;
  before text := current_setting('cairn.reach', true);
begin
  select r.reach, p.artefact_id into reader
  from cairn.datamap_reader r join cairn.published_datamap p using (publication)
  where r.publication = of_publication and r.role = session_user and (r.person_id is null or exists (
    select from cairn.person h where h.person_id = r.person_id and h.disabled_at is null));
  if not found then
    return null;
  end if;
  if reader.reach is null then
    return '{"every": true}';
  end if;
  perform set_config('cairn.reach', reader.reach, true);
  reached := cairn.reached_records();
  perform set_config('cairn.reach', coalesce(before, ''), true);
  if cairn.in_reach(reached - 'ehrs', null, 'artefacts', reader.artefact_id) then
    return '{"every": true}';
  end if;
  return jsonb_build_object('ehrs', coalesce((select jsonb_agg(e) from jsonb_object_keys(reached -> 'ehrs') e
    where cairn.in_reach(reached, e::uuid, 'artefacts', reader.artefact_id)), '[]'));
end
$$;
revoke all on function cairn.reach_of_reader(integer) from public;

-- The views go with their datamap. The role that serves requests owns none.
create function cairn.drop_published_views() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  name text;
begin
  foreach name in array old.views loop
    execute format('drop view if exists %I.%I cascade',
      case when old.without_identity then 'cairn_datamap_research' else 'cairn_datamap' end, name);
  end loop;
  return null;
end
$$;
revoke all on function cairn.drop_published_views() from public;

create trigger published_datamap_views after delete on cairn.published_datamap
  for each row execute function cairn.drop_published_views();
