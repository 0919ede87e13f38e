-- Datamaps: templates as tables, and what listing their records needs.

-- A number of the template for life, whatever versions it gets.
create sequence cairn.artefact_id as integer;

alter table cairn.template add column artefact_id integer;
update cairn.template t set artefact_id =
  (select min(f.template_key) from cairn.template f where f.template_id = t.template_id);
alter table cairn.template alter column artefact_id set not null;
select setval('cairn.artefact_id', (select coalesce(max(artefact_id), 0) + 1 from cairn.template), false);

-- Of a composition that is there: the template that its latest version was made by. Null once it is deleted, and on other kinds.
alter table cairn.versioned_object add column artefact_id integer;
update cairn.versioned_object o set artefact_id = t.artefact_id
from cairn.version v join cairn.template t using (template_key)
where o.kind = 'COMPOSITION' and v.ehr_id = o.ehr_id and v.object_id = o.object_id
  and v.version = (select max(l.version) from cairn.version l where l.ehr_id = o.ehr_id and l.object_id = o.object_id);

-- The records of a template in the order that they were made, and how many there are, without reading a row.
create index versioned_object_artefact on cairn.versioned_object (artefact_id, serial) include (ehr_id)
  where artefact_id is not null;

-- Definitions, one to a name; a reference table.
create table cairn.datamap (
  name text primary key,
  -- Of the name as long as it is there; whoever makes it anew gets another.
  uid uuid not null default gen_random_uuid(),
  -- Counts its definitions up.
  version integer not null default 1,
  -- As it was given.
  definition text not null,
  format text not null check (format in ('xml', 'json')),
  template_id text not null,
  -- The version of the template that it was held to: what it goes by when a later one does not bear it out any more.
  template_key integer not null,
  saved_at timestamptz not null default now(),
  saved_by text not null
);
